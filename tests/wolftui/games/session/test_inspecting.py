"""Which calls the inspector lists, what it says of them, and that no text of a model does anything
but stand there."""

from __future__ import annotations

import pytest

from tests.wolftui.words.telling import tell
from wolfcore.game import Answer, Ask, Belief, Game, View, get_board, make_spec
from wolfcore.game import facts as f
from wolfcore.players import CallRecord, TraceRecord
from wolfcore.table import Noted
from wolftui.games.session.game_session import GameSession
from wolftui.games.session.model_calls import (
    InspectedCall,
    ask_text,
    bounded_lines,
    cost_text,
    inspected_calls,
    step_text,
)
from wolftui.views.model_calls import call_details, call_row, calls_total, column_titles, has_steps
from wolftui.words.glyphs import ASCII, FANCY
from wolftui.words.spans import PUBLIC_EYES
from wolftui.words.wrapping import plain_text, width_of

HOSTILE = "\x1b[2J\x1b]0;title\x07[bold red]x[/] \u202eevil\u2066 \x00\x9b31m {braces} \ud800"


def how(ask: Ask, view: View) -> Answer:
    """Seat 1 needs repairs, seat 2 is replaced, seat 3 believes, and nobody else leaves a trace in
    the log."""
    choice = 0 if ask.kind in ("vote", "shoot", "lean") and 0 in ask.options else ask.options[-1]
    match ask.seat:
        case 1:
            return Answer(choice, how="repaired")
        case 2:
            return Answer(choice, how="fallback")
        case 3:
            return Answer(choice, beliefs=(Belief(1, "Seer", 7),))
        case _:
            return Answer(choice)


def played(*, live: bool, batches: int = 10_000) -> tuple[GameSession, list[Noted], list[str]]:
    """A game of models on sla7, with a call for each ask, and its asks in order."""
    notes, asks = list[Noted](), list[str]()

    def choose(ask: Ask, view: View) -> Answer:
        notes.append(Noted(ask.id, ask.seat, call=CallRecord("m", (), ask.id)))
        asks.append(ask.id)
        return how(ask, view)

    game = Game(make_spec(get_board("sla7"), 3))
    session = GameSession(game.spec.board, game.spec.names, live=live)
    tell(game, [session], choose, batches)
    return session, notes, asks


def asked(calls: list[InspectedCall]) -> list[str]:
    return [call.ask for call in calls]


def test_all_calls_of_a_game_are_there_at_its_end_with_what_became_of_each_answer() -> None:
    session, notes, asks = played(live=False)
    session.go_end()
    calls = inspected_calls(session, notes)
    assert asked(calls) == asks
    assert {call.outcome for call in calls if call.seat == 1} == {"repaired"}
    assert {call.outcome for call in calls if call.seat == 2} == {"replaced"}
    assert {call.outcome for call in calls if call.seat > 2} == {"given"}


def test_before_the_start_there_are_none_and_each_night_and_day_adds_its_own() -> None:
    session, notes, asks = played(live=False)
    assert inspected_calls(session, notes) == []
    session.jump(1)
    for part in ("n1", "d1", "n2", "d2"):
        session.jump(1)
        shown = asked(inspected_calls(session, notes))
        assert shown == asks[: len(shown)]
        assert shown[-1].startswith(part)


def test_a_call_that_the_log_names_is_not_shown_before_its_answer_took_effect() -> None:
    session, notes, _ = played(live=False)
    session.go_end()
    ballot = next(note.ask for note in notes if note.ask.startswith("d1.vote"))
    while ballot in asked(inspected_calls(session, notes)):
        session.step(-1)
    assert session.state.day == 1
    assert not any(isinstance(fact, f.Voted) for fact in session.facts)
    assert any(ask.startswith("d1.") for ask in asked(inspected_calls(session, notes)))


