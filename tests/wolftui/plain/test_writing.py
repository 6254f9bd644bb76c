"""Words before plain lines: what the table hears is told before they are sent, and a terminal asks
once more."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from tests.wolftui.plain.consoles import ListedConsole
from tests.wolftui.plain.test_asking import BOARD, NAMES, asked, view
from wolfcore.errors import GameStopped
from wolfcore.game import Answer, Ask
from wolfcore.speech import Accuses, ClaimsRole, Defends
from wolftui.games.session.game_session import GameSession
from wolftui.plain.front import PlainFront
from wolftui.plain.line_layout import LineLook
from wolftui.plain.printer import Printer
from wolftui.words.recognised_acts import acts_in

AGAIN = "Enter sends it, e writes it again, + adds words: "


def front_of(console: ListedConsole, *, hears: bool = True) -> PlainFront:
    session = GameSession(BOARD, NAMES, people=(4,))
    return PlainFront(
        session, console, LineLook(), Printer(session, LineLook(), console.write), hears=hears
    )


async def answer(
    ask: Ask, typed: Iterable[str], *, terminal: bool, hears: bool = True
) -> tuple[Answer, ListedConsole]:
    console = ListedConsole(typed, terminal=terminal)
    return await front_of(console, hears=hears).ask(ask, view()), console


async def test_at_a_terminal_words_are_sent_once_they_have_been_read_as_they_are_heard() -> None:
    given, console = await answer(
        asked("speak", 0), ["I am the Seer. Cleo is a wolf.", ""], terminal=True
    )
    assert given == Answer(text="I am the Seer. Cleo is a wolf.")
    assert console.lines[-3:] == ["> ", "heard: you claim the Seer · you accuse 3 Cleo", AGAIN]


async def test_words_of_another_language_are_said_not_to_be_heard() -> None:
    typed = "Creo que Cleo es el lobo, ayer votó muy raro."
    given, console = await answer(asked("speak", 0), [typed, ""], terminal=True)
    assert given == Answer(text=typed)
    assert console.lines[-2] == "heard: nothing: only English is heard"


async def test_words_can_be_taken_back_with_one_key() -> None:
    given, console = await answer(
        asked("speak", 0), ["Cleo is a wolf.", "E", "Good morning.", ""], terminal=True
    )
    assert given.text == "Good morning."
    assert "heard: a greeting" in console.lines
    assert console.lines.count(AGAIN) == 2


async def test_anything_else_neither_sends_nor_drops_them() -> None:
    typed = ["Cleo is a wolf.", "what?", "/seats", ""]
    given, console = await answer(asked("speak", 0), typed, terminal=True)
    assert given.text == "Cleo is a wolf."
    assert "Press Enter to say it, e to write it again, or + and more words." in console.text
    assert "  2 Bram  checked: a wolf" in console.lines


async def test_without_a_terminal_every_line_is_an_answer_and_what_is_heard_is_told_all_the_same() -> (
    None
):
    given, console = await answer(asked("speak", 0), ["Cleo is a wolf."], terminal=False)
    assert given.text == "Cleo is a wolf."
    assert console.lines[-2:] == ["> ", "heard: you accuse 3 Cleo"]


async def test_it_can_be_switched_off() -> None:
    given, console = await answer(
        asked("speak", 0), ["Cleo is a wolf."], terminal=True, hears=False
    )
    assert given.text == "Cleo is a wolf."
    assert console.lines[-1] == "> "


async def test_silence_is_not_told_as_something_heard() -> None:
    given, console = await answer(asked("speak", 0), ["", ""], terminal=True)
    assert given.text == ""
    assert "heard:" not in console.text


@pytest.mark.parametrize(
    ("kind", "words"),
    [("whisper", "you propose to exile 2 Bram"), ("last_words", "you call to vote for 2 Bram")],
)
async def test_it_is_told_by_who_hears_it(kind: str, words: str) -> None:
    ask = Ask(f"d1.{kind}.4", 4, "whisper" if kind == "whisper" else "last_words", 1, "night", (0,))
    _, console = await answer(ask, ["Vote for Bram."], terminal=False)
    assert console.lines[-1] == f"heard: {words}"


async def test_the_end_of_input_before_it_was_meant_says_nothing_of_it() -> None:
    with pytest.raises(GameStopped):
        await answer(asked("speak", 0), ["Cleo is a wolf."], terminal=True)


async def test_what_to_say_is_chosen_by_numbers_and_names_and_words_go_on_from_there() -> None:
    typed = ["/", "accuse", "3", "1", "terse", "Mark my words.", ""]
    given, console = await answer(asked("speak", 0), typed, terminal=True)
    assert given.text.endswith(" Mark my words.")
    assert acts_in(given.text, 4, NAMES, ()) == (Accuses(3),)
    assert "What do you want to say?" in console.lines
    assert "  3  Accuse" in console.lines
    assert "  3  Cleo" in console.lines
    assert f"  8  terse     {given.text.removesuffix(' Mark my words.')}" in console.lines
    assert f"So far: {given.text.removesuffix(' Mark my words.')}" in console.lines
    assert "heard: you accuse 3 Cleo" in console.lines


async def test_a_chosen_sentence_is_said_by_an_empty_line_and_may_be_followed_by_another() -> None:
    typed = ["/moves", "Claim", "Doctor", "1", "/", "defend", "me", "plain", ""]
    given, _ = await answer(asked("speak", 0), typed, terminal=False)
    assert acts_in(given.text, 4, NAMES, ()) == (ClaimsRole("Doctor"), Defends(4))


async def test_a_chosen_sentence_can_be_dropped_and_going_back_says_nothing() -> None:
    typed = ["/", "claim", "seer", "1", "e", "/", "accuse", "", "Good morning."]
    given, _ = await answer(asked("speak", 0), typed, terminal=False)
    assert given.text == "Good morning."
    typed = ["/", "claim", "seer", "1", "", "e", "Good morning.", ""]
    given, _ = await answer(asked("speak", 0), typed, terminal=True)
    assert given.text == "Good morning."


async def test_words_that_were_taken_back_are_shown_and_can_be_gone_on_from() -> None:
    typed = ["I am the Seer.", "e", "+ I checked Bram last night: a wolf.", ""]
    given, console = await answer(asked("speak", 0), typed, terminal=True)
    assert given.text == "I am the Seer. I checked Bram last night: a wolf."
    assert "You wrote: I am the Seer." in console.lines
    given, _ = await answer(
        asked("speak", 0), ["I am the Seer.", "e", "Good morning.", ""], terminal=True
    )
    assert given.text == "Good morning."
    given, _ = await answer(asked("speak", 0), ["+ one for me", ""], terminal=True)
    assert given.text == "+ one for me"


async def test_words_are_added_where_the_others_are_confirmed() -> None:
    typed = ["I am the Seer.", "+ I checked Bram last night: a wolf.", "+And you?", "+", ""]
    given, _ = await answer(asked("speak", 0), typed, terminal=True)
    assert given.text == "I am the Seer. I checked Bram last night: a wolf. And you?"


async def test_a_wrong_number_is_explained_and_commands_are_obeyed_while_choosing() -> None:
    typed = ["/", "99", "/seats", "", "Good morning."]
    given, console = await answer(asked("speak", 0), typed, terminal=False)
    assert given.text == "Good morning."
    assert "99 is not among the choices" in console.text
    assert "  2 Bram  checked: a wolf" in console.lines
