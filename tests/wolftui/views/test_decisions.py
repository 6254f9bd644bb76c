"""The page of a person's decisions: what it says of each, and what it never says."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.core.analysis.spoken_games import play_spoken, says
from wolfcore.analysis.decisions import (
    Coaching,
    CoachReason,
    Decision,
    read_coaching,
    write_coaching,
)
from wolfcore.errors import ConfigError
from wolfcore.game import ALL, Entry, get_board
from wolfcore.game import facts as f
from wolfcore.records import SavedGame
from wolftui.games.coached_seat import CoachedSeat, coached_seat, known_coaching
from wolftui.views.result.decisions import NOTHING_COSTLY, decisions_page, moment_words
from wolftui.words.glyphs import FANCY
from wolftui.words.wrapping import plain_text, width_of

ME = 3
VOTE = Decision(
    "d1.vote.3", "vote", 1, 2, 4, "wolf", {2: 0.216, 4: 0.62}, -0.09, -0.14, -0.04, 80,
    (CoachReason(4, "voted", 1), CoachReason(4, "silent")),
)  # fmt: skip


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> SavedGame:
    """A game of a person in seat 3, a Witch; seat 2 is a Villager."""
    root = tmp_path_factory.mktemp("coached")
    return play_spoken(root, "duel6", 5, {ME: says("")}, deal={2: "Villager", ME: "Witch"})


def page_of(saved: SavedGame, *decisions: Decision, width: int = 300, whole: bool = True) -> str:
    told = CoachedSeat(saved, ME, Coaching(decisions))
    lines = decisions_page(told, width, FANCY, "x", whole=whole).lines
    assert all(width_of(line) <= width for line in lines)
    text = "\n".join(plain_text(line).strip() for line in lines)
    assert "blunder" not in text
    for seat, name in enumerate(saved.header.names, 1):
        text = text.replace(f"{seat} {name}", f"@{seat}")
    return text


changed = partial(replace, VOTE)
"""The vote with other fields."""


def test_a_note_says_view_deed_better_why_and_cost(saved: SavedGame) -> None:
    text = page_of(saved, VOTE)
    assert "Your view: @4 was a wolf at 62 of 100, @2 at 22." in text
    assert "You voted for @2." in text
    better = "Better: vote for @4. By your view this was the likelier wolf. "
    assert f"{better}@4 had voted for @1, whom you could trust.\n" in text
    assert "It cost about 9 games of 100 (4 to 14)." in text
    assert NOTHING_COSTLY not in text


@pytest.mark.parametrize(
    ("decision", "said"),
    [
        (changed(low=-0.2, high=0.1), "Or vote for @4: too close to tell."),
        (changed(games=0, gain=0.0, low=0.0, high=0.0), "Too few games fit what you saw"),
        (changed(ask="d1.vote2.3"), "your vote in the runoff"),
        (changed(done=0, other=2), "You abstained."),
        (
            changed(gain=0.26, low=0.1, high=0.42),
            "It gained about 26 games of 100 over the best other choice (10 to 42).",
        ),
        (
            changed(low=-0.2, high=0.1, chances={2: 0.6}),
            "Right by your view, but @2 was a Villager. That was bad luck.",
        ),
        (
            changed(kind="poison", low=-0.2, high=0.1, chances={2: 0.4, 4: 0.3}),
            "Right by your view, but @2 was a Villager. That was bad luck.",
        ),
        (
            changed(kind="shoot", low=-0.2, high=0.1, chances={2: 0.4, 4: 0.6}),
            "@2 was a Villager, one of your own side.",
        ),
        (changed(ask="n1.save.3", kind="save", done=0, other=2), "Better: save @2."),
        (
            changed(
                ask="d1.speak.3", kind="speak", done=0, other=1, about="self", chances={3: 0.4}
            ),
            "Better: claim a role.",
        ),
        (changed(reasons=(CoachReason(4, "checked", 1),)), "@1 had reported @4 as a wolf."),
        (changed(chances={2: 0.004, 4: 1.0}), "@4 was a wolf at 100 of 100, @2 at 1."),
    ],
)
def test_each_outcome_has_its_sentence(saved: SavedGame, decision: Decision, said: str) -> None:
    assert said in page_of(saved, decision)


def test_without_notes_it_says_so_and_a_fourth_costly_decision_has_none(saved: SavedGame) -> None:
    assert NOTHING_COSTLY in page_of(saved, changed(low=-0.2, high=0.1))
    many = [changed(ask=f"d{day}.vote.3", day=day, gain=-day / 10) for day in range(1, 5)]
    assert page_of(saved, *many).count("Better: ") == 3
    for width in (36, 56, 76):
        page_of(saved, *many, width=width)


def test_what_is_too_close_to_tell_is_counted_below_what_says_something(saved: SavedGame) -> None:
    close = changed(ask="d2.vote.3", day=2, low=-0.2, high=0.1)
    poison = changed(ask="n2.poison.3", kind="poison", day=2, low=-0.2, high=0.1)
    text = ""
    for decisions in ((close, close, VOTE), (close, poison, close)):
        text = page_of(saved, *decisions, whole=False)
        assert "2 other decisions: too close to tell.  x shows all" in text
    # Who poisoned a Villager is not told that nothing was lost.
    assert NOTHING_COSTLY not in text
    assert "@2 was a Villager" in text
    text = page_of(saved, close, whole=False)
    assert NOTHING_COSTLY in text
    assert "1 decision: too close to tell.  x shows all" in text
    assert "Or vote for" not in text
    whole = page_of(saved, close, VOTE)
    assert "shows all" not in whole
    assert whole.index("Better: ") < whole.index("too close to tell")


def test_whoever_died_of_two_potions_of_life_was_bad_luck(saved: SavedGame) -> None:
    facts = (f.Began(1, "night"), f.Protected(5, 2), f.Saved(ME, 2), f.Died(2))
    spec = replace(saved.spec, board=get_board("classic12"))
    header = replace(saved.header, spec=spec)
    dealt = [entry for entry in saved.entries if isinstance(entry.fact, f.Dealt)]
    game = replace(saved, header=header, entries=(*dealt, *(Entry(ALL, fact) for fact in facts)))
    save = changed(ask="n1.save.3", kind="save", low=-0.2, high=0.1)
    said = "@2 was protected and saved at once. On this board both together kill."
    assert said in page_of(game, save, whole=False)
    for other in (replace(save, done=4), replace(save, day=2), VOTE):
        assert said not in page_of(game, other)
    assert said not in page_of(replace(game, header=saved.header), save)


def test_the_tab_you_gets_the_deed_and_its_cost(saved: SavedGame) -> None:
    told = CoachedSeat(saved, ME, Coaching((VOTE,)))
    words = plain_text(moment_words(told, VOTE))
    whom = f"2 {saved.header.names[1]}"
    assert words == f"Day 1: You voted for {whom}. It cost about 9 games of 100 (4 to 14)."


def test_what_is_kept_is_not_computed_again_and_nothing_is_told_before_the_end(
    tmp_path: Path, saved: SavedGame
) -> None:
    assert known_coaching(saved, ME) is None
    kept, _ = read_coaching(saved)
    coaching = Coaching((VOTE,))
    assert not write_coaching(saved, type(kept)(kept.version, kept.bots, kept.log, {ME: coaching}))
    found = coached_seat(saved, None, lambda: pytest.fail("computed again"))
    assert (found.seat, found.coaching, found.problem) == (ME, coaching, "")
    assert known_coaching(saved, ME) == found
    running = play_spoken(tmp_path, "duel6", 5, {ME: says("")}, ends=False)
    with pytest.raises(ConfigError, match="what you could have done is secret until then"):
        coached_seat(running, ME)
