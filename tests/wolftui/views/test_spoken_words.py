"""The page of what words did: a sentence for each outcome, and none before the game has ended."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from tempfile import mkdtemp

import pytest
from msgspec.structs import replace

from tests.core.analysis.spoken_games import play_spoken, says
from wolfcore.analysis.spoken_effects import (
    AskedQuestion,
    BeliefShift,
    MovedBallot,
    SeatEffects,
    SpokenEffect,
    Witness,
)
from wolfcore.errors import ConfigError
from wolfcore.game import facts as f
from wolfcore.records import SavedGame
from wolftui.games.spoken_words import WordsOfSeat, words_of_seat
from wolftui.views.result.spoken_words import NO_WORDS, digest_of, words_page
from wolftui.words.glyphs import FANCY
from wolftui.words.wrapping import plain_text

ACCUSATION = "I suspect seat 2."


@lru_cache
def a_game() -> tuple[SavedGame, SpokenEffect]:
    """A game in which seat 3 accuses seat 2 in each speech, and a bare effect of its first one."""
    saved = play_spoken(Path(mkdtemp()), "classic9", 5, {3: says(ACCUSATION)})
    entry = next(
        number
        for number, each in enumerate(saved.entries)
        if isinstance(each.fact, f.Said) and each.fact.seat == 3 and each.fact.text
    )
    return saved, SpokenEffect("d1.speak.3", entry, "speak", 1, "unmoved")


def page_of(*words: SpokenEffect) -> str:
    """The page of seat 3 as one text; names are replaced by their numbers."""
    saved, _ = a_game()
    page = words_page(WordsOfSeat(saved, 3, SeatEffects(words)), 300, FANCY)
    text = "\n".join(plain_text(line).strip() for line in page.lines)
    for seat, name in enumerate(saved.header.names, 1):
        text = text.replace(f"{seat} {name}", f"#{seat}").replace(name, f"@{seat}")
    return text


def digest(*words: SpokenEffect) -> str:
    saved, _ = a_game()
    return plain_text(digest_of(WordsOfSeat(saved, 3, SeatEffects(words))))


SHIFTS = (
    BeliefShift(5, 2, 0.1, 0.6, "good", "bad"),
    BeliefShift(1, 3, 0.3, 0.7, "open", "bad"),
    BeliefShift(4, 3, 0.3, 0.7, "open", "bad"),
    BeliefShift(1, 2, 0.1, 0.5, "bad", "bad"),
    BeliefShift(6, 7, 0.2, 0.05, "good", "good"),
)

MOVED = (
    MovedBallot("vote", 5, 2, 3), MovedBallot("vote", 4, 2, 3), MovedBallot("vote", 1, 3, None),
    MovedBallot("runoff", 6, 0, 2),
)  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "sentences"),
    [
        ({}, ["Heard: you suspect #2.", "Nobody voted otherwise."]),
        (
            {"settled": (7, 4)},
            ["Nobody voted otherwise: four had spoken against #7 before, and voted so."],
        ),
        (
            {"settled": (3, 4)},
            ["Nobody voted otherwise: four had spoken against you before, and voted so."],
        ),
        (
            {"outcome": "too_close"},
            ["The votes would have come out the same about as often. Too close to tell."],
        ),
        ({"outcome": "no_vote"}, ["No house bot voted after that."]),
        (
            {"shifts": SHIFTS},
            [
                "#5 trusted #2 before, and suspected @2 after.",
                "#1 and #4 began to suspect you.",
                "#1 suspected #2 much more.",
                "#6 trusted #7 more.",
            ],
        ),
        (
            {"outcome": "moved", "moved": MOVED},
            [
                "#5 and #4 voted for #2. Had you said nothing, both would have voted for you.",
                "#1 voted for you. Had you said nothing, #1 would have voted for another seat.",
                "#6 voted for nobody in the runoff. Had you said nothing, #6 would have voted for "
                "#2.",
            ],
        ),
        (
            {"questions": (AskedQuestion(2, "answered"), AskedQuestion(6, "no_turn"))},
            ["#2 answered you.", "#6 had no turn left to answer."],
        ),
        (
            {"witnesses": (Witness(8, 2, 3, None, 0), Witness(6, None, None, 2, 2), Witness(9))},
            [
                "#8 suspected #2 before and you after, and voted for nobody after.",
                "#6 voted for #2 before and after.",
                "How this is known",
                "Where a model or a person sits, only votes and suspicions",
            ],
        ),
    ],
)
def test_each_outcome_has_its_sentence(changes: dict[str, object], sentences: list[str]) -> None:
    text = page_of(replace(a_game()[1], **changes))
    assert f"“{ACCUSATION}”" in text
    assert [sentence for sentence in sentences if sentence not in text] == []


def test_what_was_not_heard_says_how_to_be_heard_and_names_a_living_seat() -> None:
    effect = replace(a_game()[1], outcome="unheard")
    assert "Not heard. For example: “I suspect @2.”" in page_of(effect)


def test_the_digest_tells_of_the_words_that_moved_most_votes() -> None:
    saved, effect = a_game()
    names = saved.header.names
    moved = replace(effect, outcome="moved", moved=(MOVED[2], *MOVED[:2]))
    assert digest() == NO_WORDS
    assert digest(effect) == "You spoke once. Nobody voted otherwise because of it."
    assert digest(replace(effect, outcome="unheard")) == "You spoke once. Nothing of it was heard."
    dealt = WordsOfSeat(saved, 3, SeatEffects()).roles[2]
    # Every ballot that the page lists is named, whatever each would have been otherwise.
    brought = (
        f"you brought 5 {names[4]} and 4 {names[3]} to vote for 2 {names[1]}, and 1 {names[0]} to "
        f"vote for you. 2 {names[1]} was {'a' if dealt == 'Werewolf' else 'no'} wolf."
    )
    assert digest(moved) == f"You spoke once. That time it moved three votes. On day 1 {brought}"
    assert digest(effect, moved, replace(moved, moved=MOVED[2:3])) == (
        f"You spoke three times. Twice it moved votes, four in all. Most on day 1: {brought}"
    )
    # Who is not of the pack never heard a whisper.
    assert "by day, through what your pack said" in digest(replace(moved, kind="whisper"))
    apart = replace(moved, moved=(MOVED[0], replace(MOVED[1], otherwise=None)))
    assert f"5 {names[4]} and 4 {names[3]} to vote for 2" in digest(apart)
    assert digest(replace(moved, moved=MOVED[2:3])).endswith(
        f"you brought 1 {names[0]} to vote for you."
    )


def test_a_seat_that_trusted_somebody_more_and_voted_for_them_is_said_to_have_done_both() -> None:
    saved, effect = a_game()
    after = saved.entries[effect.entry :]
    vote = next(e.fact for e in after if isinstance(e.fact, f.Voted) and e.fact.ballot == "vote")
    about = vote.target
    softer = BeliefShift(vote.voter, about, 0.6, 0.1, "bad", "good")
    whom = "you" if about == 3 else f"@{about}"
    said = f"and trusted {whom} after, and voted for {whom} all the same."
    assert said in page_of(replace(effect, shifts=(softer,)))
    harder = replace(softer, without=0.1, after=0.6, view_without="good", view_after="bad")
    elsewhere = replace(softer, about=about % 9 + 1)
    # What was cast together with the words was not moved by them.
    at_once = replace(effect, kind="vote", shifts=(softer,))
    for each in (replace(effect, shifts=(harder, elsewhere)), at_once):
        assert "all the same" not in page_of(each)


def test_nothing_is_told_before_the_game_has_ended(tmp_path: Path) -> None:
    running = play_spoken(tmp_path, "duel6", 5, {3: says(ACCUSATION)}, ends=False)
    with pytest.raises(ConfigError, match="has not ended"):
        words_of_seat(running, 3)
    assert not (running.path / "words.json").exists()


def test_words_are_computed_once_and_a_damaged_file_is_said_and_replaced(tmp_path: Path) -> None:
    saved = play_spoken(tmp_path, "duel6", 5, {3: says(ACCUSATION)})
    first = words_of_seat(saved)
    assert first.effects.words
    cancelled = words_of_seat(saved, 3, lambda: pytest.fail("computed again"))
    assert (cancelled.effects, cancelled.problem) == (first.effects, "")
    (saved.path / "words.json").write_text("{")
    again = words_of_seat(saved)
    assert (again.effects, "made anew" in again.problem) == (first.effects, True)
    assert words_of_seat(saved).problem == ""


def test_a_seat_must_be_named_at_a_table_of_several_people(tmp_path: Path) -> None:
    saved = play_spoken(tmp_path, "duel6", 5, {3: says(""), 5: says("")})
    with pytest.raises(ConfigError, match="people play on seats 3, 5"):
        words_of_seat(saved)
    with pytest.raises(ConfigError, match="there is no seat 7"):
        words_of_seat(saved, 7)
    assert words_of_seat(saved, 5).effects == SeatEffects()
