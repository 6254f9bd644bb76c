"""Questions before plain lines: what is typed, what is said of a wrong answer, and what may be
asked instead."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from tests.wolftui.plain.consoles import ListedConsole
from wolfcore.errors import GameStopped
from wolfcore.game import Answer, Ask, AskKind, Belief, Phase, View, get_board
from wolfcore.game import facts as f
from wolfcore.game.facts import Entry
from wolfcore.game.views import AnsweredAsk
from wolftui.games.session.game_session import GameSession
from wolftui.plain.front import PlainFront
from wolftui.plain.line_layout import LineLook
from wolftui.plain.printer import Printer
from wolftui.words.spans import PUBLIC_EYES

NAMES = ("Ada", "Bram", "Cleo", "Dov", "Elif", "Fay", "Gil")
BOARD = get_board("sla7")


def asked(kind: AskKind, *options: int, seat: int = 4, phase: Phase = "vote") -> Ask:
    return Ask(f"d1.{kind}.{seat}", seat, kind, 1, phase, options)


def front_of(console: ListedConsole, people: tuple[int, ...] = (4,)) -> PlainFront:
    look = LineLook()
    session = GameSession(BOARD, NAMES, people=people)
    return PlainFront(session, console, look, Printer(session, look, console.write))


def view(seat: int = 4) -> View:
    facts: list[f.Fact] = [
        f.Began(0, "setup"),
        f.Dealt(seat, "Seer"),
        f.Began(1, "night"),
        f.Checked(seat, 2, "wolves"),
        f.Began(1, "discussion"),
    ]
    return View(seat, BOARD, NAMES, facts)


async def answer(
    ask: Ask, typed: Iterable[str], seen: View | None = None
) -> tuple[Answer, ListedConsole]:
    console = ListedConsole(typed)
    return await front_of(console).ask(ask, seen or view()), console


async def test_a_choice_lists_its_consequences_and_takes_a_number() -> None:
    given, console = await answer(asked("vote", 0, 2, 5), ["5"])
    assert given == Answer(5)
    assert "4 Dov, Seer: Whom do you exile?" in console.text
    assert "  2  Vote to exile 2 Bram. (checked: a wolf)" in console.lines


@pytest.mark.parametrize("typed", ["elif", "E", "5 elif"])
async def test_a_choice_takes_a_name_or_its_beginning(typed: str) -> None:
    assert (await answer(asked("vote", 0, 2, 5), [typed]))[0] == Answer(5)


async def test_a_wrong_choice_is_explained_and_asked_again() -> None:
    given, console = await answer(asked("vote", 0, 2, 5), ["9", "", "vote", "2"])
    assert given == Answer(2)
    assert "9 is not among the choices: 0 abstain, 2 Bram, 5 Elif." in console.text
    assert console.lines.count("Number or name (? for help): ") == 4


@pytest.mark.parametrize("typed", ["?", "/seats", "/log"])
async def test_the_question_is_repeated_after_what_was_asked_instead_of_an_answer(
    typed: str,
) -> None:
    for ask, answered in ((asked("vote", 0, 2, 5), "5"), (asked("speak", 0), "I am here.")):
        _, console = await answer(ask, [typed, answered])
        assert sum("4 Dov, Seer: " in line for line in console.lines) == 2


async def test_a_speech_is_a_line() -> None:
    assert (await answer(asked("speak", 0), ["I am the Seer."]))[0].text == "I am the Seer."


async def test_a_speech_goes_on_after_a_backslash() -> None:
    assert (await answer(asked("speak", 0), ["I am the Seer,\\", "believe me."]))[
        0
    ].text == "I am the Seer,\nbelieve me."


async def test_silence_has_to_be_meant() -> None:
    given, console = await answer(asked("speak", 0), ["", ""])
    assert given.text == ""
    assert (
        "That says nothing. Press Enter once more to stay silent, or type your words."
        in console.text
    )
    assert (await answer(asked("speak", 0), ["", "No, wait."]))[0].text == "No, wait."


async def test_a_speech_is_stripped_of_control_characters_and_bounded_and_keeps_its_brackets() -> (
    None
):
    given, _ = await answer(asked("speak", 0), ["\x1b[2J[bold]hi[/bold]\x07" + "x" * 5000])
    assert given.text.startswith("[2J[bold]hi[/bold]")
    assert len(given.text) == 2000


async def test_a_word_that_is_a_command_can_be_said_aloud() -> None:
    assert (await answer(asked("speak", 0), ["quit"]))[0].text == "quit"
    assert (await answer(asked("speak", 0), ["/nothing of the kind"]))[
        0
    ].text == "/nothing of the kind"


async def test_a_summary_asks_for_words_and_a_recommendation() -> None:
    given, console = await answer(
        asked("summarise", 0, 2, 5, phase="summary"), ["Bram it is.", "bram"]
    )
    assert given == Answer(2, "Bram it is.")
    assert "Recommend to vote for 2 Bram. Everybody hears it." in console.text


async def test_suspicions_are_seats_roles_and_confidences() -> None:
    given, _ = await answer(
        asked("suspect", 0), ["2 wolf 9", "2 Werewolf 11", "3 Seer 7, bram x 9", ""]
    )
    assert given.beliefs == ()
    given, _ = await answer(asked("suspect", 0), ["3 Seer 7, bram were 9, 5 unc"])
    assert given.beliefs == (
        Belief(2, "Werewolf", 9),
        Belief(3, "Seer", 7),
        Belief(5, "Uncertain", 5),
    )


async def test_what_was_stated_last_stands_there_and_enter_alone_states_it_again() -> None:
    before = AnsweredAsk(
        asked("suspect", 0), Answer(beliefs=(Belief(2, "Werewolf", 8), Belief(5, "Uncertain", 6)))
    )
    seen = view()
    seen.answered.append(before)
    given, console = await answer(asked("suspect", 0), [""], seen)
    assert given.beliefs == before.answer.beliefs
    assert "2 Bram  Werewolf 8 (checked: a wolf)" in console.text
    assert (await answer(asked("suspect", 0), ["5 -"], seen))[0].beliefs == before.answer.beliefs[
        :1
    ]
    assert (await answer(asked("suspect", 0), ["Skip"], seen))[0] == Answer()


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("2", "`2` is not a suspicion: write a seat, a role and a confidence from 5 to 10."),
        ("9 Seer 5", "9 is not among the choices"),
        ("2 Witch 5", "`Witch` is not a role: Werewolf, Seer, Doctor, Villager, Uncertain."),
        ("2 Seer 4", "`4` is not a confidence: it goes from 5, a guess, to 10, certain."),
    ],
)
async def test_a_suspicion_that_cannot_be_read_is_explained(typed: str, said: str) -> None:
    given, console = await answer(asked("suspect", 0), [typed, ""])
    assert given.beliefs == ()
    assert said in console.text


@pytest.mark.parametrize("typed", ["?", "/help", "help"])
async def test_help_says_how_to_answer(typed: str) -> None:
    given, console = await answer(asked("vote", 0, 2), [typed, "2"])
    assert given == Answer(2)
    assert "Answer a question by the number before a choice" in console.text


async def test_seats_and_rules_can_be_asked_for() -> None:
    given, console = await answer(asked("vote", 0, 2), ["seats", "/rules", "2"])
    assert given == Answer(2)
    assert "  2 Bram  checked: a wolf" in console.lines
    assert "How it is won" in console.lines


@pytest.mark.parametrize("typed", ["quit", "/quit", " /QUIT "])
async def test_quit_stops_the_game(typed: str) -> None:
    console = ListedConsole([typed])
    front = front_of(console)
    with pytest.raises(GameStopped, match="You left the game"):
        await front.ask(asked("vote", 0, 2), view())
    assert not front.input_ended


@pytest.mark.parametrize("typed", [(), ("9",)])
async def test_the_end_of_input_stops_the_game_and_is_no_answer(typed: tuple[str, ...]) -> None:
    console = ListedConsole(typed)
    front = front_of(console)
    with pytest.raises(GameStopped, match="The input has ended"):
        await front.ask(asked("vote", 0, 2), view())
    assert front.input_ended


async def test_the_end_of_input_in_the_middle_of_a_speech_says_nothing_of_it() -> None:
    with pytest.raises(GameStopped):
        await answer(asked("speak", 0), ["I am \\"])


async def test_several_people_are_asked_behind_each_other_s_back() -> None:
    session = GameSession(BOARD, NAMES, people=(4, 5))
    session.entries([Entry((4,), f.Dealt(4, "Seer")), Entry((5,), f.Dealt(5, "Doctor"))])
    console = ListedConsole(["", "2", "", "2"], terminal=True)
    front = PlainFront(session, console, LineLook(), Printer(session, LineLook(), console.write))
    await front.ask(asked("vote", 0, 2), view())
    assert session.eyes == PUBLIC_EYES
    shown = len(console.lines)
    await front.ask(asked("vote", 0, 2, seat=5), view(5))
    assert console.cleared == [0, shown, shown, len(console.lines)]
    assert console.lines[shown : shown + 3] == [
        "Hand over to 5 Elif, who presses Enter when nobody else is looking.",
        "",
        "◈ You are 5 Elif, ✚ Doctor.",
    ]
    assert "Seer" in "".join(console.lines[:shown])
    assert "Dov, ◉ Seer" not in "".join(console.lines[shown:])


async def test_who_has_nothing_to_do_is_told_so_and_by_whom_it_is_not_seen() -> None:
    console = ListedConsole(["", ""], terminal=True)
    await front_of(console, people=(4, 5)).give_turn(view(4))
    assert console.lines[0] == "Hand over to 4 Dov, who presses Enter when nobody else is looking."
    assert "You are Seer, and there is nothing for you to do now." in console.lines
    assert console.cleared == [0, len(console.lines)]


async def test_the_end_of_input_while_somebody_is_passed_by_stops_the_game() -> None:
    front = front_of(ListedConsole([""]), people=(4, 5))
    with pytest.raises(GameStopped):
        await front.give_turn(view(4))
    assert front.input_ended


async def test_an_empty_line_alone_passes_where_one_may_reply() -> None:
    board = get_board("classic9")
    names = (*NAMES, "Hana", "Ivo")
    seen = View(4, board, names, [f.Dealt(4, "Seer"), f.Began(1, "defence"), f.MostNamed(4, 1)])
    look, console = LineLook(), ListedConsole(["", "For the next question."])
    session = GameSession(board, names, people=(4,))
    front = PlainFront(session, console, look, Printer(session, look, console.write))
    given = await front.ask(asked("defend", 0, phase="defence"), seen)
    assert given.text == ""
    assert "an empty one passes" in " ".join(console.text.split())
    assert "Press Enter once more" not in console.text
