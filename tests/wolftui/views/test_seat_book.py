"""A seat looked at more closely says what the eyes know of it, from their facts and marks and
nothing else."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.core.game.planting import MARK, Round, two_games
from wolfcore.game import ALL, Belief, Entry, GameSpec, get_board, make_spec
from wolfcore.game import facts as f
from wolftui.games.session.game_session import GameSession
from wolftui.games.session.shown_game import Notebook, ShownGame
from wolftui.views.seat_focus import SeatFocusPanel, names_seat
from wolftui.words.glyphs import FANCY
from wolftui.words.spans import MODERATOR_EYES, PUBLIC_EYES
from wolftui.words.wrapping import plain_text, width_of

NAMES = ("Ada", "Bram", "Cleo", "Dov", "Elif", "Fay", "Gil")
DAY = [
    f.Began(1, "night"),
    f.Began(1, "dawn"),
    f.Died(6),
    f.Began(1, "discussion"),
    f.Said(2, "speak", "I am the Seer. I checked Cleo last night and she is a wolf."),
    f.Said(3, "speak", "Bram is a wolf, and I say it again: Bram is a wolf."),
    f.Said(1, "speak", "I trust Bram. I am the Seer, believe him."),
    f.Began(1, "vote"),
    f.Voted(1, 3, "vote"),
    f.Voted(2, 3, "vote"),
    f.Voted(3, 2, "vote"),
    f.Voted(4, 0, "vote"),
    f.Exiled(3),
    f.Died(3),
    f.Cause(3, "exiled"),
]


def game(facts: Sequence[f.Fact | Entry], eyes: int = 4, *, live: bool = True) -> ShownGame:
    """A game whose entries are told, to all where nothing else is said, through some eyes."""
    session = GameSession(get_board("sla7"), NAMES, people=(eyes,) if eyes > 0 else (), live=live)
    session.entries([entry if isinstance(entry, Entry) else Entry(ALL, entry) for entry in facts])
    session.set_eyes(eyes)
    session.go_end()
    return ShownGame(session, "play" if eyes > 0 else "live")


def told(shown: ShownGame, seat: int, width: int = 31) -> str:
    lines = SeatFocusPanel(shown, seat, FANCY).lines(width)
    assert max(map(width_of, lines)) <= width
    return "\n".join(plain_text(line).rstrip() for line in lines)


def part(text: str, name: str) -> str:
    """The lines of a part of the panel, in one line each; an empty string for a part that is not
    there."""
    parts = [each.split("\n", 1) for each in text.split("\n\n")]
    return next((each[1] for each in parts if each[0].startswith(name) and len(each) > 1), "")


def test_it_says_who_fell_how_and_when() -> None:
    words = told(game(DAY), 3)
    assert words.startswith("3 Cleo")
    assert f"{FANCY.exiled} exiled, day 1" in words
    assert "alive" in told(game(DAY), 2)
    assert f"{FANCY.sheriff} sheriff" in told(game([*DAY, f.Badge(2, "elected")]), 2)


def test_it_has_a_seats_claims_and_what_is_said_of_it_and_by_it() -> None:
    words = told(game(DAY), 2)
    assert f"day 1  is {FANCY.roles['Seer']} Seer" in part(words, "CLAIMS")
    assert f"checked 3 Cleo {FANCY.roles['Werewolf']} wolf night 1" in " ".join(
        part(words, "CLAIMS").split()
    )
    assert "3 Cleo accuses  day 1" in part(words, "SAID OF IT")
    assert "1 Ada trusts  day 1" in part(words, "SAID OF IT")
    assert "accuses" not in part(told(game(DAY), 1), "SAID OF IT")
    assert "accuses 2 Bram  day 1" in part(told(game(DAY), 3), "SAYS OF OTHERS")


def test_a_charge_on_two_days_is_one_line() -> None:
    again = [
        *DAY,
        f.Began(2, "night"),
        f.Began(2, "discussion"),
        f.Said(1, "speak", "Bram is a wolf."),
        f.Said(5, "speak", ""),
    ]
    more = [*again, f.Began(3, "discussion"), f.Said(1, "speak", "Bram is a wolf.")]
    assert "1 Ada accuses  day 2, 3" in part(told(game(more), 2), "SAID OF IT")


def test_a_claim_is_told_again_only_where_it_is_another() -> None:
    words = [
        f.Said(1, "speak", "I am the Seer."),
        f.Said(1, "speak", "I am the Seer."),
        f.Said(1, "speak", "I am the Doctor."),
    ]
    claims = part(told(game([f.Began(1, "discussion"), *words]), 1), "CLAIMS")
    assert claims.split("\n") == [
        f"  day 1  is {FANCY.roles['Seer']} Seer",
        f"  day 1  is {FANCY.roles['Doctor']} Doctor",
    ]


def test_it_has_its_votes_and_those_against_it_by_round() -> None:
    lean = [f.Voted(1, 2, "lean"), f.Voted(2, 1, "lean")]
    facts = [
        *DAY[:7],
        *lean,
        *DAY[7:],
        f.Began(2, "discussion"),
        f.Began(2, "vote"),
        f.Voted(2, 0, "vote"),
        f.Voted(5, 2, "vote"),
    ]
    votes = part(told(game(facts), 2), "VOTES").split("\n")
    assert votes == [
        "  day 1 straw  → 1 Ada   ← 1",
        "  day 1        → 3 Cleo  ← 3",
        "  day 2        → nobody  ← 5",
    ]
    assert part(told(game(facts), 7), "VOTES") == ""


def test_a_second_round_of_the_same_ballot_is_a_round_of_its_own() -> None:
    first = [f.Began(1, "vote"), f.Voted(1, 2, "vote"), f.Voted(3, 2, "vote")]
    votes = part(told(game([*first, f.Voted(1, 3, "vote")]), 1), "VOTES").split("\n")
    assert votes == ["  day 1  → 2 Bram", "  day 1  → 3 Cleo"]


def test_what_the_player_learned_of_it_is_told_and_to_nobody_else() -> None:
    facts = [
        Entry((4,), f.Dealt(4, "Seer")),
        f.Began(2, "night"),
        Entry((4,), f.Checked(4, 5, "wolves")),
        f.Began(2, "dawn"),
    ]
    rows = part(told(game(facts), 5), "WHAT HAPPENED").split("\n")
    assert rows == ["  night 2  checked by you", f"    {FANCY.roles['Werewolf']} wolf"]
    assert "WHAT HAPPENED" not in told(game(facts, PUBLIC_EYES), 5)
    assert "WHAT HAPPENED" not in told(game(facts, 5), 4)
    assert "checked 5 Elif" in told(game(facts, MODERATOR_EYES), 4)


def test_a_person_has_their_mark_and_the_notes_that_name_the_seat() -> None:
    shown = game(DAY)
    shown.notebooks[4] = Notebook(
        {2: "wolf"}, "Bram pushes hard\nnothing of 22\nask 2 again\nCleo is quiet"
    )
    words = part(told(shown, 2), "YOUR MARKS")
    assert f"{FANCY.roles['Werewolf']} wolf" in words
    assert "Bram pushes hard" in words
    assert "ask 2 again" in words
    assert "22" not in words
    assert "Cleo" not in words
    assert "YOUR MARKS" not in told(shown, 5)


def test_the_moderator_sees_beliefs_thoughts_and_who_plays() -> None:
    beliefs = [Entry(f.MODERATOR, f.Believed(2, "d1.suspect.1", (Belief(3, "Werewolf", 9, 0.87),)))]
    beliefs += [
        Entry(f.MODERATOR, f.Believed(1, "d1.suspect.1", (Belief(2, "Werewolf", 9, 0.12),)))
    ]
    beliefs += [Entry(f.MODERATOR, f.Thought(2, "d1.speak.2", "Cleo trembles."))]
    shown = game([*DAY, *beliefs], MODERATOR_EYES)
    shown.players = ("bot:hard",) * 7
    words = told(shown, 2, 37)
    assert [line.split() for line in part(words, "SUSPICIONS").split("\n")[1:]] == [
        ["1", "Ada", "·", "12"],
        ["3", "Cleo", "87", "·"],
    ]
    assert "Cleo trembles." in part(words, "LAST THOUGHT")
    assert "played by bot:hard" in words
    for eyes in (PUBLIC_EYES, 4):
        other = told(game([*DAY, *beliefs], eyes), 2)
        assert [word for word in ("87", "12", "trembles", "SUSPICIONS") if word in other] == []


def test_who_plays_a_seat_that_was_given_by_role_is_not_told() -> None:
    session = GameSession(get_board("sla7"), NAMES, people=(4,), by_role=True)
    shown = ShownGame(session, "play", players=("KINDX",) * 7)
    session.entries([Entry(ALL, fact) for fact in DAY])
    session.go_end()
    assert "KINDX" not in told(shown, 2)


def test_nothing_is_told_that_lies_behind_the_cursor() -> None:
    shown = game(DAY, MODERATOR_EYES, live=False)
    shown.session.go_home()
    words = told(shown, 3)
    assert [
        name for name in ("CLAIMS", "SAID OF IT", "SAYS", "VOTES", "exiled") if name in words
    ] == []


def test_many_speeches_are_read_little_by_little() -> None:
    talk = [
        f.Said(1 + turn % 7, "speak", f"Bram is a wolf, and this is the {turn}th time.")
        for turn in range(150)
    ]
    book = SeatFocusPanel(game([f.Began(1, "discussion"), *talk]), 2, FANCY)
    seen = ["".join(plain_text(line) for line in book.lines(31)) for _ in range(3)]
    assert ["listening" in words for words in seen] == [True, True, False]
    assert ["SAID OF IT" in words for words in seen] == [False, False, True]
    assert not book.needs_more_reading


def all_pages(
    spec: GameSpec, game: Sequence[Round], eyes: int, people: tuple[int, ...]
) -> list[list[str]]:
    """The pages of all seats as they change in a game, through some eyes, up to the last round but
    one."""
    session = GameSession(spec.board, spec.names, people=people, by_role=True)
    session.set_eyes(eyes)
    shown = ShownGame(
        session, "play" if people else "live", players=("KINDX",) * spec.board.size, seed=987654321
    )
    found: list[list[str]] = []
    for each in game[:-1]:
        session.entries(each.new)
        session.go_end()
        found.append([told(shown, seat) for seat in range(1, spec.board.size + 1)])
    return [pages for number, pages in enumerate(found) if not number or pages != found[number - 1]]


@pytest.mark.slow(only=("classic12-1", "classic12-7"))
@pytest.mark.parametrize("seat", [1, 7])
@pytest.mark.parametrize("board", ["classic12", "helmsman7", "xu7"])
def test_no_page_differs_by_secrets_of_any_kind(board: str, seat: int) -> None:
    spec = make_spec(get_board(board), 11, people={seat: None})
    without, grown = two_games(spec, seat)
    pages = all_pages(spec, without, seat, (seat,))
    assert pages == all_pages(spec, grown, seat, (seat,))
    words = "\n".join(page for round_pages in pages for page in round_pages)
    assert [secret for secret in (MARK, "KINDX", "987654321", " 87") if secret in words] == []
    assert "VOTES" in words


@pytest.mark.parametrize(
    "kind",
    [
        f.Dealt,
        f.Checked,
        f.Protected,
        f.Attacked,
        f.Poisoned,
        f.Saved,
        f.Thought,
        f.Believed,
        f.Voted,
    ],
)
def test_a_secret_is_told_to_the_moderator(kind: type[f.Fact]) -> None:
    """Without this the test above could not fail."""
    spec = make_spec(get_board("xu7"), 11)
    without, grown = two_games(spec, 7, [kind])
    assert all_pages(spec, without, MODERATOR_EYES, ()) != all_pages(
        spec, grown, MODERATOR_EYES, ()
    )


def test_notes_name_a_seat_by_its_name_or_its_number() -> None:
    assert names_seat("and BRAM?", 2, NAMES)
    assert names_seat("2: odd", 2, NAMES)
    assert not names_seat("Bramble 12", 2, NAMES)
    named = ("Ada", "Will", "Rose")
    assert names_seat("rose lied", 3, named)
    assert not names_seat("Ada rose early and will lie", 3, named)
    assert not names_seat("Ada rose early and will lie", 2, named)