def test_no_eyes_but_those_that_see_calls_get_any() -> None:
    session, notes, _ = played(live=False)
    session.go_end()
    assert session.set_eyes(PUBLIC_EYES)
    assert inspected_calls(session, notes) == []
    guarded = GameSession(session.board, session.names, people=(4,))
    assert inspected_calls(guarded, notes) == []


def test_at_the_live_edge_what_has_no_answer_yet_is_under_way_and_what_was_of_no_use_was_asked_again() -> (
    None
):
    session, notes, _ = played(live=True, batches=1)
    session.go_end()
    kill = Ask("d1.speak.1", 1, "speak", 1, "discussion", (0,))
    session.asked((kill,))
    notes += [
        Noted(kill.id, 1, call=CallRecord("m", (), "", problem="is no JSON")),
        Noted(kill.id, 1, step=TraceRecord("deduce", "5 lies")),
        Noted(kill.id, 1, call=CallRecord("m", (), "{}")),
    ]
    first, second = inspected_calls(session, notes)[-2:]
    assert (first.outcome, first.attempt, first.attempts) == ("asked again", 1, 2)
    assert (second.outcome, second.attempt, second.attempts) == ("under way", 2, 2)
    assert second.steps == (TraceRecord("deduce", "5 lies"),)
    session.go_home()
    assert kill.id not in asked(inspected_calls(session, notes))


def test_a_call_that_gave_nothing_and_was_the_last_for_its_ask_has_no_answer_and_is_never_under_way() -> (
    None
):
    failed = CallRecord("m", (), "", problem="cannot be reached")
    session, notes, asks = played(live=True, batches=1)
    session.go_end()
    notes += [Noted("d1.speak.1", 1, call=failed), Noted("d1.speak.1", 1, call=failed)]
    assert [call.outcome for call in inspected_calls(session, notes)[-2:]] == [
        "asked again",
        "no answer",
    ]
    last = inspected_calls(session, notes)[-1]
    for line in (call_row(last, session.names, 77, FANCY), call_details(last, (), FANCY, 77)[0]):
        assert "no answer" in plain_text(line)
    replayed, notes, asks = played(live=False)
    replayed.go_end()
    quiet = next(
        ask for ask in asks if inspected_calls(replayed, notes)[asks.index(ask)].outcome == "given"
    )
    notes[asks.index(quiet)] = Noted(quiet, notes[asks.index(quiet)].seat, call=failed)
    assert inspected_calls(replayed, notes)[asks.index(quiet)].outcome == "no answer", (
        "somebody else answered"
    )
    replaced = next(
        place
        for place, call in enumerate(inspected_calls(replayed, notes))
        if call.outcome == "replaced"
    )
    notes[replaced] = Noted(asks[replaced], notes[replaced].seat, call=failed)
    assert inspected_calls(replayed, notes)[replaced].outcome == "replaced"


def test_lines_of_a_file_that_name_no_ask_and_no_seat_hide_nothing_else() -> None:
    session, notes, asks = played(live=False)
    session.go_end()
    odd = [
        Noted(HOSTILE, 99, call=CallRecord(HOSTILE, (), "")),
        Noted("d77.speak.1", -3, call=CallRecord("m", (), "")),
    ]
    calls = inspected_calls(session, [*odd, *notes])
    assert asked(calls) == asks
    live, notes, _ = played(live=True, batches=1)
    live.go_end()
    for call in inspected_calls(live, [*odd, *notes]):
        for line in (
            call_row(call, live.names, 120, FANCY),
            *call_details(call, live.names, FANCY, 120),
        ):
            assert plain_text(line).isprintable()


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        ("n1.kill.2", "night 1 kill"), ("d2.vote2.5", "day 2 vote 2"), ("d1.last_words.3", "day 1 last words"),
        ("d1.speak.3.suspect", "day 1 suspicion"), ("n2.check.4", "night 2 check"), ("nonsense", "nonsense"), ("", ""),
        ("\x1b[2J\u202eabc", "[2Jabc"), ("d1.vote.3" + "x" * 99, "d1.vote.3" + "x" * 30 + "…"),
    ],
)  # fmt: skip
def test_an_ask_in_words(ask: str, words: str) -> None:
    assert ask_text(ask) == words


