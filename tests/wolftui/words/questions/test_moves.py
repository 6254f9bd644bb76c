"""What a person is offered to say makes sense here and now, and the table hears in each sentence
exactly what was chosen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.new_roles.in_process import MEDIUM, add_medium
from wolfcore.bots.draws import Draws
from wolfcore.bots.talk.dialogue_moves import Move, acts_of
from wolfcore.bots.talk.sentences import (
    MANNERS_AND_PLAIN,
    acts_heard_in,
    acts_whispered_in,
    judgements,
    sayings,
)
from wolfcore.game import (
    SAFE_NIGHT,
    AskKind,
    Board,
    RoleName,
    View,
    board_names,
    dice_of,
    get_board,
)
from wolfcore.game import facts as f
from wolfcore.speech import ClaimsRole, ReportsCheck
from wolftui.words.questions.claim_menu import MenuChoice, MenuNext, MenuStep, Speaker, make_speaker
from wolftui.words.questions.speech_menu import said_to_seat, speech_menu
from wolftui.words.recognised_acts import SpeechContext, act_text

NAMES = ("Ada", "Bram", "Cleo", "Dov", "Elif", "Fay", "Gil", "Hana", "Ivo", "Jun", "Kaia", "Lev")


def day_two(board: str, role: RoleName = "Villager", seat: int = 4, *more: f.Fact) -> View:
    """A view on day 2: seat 1 claims the Seer, 2 is against this seat, 3 asks it, 5 voted on day 1,
    the last seat fell."""
    size = get_board(board).size
    facts: list[f.Fact] = [
        f.Began(0, "setup"),
        f.Dealt(seat, role),
        f.Began(1, "night"),
        *([f.Checked(seat, 2, "wolves")] if role == "Seer" else []),
        f.Began(1, "discussion"),
        f.Said(seat, "speak", "I am the Seer." if role == "Seer" else "Good morning."),
        f.Began(1, "vote"),
        f.Voted(5, 2, "vote"),
        f.Voted(seat, 5, "vote"),
        f.Began(2, "night"),
        f.Began(2, "dawn"),
        f.Died(size),
        f.Began(2, "discussion"),
        f.Said(1, "speak", "I am the Seer."),
        f.Said(2, "speak", f"{NAMES[seat - 1]} is a wolf."),
        f.Said(3, "speak", f"{NAMES[seat - 1]}, whom do you suspect?"),
        *more,
    ]
    return View(seat, get_board(board), NAMES[:size], facts)


def leaves(step: MenuStep, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Move]]:
    """Every way through the choices."""
    assert step.picks, path
    for pick in step.picks:
        here = (*path, pick.label)
        yield from (
            leaves(pick.next, here) if isinstance(pick.next, MenuStep) else ((here, pick.next),)
        )


def offered(view: View, kind: AskKind = "speak") -> dict[tuple[str, ...], Move]:
    found = list(leaves(speech_menu(make_speaker(view), kind)))
    return dict(found)


def at(leads: MenuNext, *labels: str) -> MenuNext:
    """Where some choices lead."""
    for label in labels:
        assert isinstance(leads, MenuStep)
        leads = next(pick for pick in leads.picks if pick.label == label).next
    return leads


def labels(step: MenuNext) -> list[str]:
    assert isinstance(step, MenuStep)
    return [pick.label for pick in step.picks]


@pytest.mark.slow(only=("Villager-plus12", "Villager-sla7"))
@pytest.mark.parametrize("board", ["sla7", "plus12", "xu7", "duel6", "arena8"])
@pytest.mark.parametrize("role", ["Villager", "Seer"])
def test_each_sentence_is_heard_as_exactly_what_was_chosen(board: str, role: RoleName) -> None:
    me = NAMES[3]
    questions = (
        "why did you vote for Elif on day 1?",
        "what is your role?",
        "which Seer do you believe?",
        "whom did you check?",
    )
    view = day_two(
        board,
        role,
        4,
        *(f.Said(3, "speak", f"{me}, {asks}") for asks in (*questions, "why do you accuse me?")),
    )
    speaker = make_speaker(view)
    voices = set[str]()
    for path, move in offered(view).items():
        meant = judgements(acts_of(move, view.seat))
        said = sayings(move, speaker.record, Draws(dice_of(1, "/".join(path))))
        assert said, path
        assert len({text for _, text in said}) == len(said)
        for manner, text in said:
            assert acts_heard_in(text, speaker.record) == meant, (path, manner, text)
            voices.add(manner)
    assert voices == set(MANNERS_AND_PLAIN)


@pytest.mark.parametrize("board", board_names())
@pytest.mark.parametrize(
    "kind", ["speak", "campaign", "plead", "defend", "last_words", "summarise"]
)
def test_every_board_offers_the_acts_of_speech_with_words_for_each(
    board: str, kind: AskKind
) -> None:
    view = day_two(board)
    speaker = make_speaker(view)
    step = speech_menu(speaker, kind)
    acts = ["Claim a role", "Report a night", "Accuse", "Vouch", "Defend", "Call a vote"]
    assert labels(step) == acts + (["Ask", "Answer"] if kind != "last_words" else [])
    occasion = SpeechContext(view.seat, view.names, view.board.roles)
    for _, move in leaves(step):
        for act in acts_of(move, view.seat):
            assert act_text(act, occasion)


def test_only_roles_of_this_board_can_be_claimed_a_wolf_s_last() -> None:
    view = day_two("sla7", "Doctor")
    claims = {path[1]: move for path, move in offered(view).items() if path[0] == "Claim a role"}
    assert set(claims) == {"Seer", "Doctor", "Villager", "Werewolf"}
    assert list(claims)[-1] == "Werewolf"
    assert acts_of(claims["Seer"], 4) == (ClaimsRole("Seer"),)
    assert acts_of(claims["Werewolf"], 4) == (ClaimsRole("Werewolf"),)


def test_only_deeds_that_somebody_on_this_board_can_do_are_reported_and_never_a_check_of_oneself() -> (
    None
):
    assert labels(at(speech_menu(make_speaker(day_two("sla7")), "speak"), "Report a night")) == [
        "A check",
        "A protection",
    ]
    assert labels(at(speech_menu(make_speaker(day_two("duel6")), "speak"), "Report a night")) == [
        "A check",
        "An antidote",
        "A poison",
    ]
    checked = labels(
        at(speech_menu(make_speaker(day_two("sla7")), "speak"), "Report a night", "A check")
    )
    assert checked == ["1 Ada", "2 Bram", "3 Cleo", "5 Elif", "6 Fay", "7 Gil"]


def test_a_seer_is_offered_first_what_was_really_learned() -> None:
    step = at(speech_menu(make_speaker(day_two("sla7", "Seer")), "speak"), "Report a night")
    assert isinstance(step, MenuStep)
    learned = Move(kind="report_wolf", target=2, night=1)
    assert step.picks[0] == MenuChoice(
        "What you learned of 2 Bram in night 1", learned, note="a wolf"
    )
    assert acts_of(learned, 4) == (ReportsCheck(2, "wolves", 1),)


def test_a_question_names_seats_alone_or_none_and_each_once() -> None:
    def steps(step: MenuStep) -> Iterator[MenuStep]:
        yield step
        for pick in step.picks:
            if isinstance(pick.next, MenuStep):
                yield from steps(pick.next)

    for step in steps(speech_menu(make_speaker(day_two("plus12", "Seer")), "speak")):
        seats = [pick.seat for pick in step.picks]
        assert len(set(seats)) == (len(seats) if any(seats) else 1), step.title


def test_a_board_whose_seer_learns_roles_has_them_to_report() -> None:
    board = next(name for name in board_names() if get_board(name).switches.seer_learns == "role")
    step = speech_menu(make_speaker(day_two(board)), "speak")
    results = labels(at(step, "Report a night", "A check", "2 Bram"))
    assert results == list(dict.fromkeys(get_board(board).roles))


def test_who_fell_was_checked_in_a_night_that_they_saw() -> None:
    view = day_two("sla7", "Villager", 4, f.Began(3, "night"), f.Began(3, "discussion"))
    step = speech_menu(make_speaker(view), "speak")
    assert labels(at(step, "Report a night", "A check", "7 Gil", "a wolf")) == [
        "night 2",
        "night 1",
    ]
    assert labels(at(step, "Report a night", "A check", "6 Fay", "a wolf")) == [
        "night 3",
        "night 2",
        "night 1",
    ]


def test_the_dead_are_neither_accused_nor_asked_nor_voted_for() -> None:
    paths = offered(day_two("sla7"))
    assert not [path for path in paths if "7 Gil" in path and path[0] != "Report a night"]


def test_who_spoke_to_this_seat_can_be_answered_and_nobody_else() -> None:
    speaker = make_speaker(day_two("sla7"))
    assert {seat: said.note for seat, said in said_to_seat(speaker).items()} == {
        2: "spoke against you",
        3: "asked you",
    }
    step = speech_menu(speaker, "speak")
    assert labels(at(step, "Answer")) == ["2 Bram", "3 Cleo"]
    assert labels(at(step, "Answer", "2 Bram"))[:2] == ["They are wrong", "They lie"]
    assert "They lie" not in labels(at(step, "Answer", "3 Cleo"))
    again = make_speaker(day_two("sla7", "Villager", 4, f.Said(4, "speak", "No.")))
    assert said_to_seat(again) == {}
    assert "Answer" not in labels(speech_menu(again, "speak"))


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        (
            "Dov, why did you vote for Elif on day 1?",
            ["Why I voted for 5 Elif on day 1", "I never voted for them"],
        ),
        ("Dov, what is your role?", ["Claim a role", "I keep it to myself"]),
        ("Dov, which Seer do you believe?", ["I believe one of them", "I cannot tell yet"]),
        ("Dov, whom did you check?", ["I check nobody"]),
        ("Dov, why do you accuse me?", ["I said nothing of the kind"]),
    ],
)
def test_an_answer_is_to_what_was_asked(question: str, answers: list[str]) -> None:
    view = day_two("sla7", "Villager", 4, f.Said(6, "speak", question))
    usual = ["I suspect somebody", "I have nothing to add"]
    assert (
        labels(at(speech_menu(make_speaker(view), "speak"), "Answer", "6 Fay")) == answers + usual
    )


def test_who_claimed_a_power_answers_by_it() -> None:
    more = (
        f.Said(6, "speak", "Dov, what is your role?"),
        f.Said(6, "speak", "Dov, whom did you check?"),
    )
    step = speech_menu(make_speaker(day_two("sla7", "Seer", 4, *more)), "speak")
    assert labels(at(step, "Answer", "6 Fay")) == [
        "I am the Seer, as I said",
        "I keep it to myself",
        "What you learned of 2 Bram in night 1",
        "I check nobody",
        "I suspect somebody",
        "I cannot prove it yet",
        "I have nothing to add",
    ]


def test_claims_ballots_and_charges_are_asked_about_where_there_are_some() -> None:
    step = speech_menu(make_speaker(day_two("sla7")), "speak")
    assert labels(at(step, "Ask", "1 Ada")) == [
        "What they think",
        "What proves that they are the Seer",
        "What they checked",
    ]
    seer = "Which Seer they believe"
    assert labels(at(step, "Ask", "2 Bram")) == [
        "What they think",
        "Why they are against you",
        "What their role is",
        seer,
    ]
    assert labels(at(step, "Ask", "5 Elif")) == [
        "What they think",
        "Why they voted for 2 Bram on day 1",
        "What their role is",
        seer,
    ]
    assert "That claim is false" in labels(at(step, "Accuse", "1 Ada"))
    assert "That claim is false" not in labels(at(step, "Accuse", "2 Bram"))


def test_claims_of_either_role_that_checks_are_asked_about(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    add_medium(monkeypatch)
    alone = day_two("sla7")
    board = Board("both", (MEDIUM, *get_board("sla7").roles[1:]))
    claim = f.Said(5, "speak", "I am the Medium.")
    question = f.Said(6, "speak", "Dov, which Seer do you believe?")

    def menu(*facts: f.Fact) -> MenuStep:
        return speech_menu(make_speaker(View(4, board, alone.names, [*facts])), "speak")

    step = menu(*alone.facts, claim, question)
    assert "What they checked" in labels(at(step, "Ask", "1 Ada"))
    assert "What they checked" in labels(at(step, "Ask", "5 Elif"))
    assert labels(at(step, "Ask", "2 Bram"))[-2:] == [
        "Which Seer they believe",
        "Which Medium they believe",
    ]
    believed = at(step, "Answer", "6 Fay", "I believe one of them")
    assert isinstance(believed, MenuStep)
    assert labels(believed) == ["1 Ada", "5 Elif"]
    assert [pick.next.role for pick in believed.picks if isinstance(pick.next, Move)] == [
        "Seer",
        MEDIUM,
    ]
    quiet = [fact for fact in alone.facts if fact != f.Said(1, "speak", "I am the Seer.")]
    answers = labels(at(menu(*quiet, question), "Answer", "6 Fay"))
    assert answers[:2] == ["There is no Medium yet", "There is no Seer yet"]


def test_in_a_night_without_deaths_a_wolf_is_offered_no_victim() -> None:
    facts: list[f.Fact] = [
        f.Began(0, "setup"),
        f.Dealt(4, "Werewolf"),
        f.Dealt(6, "Werewolf"),
        f.Began(1, "night"),
    ]
    view = View(4, get_board(f"classic9{SAFE_NIGHT}"), NAMES[:9], facts)
    step = speech_menu(make_speaker(view), "whisper")
    assert [move.kind for _, move in leaves(step)] == ["whisper_wait"]


def test_a_wolf_whispers_of_those_outside_the_pack_alone() -> None:
    facts: list[f.Fact] = [
        f.Began(0, "setup"),
        f.Dealt(4, "Werewolf"),
        f.Dealt(6, "Werewolf"),
        f.Began(1, "night"),
    ]
    speaker: Speaker = make_speaker(View(4, get_board("classic9"), NAMES[:9], facts))
    step = speech_menu(speaker, "whisper")
    assert labels(step) == ["1 Ada", "2 Bram", "3 Cleo", "5 Elif", "7 Gil", "8 Hana", "9 Ivo"]
    for _, move in leaves(step):
        said = sayings(move, speaker.record, Draws(dice_of(1, "whisper")))
        assert said
        assert {acts_whispered_in(text, speaker.record) for _, text in said} == {acts_of(move, 4)}


def test_words_with_a_ballot_are_heard_and_ones_own_answer_nobody() -> None:
    cast = (
        f.Began(2, "vote"),
        f.Voted(5, 4, "vote", "Dov is a wolf."),
        f.Voted(4, 5, "vote", "Elif lied."),
        f.Voted(6, 4, "vote"),
    )
    said = said_to_seat(make_speaker(day_two("classic9", "Villager", 4, *cast)))
    assert {seat: each.note for seat, each in said.items()} == {
        2: "spoke against you",
        3: "asked you",
        5: "spoke against you",
    }