def test_money_is_never_rounded_to_nothing_nor_written_with_an_exponent() -> None:
    assert [cost_text(cost) for cost in (None, 0.0, 0.0000123, 0.0012, 3.5)] == [
        "-",
        "0.0000",
        "0.000012",
        "0.0012",
        "3.5000",
    ]


def test_raw_text_keeps_its_lines_and_indentation_and_loses_what_a_terminal_obeys() -> None:
    assert bounded_lines('{\n  "speech": "a\tb"\n\n}', 100) == ["{", '  "speech": "a b"', "", "}"]
    lines = bounded_lines(HOSTILE, 1000)
    assert all(line.isprintable() for line in lines)
    assert "[bold red]x[/]" in lines[0]
    assert "\u202e" not in lines[0]


def test_ten_megabytes_are_cut_and_it_is_said() -> None:
    lines = bounded_lines("x" * 10_000_000, 20_000)
    assert len(lines) == 2
    assert len(lines[0]) == 20_000
    assert lines[1] == "(9 980 000 more characters are in the file of calls)"
    assert len(bounded_lines("\n" * 10_000_000, 20_000)) <= 20_002


CALL = CallRecord(
    "llama",
    (("system", f"You are Cleo. {HOSTILE}"), ("user", "Vote.")),
    f"I vote {HOSTILE}",
    "choice 5",
    2,
    12.34,
    1234,
    4056,
    0.0021,
    "names the dead seat 3",
    800,
    thinking=f"Hm, {HOSTILE}",
    tokens_thought=4000,
)


def test_everything_of_a_call_stands_in_its_lines() -> None:
    one = InspectedCall(
        "d2.vote.3", 3, CALL, 1, 2, "asked again", (TraceRecord("deduce", "5 lies", "repaired"),)
    )
    names = ("Ada", "Bram", "Cleo")
    for width in (76, 116):
        lines = [plain_text(line) for line in call_details(one, names, FANCY, width)]
        text = "\n".join(lines)
        for words in (
            "day 2 vote  3 Cleo  llama  call 1 of 2  asked again",
            "12.3 s · 2 retries",
            "tokens 1 234 in, 800 cached",
            "4 056 out (4 000 of them thinking)",
            "THINKING",
            "Hm,",
            "cost 0.0021",
            "names the dead seat 3",
            "choice 5",
            "I vote",
            "SENT AS SYSTEM",
            "You are Cleo.",
            "SENT AS USER",
            "Vote.",
            "STEPS OF THIS ANSWER",
            "deduce: 5 lies (repaired)",
            "[bold red]x[/]",
        ):
            assert words.split() == [word for word in words.split() if word in text], words
        assert all(line.isprintable() and len(line) <= width for line in lines)


def thought(
    step: str, about: str = "", *, beside: bool = False, problem: str = "", how: str = ""
) -> CallRecord:
    return CallRecord(
        "m", (), "{}", step=step, about=about, beside=beside, problem=problem, how=how
    )


def test_calls_of_an_ask_stand_by_its_steps_and_those_side_by_side_together_whatever_came_first() -> (
    None
):
    session, notes, _ = played(live=True, batches=1)
    session.go_end()
    before = len(inspected_calls(session, notes))
    mine, other = "d1.speak.1", "d1.speak.2"
    came = [
        (mine, thought("deduce", "2 Bram", beside=True, problem="is no JSON")),
        (other, thought("deduce")),
        (mine, thought("deduce", "3 Cleo", beside=True)),
        (mine, thought("deduce", "4 Dan", beside=True, how="repaired")),
        (mine, thought("deduce", "2 Bram", beside=True)),
        (other, thought("propose", "candidate A")),
        (mine, thought("reflect", problem="it is empty")),
        (other, thought("propose", "candidate B")),
        (mine, CallRecord("m", (), "{}")),
    ]
    notes += [Noted(ask, int(ask[-1]), call=call) for ask, call in came]
    found = inspected_calls(session, notes)[before:]
    assert [
        (one.seat, step_text(one.call), one.group_side, one.outcome, one.first_of_ask)
        for one in found
    ] == [
        (1, "deduce 2 Bram", "first", "asked again", True),
        (1, "deduce 2 Bram", "inner", "repaired", False),
        (1, "deduce 3 Cleo", "inner", "given", False),
        (1, "deduce 4 Dan", "last", "repaired", False),
        (1, "reflect", "", "replaced", False),
        (1, "answer", "", "under way", False),
        (2, "deduce", "", "given", True),
        (2, "propose candidate A", "", "given", False),
        (2, "propose candidate B", "", "given", False),
    ]
    assert [(one.attempt, one.attempts, one.parallel_tasks) for one in found[:3]] == [
        (1, 2, 3),
        (2, 2, 3),
        (1, 1, 3),
    ]
    for glyphs, signs in ((FANCY, "┌├├└"), (ASCII, "/||\\")):
        rows = [plain_text(call_row(one, session.names, 77, glyphs, steps=True)) for one in found]
        assert [line[18] for line in rows] == [*signs, *"     "]
    words = " ".join(plain_text(line) for line in call_details(found[1], session.names, FANCY, 77))
    assert "deduce 2 Bram  call 2 of 2  repaired" in words
    assert "side by side with 2 more" in words
    assert not any(
        "side by side" in plain_text(line)
        for line in call_details(found[-1], session.names, FANCY, 77)
    )


def test_the_list_tells_steps_where_any_call_is_of_one() -> None:
    answering = InspectedCall("d2.vote.3", 3, CALL, 1, 1, "given", ())
    deducing = InspectedCall("d2.vote.3", 3, thought("question", "question 4"), 1, 1, "given", ())
    assert not has_steps([answering, answering])
    assert has_steps([answering, deducing])
    for width in (57, 77, 116, 117, 200):
        titles = column_titles(width, FANCY, steps=True)
        line = call_row(deducing, ("Ada", "Bram", "Cleopatra of Egypt"), width, FANCY, steps=True)
        assert width_of(line) == width_of(titles) <= max(width, 77)
        assert plain_text(titles).index("step") + 2 == plain_text(line).index("question 4")
        assert plain_text(titles).index("answer") == plain_text(line).index("given")
    hostile = InspectedCall("d2.vote.3", 3, thought(HOSTILE, HOSTILE), 1, 1, "given", ())
    assert plain_text(call_row(hostile, (), 117, FANCY, steps=True)).isprintable()


@pytest.mark.parametrize("width", [57, 77, 117, 200])
def test_rows_stand_under_their_titles_and_fit(width: int) -> None:
    one = InspectedCall("d2.last_words.3", 3, CALL, 1, 1, "replaced", ())
    line, titles = (
        call_row(one, ("Ada", "Bram", "Cleopatra of Egypt"), width, FANCY),
        column_titles(width, FANCY),
    )
    assert width_of(line) == width_of(titles) <= max(width, 77)
    assert "replaced" in plain_text(line)
    assert plain_text(titles).index("answer") == plain_text(line).index("replaced")


def test_totals_leave_out_a_price_that_nobody_knows() -> None:
    unpriced = InspectedCall(
        "d2.vote.3", 3, CallRecord("m", (), "", tokens_in=5), 1, 1, "given", ()
    )
    priced = InspectedCall("d2.vote.3", 3, CALL, 1, 1, "given", ())
    assert plain_text(calls_total([unpriced], FANCY)) == "1 call · 5 in · 0 out"
    assert (
        plain_text(calls_total([unpriced, priced], FANCY))
        == "2 calls · 1 239 in · 4 056 out · cost 0.0021"
    )
