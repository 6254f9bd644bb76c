"""What words did in a finished game, against the same game forked by hand with silence."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from wolfcore.analysis.silent_turns import Cancelled, effects_of_words
from wolfcore.analysis.spoken_effects import SpokenEffect
from wolfcore.bots import BOTS_VERSION, HouseBot
from wolfcore.bots.fingerprints import fingerprints_of
from wolfcore.game import Answer, Ask, Fact, Game, View, team_of, view_of
from wolfcore.game import facts as f
from wolfcore.players import Desk, SyncPlayer, fallback_answer
from wolfcore.records import SavedGame
from wolfcore.table import fork, play_now

from .spoken_games import (
    Says,
    accuses,
    accuses_with_the_vote,
    attacks,
    house_bots,
    play_spoken,
    says,
)

BOARDS = ("classic9", "duel6", "sla7")


SEEDS = {"classic9": range(5, 8), "duel6": range(5, 15), "sla7": range(5, 15)}


class Repeating:
    """A person that repeats recorded answers, except one that it gives without words."""

    def __init__(self, saved: SavedGame, silent: str) -> None:
        self._answers, self._silent = saved.answers, silent

    def answer_now(self, view: View, ask: Ask, desk: Desk) -> Answer:
        given = self._answers.get(ask.id)
        if given is None or given.choice not in ask.options:
            return fallback_answer(ask, desk.dice)
        return replace(given, text="") if ask.id == self._silent else given

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        return self.answer_now(view, ask, desk)


def parent_at(saved: SavedGame, word: SpokenEffect, root: Path) -> Game:
    """The game of a real fork at the ask of these words, before its batch is answered."""
    resumed = fork(saved, word.ask, root, version="1")
    resumed.folder.close()
    return resumed.game


def forked(saved: SavedGame, word: SpokenEffect, root: Path, *, silent: bool) -> Game:
    """The game of a real fork at the ask of these words, right after them or after silence."""
    game = parent_at(saved, word, root)
    answers = {ask.id: saved.answers[ask.id] for ask in game.asks}
    if silent:
        answers[word.ask] = replace(answers[word.ask], text="")
    game.submit(answers)
    return game


def belief_of(game: Game, seat: int) -> tuple[float, ...]:
    """What a house bot that never saw the game before believes after a log."""
    ask = Ask(f"d9.vote.{seat}", seat, "vote", game.state.day, "vote", (0,))
    view = view_of(game.log, seat, game.spec.board, game.spec.names)
    return house_bots().mind(view, ask, Desk.of_seed(ask, 1)).belief.p_wolf


def exile_ballots(
    facts: list[Fact], *, picks: bool = False, skipped: int = 0
) -> dict[tuple[str, int], int]:
    """The ballots of the first vote that leads to an exile, with the picks of the pack before.

    The first `skipped` ballots are those that the words came with.
    """
    found: dict[tuple[str, int], int] = {}
    left = skipped
    for fact in facts:
        if isinstance(fact, f.Exiled) and found:
            break
        if isinstance(fact, f.Voted) and left:
            left -= 1
        elif isinstance(fact, f.Voted):
            found[fact.ballot, fact.voter] = fact.target
        if isinstance(fact, f.Proposed) and picks:
            found["kill", fact.seat] = fact.target
    return found


def compared(
    saved: SavedGame, word: SpokenEffect, people: Sequence[int], root: Path, *, picks: bool = False
) -> int:
    """Compare the ballots that words of seat 3 moved with a fork by hand; returns how many."""
    game = forked(saved, word, root, silent=True)
    parent = parent_at(saved, word, root)
    start = len(parent.log)
    seats, person = range(1, saved.spec.board.size + 1), Repeating(saved, word.ask)
    players: dict[int, SyncPlayer] = dict.fromkeys(seats, house_bots())
    play_now(game, players | dict.fromkeys(people, person))
    skipped = len(parent.asks) if word.kind == "vote" else 0
    without, given = (
        exile_ballots([entry.fact for entry in log[start:]], picks=picks, skipped=skipped)
        for log in (game.log, saved.entries)
    )
    both = {key for key in given if key in without and key[1] not in people}
    changed = {key: without[key] for key in both if given[key] != without[key]}
    moved = {(each.kind, each.seat): each.otherwise for each in word.moved}
    assert moved.keys() <= changed.keys()
    assert all(to in (None, changed[key]) for key, to in moved.items())
    assert (word.outcome in ("unmoved", "no_vote")) == (not changed)
    return len(moved)


@pytest.mark.slow
@pytest.mark.parametrize("board", BOARDS)
def test_beliefs_move_by_the_difference_between_two_forks(board: str, tmp_path: Path) -> None:
    saved = play_spoken(tmp_path, board, 5, {3: accuses})
    words = [
        word
        for word in effects_of_words(saved, 3).words
        if word.kind in ("speak", "defend") and word.outcome != "unheard"
    ]
    assert words
    for word in words:
        without, after = (
            forked(saved, word, tmp_path / "forks", silent=silent) for silent in (True, False)
        )
        dealt = {fact.seat: fact.role for entry in saved.entries
                 if isinstance(fact := entry.fact, f.Dealt)}  # fmt: skip
        village = [
            seat for seat in after.state.living if team_of(dealt[seat]) == "village" and seat != 3
        ]
        moved = {(shift.seat, shift.about): shift for shift in word.shifts}
        assert {seat for seat, _ in moved} <= set(village)
        for seat in village:
            silent, heard = belief_of(without, seat), belief_of(after, seat)
            for about in set(after.state.living) - {seat}:
                shift = moved.get((seat, about))
                if shift is None:
                    assert abs(heard[about] - silent[about]) < 0.1
                else:
                    assert abs(shift.without - silent[about]) < 5.1e-4
                    assert abs(shift.after - heard[about]) < 5.1e-4


@pytest.mark.slow
@pytest.mark.parametrize("board", BOARDS)
def test_ballots_change_as_in_a_fork_that_was_silent(board: str, tmp_path: Path) -> None:
    found = 0
    for seed in SEEDS[board]:
        saved = play_spoken(tmp_path, board, seed, {3: accuses, 5: accuses})
        for word in effects_of_words(saved, 3).words:
            if word.kind in ("speak", "defend") and word.outcome != "unheard":
                found += compared(saved, word, (3, 5), tmp_path / "forks")
    assert found


@pytest.mark.slow
def test_whispers_change_picks_as_in_a_fork_that_was_silent(tmp_path: Path) -> None:
    found = 0
    for seed in range(5, 9):
        saved = play_spoken(tmp_path, "classic9", seed, {3: attacks}, deal={3: "Werewolf"})
        words = effects_of_words(saved, 3).words
        assert words
        for word in words:
            assert (word.kind, word.shifts) == ("whisper", ())
            found += compared(saved, word, (3,), tmp_path / "forks", picks=True)
    assert found


@pytest.mark.slow
def test_a_line_with_a_ballot_can_change_later_ballots_alone(tmp_path: Path) -> None:
    found = 0
    for seed in (10, 14, 37):
        saved = play_spoken(tmp_path, "classic9", seed, {3: accuses_with_the_vote})
        words = effects_of_words(saved, 3).words
        assert {word.kind for word in words} == {"vote"}
        found += sum(compared(saved, word, (3,), tmp_path / "forks") for word in words)
    assert found


def test_who_says_nothing_has_no_words_and_unread_words_are_not_played_again(
    tmp_path: Path,
) -> None:
    silent = play_spoken(tmp_path, "classic9", 5, {3: says("  ")})
    assert effects_of_words(silent, 3).words == ()
    saved = play_spoken(tmp_path, "classic9", 5, {3: says("creo que es un lobo")})
    words = effects_of_words(saved, 3).words
    assert words
    assert {(word.outcome, word.shifts, word.moved) for word in words} == {("unheard", (), ())}


def test_what_other_people_say_and_vote_stays_and_they_are_not_said_to_be_moved(
    tmp_path: Path,
) -> None:
    saved = play_spoken(tmp_path, "classic9", 6, {3: accuses, 5: accuses})
    words = effects_of_words(saved, 3).words
    assert any(word.outcome != "unheard" for word in words)
    for word in words:
        assert all(5 not in (each.seat, 0) for each in (*word.shifts, *word.moved))
    first = next(word for word in words if word.kind == "speak")
    (other,) = first.witnesses
    votes = exile_ballots([entry.fact for entry in saved.entries[first.entry :]])
    assert (other.seat, other.vote_before, other.vote_after) == (5, None, votes["vote", 5])


@pytest.mark.slow
def test_a_question_is_answered_only_by_a_later_line_that_names_the_asker(tmp_path: Path) -> None:
    seen: set[str] = set()
    for seed in range(5, 13):
        people = {3: accuses, 5: says("I have no idea yet.")}
        saved = play_spoken(tmp_path, "sla7", seed, people)
        for word in effects_of_words(saved, 3).words:
            facts = [entry.fact for entry in saved.entries[word.entry + 1 :]]
            end = next((n for n, fact in enumerate(facts) if isinstance(fact, f.Exiled)), None)
            for question in word.questions if word.kind == "speak" else ():
                said = map(f.public_words, facts[:end])
                lines = [text for speaker, text in said if speaker == question.seat]
                named = any(saved.header.names[2] in line for line in lines)
                assert (question.outcome == "no_turn") == (not lines)
                assert (question.outcome == "answered") == named
                seen.add(question.outcome)
    assert seen == {"answered", "passed_over", "no_turn"}


@pytest.mark.parametrize("talk", [accuses, says("")])
def test_bots_of_another_version_are_not_played_again(talk: Says, tmp_path: Path) -> None:
    saved = play_spoken(tmp_path, "duel6", 5, {3: talk}, bots=BOTS_VERSION + 1)
    effects = effects_of_words(saved, 3)
    assert effects.inexact == "bots"
    assert all(word.outcome in ("unknown", "unheard") for word in effects.words)
    assert not any(word.shifts or word.moved for word in effects.words)


def test_bots_that_answer_otherwise_than_recorded_are_not_believed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = play_spoken(tmp_path, "duel6", 5, {3: accuses})
    usual = HouseBot.answer_now

    def other(self: HouseBot, view: View, ask: Ask, desk: Desk) -> Answer:
        return replace(usual(self, view, ask, desk), text="Something else.")

    monkeypatch.setattr(HouseBot, "answer_now", other)
    assert effects_of_words(saved, 3).inexact == "answers"


def test_bots_avoid_the_sentences_that_they_avoided_in_the_game(tmp_path: Path) -> None:
    heard = play_spoken(tmp_path, "duel6", 5, {3: accuses})
    names = heard.header.names
    lines = [text for _, text in (f.public_words(entry.fact) for entry in heard.entries)]
    told = tuple(sorted({sign for line in lines for sign in fingerprints_of(line, names)}))
    saved = play_spoken(tmp_path, "duel6", 5, {3: accuses}, told=told)
    assert saved.entries != heard.entries
    assert effects_of_words(saved, 3).inexact == ""
    about = saved.about
    assert about
    assert effects_of_words(replace(saved, about=replace(about, told=())), 3).inexact == "answers"


def test_a_game_that_goes_on_is_not_examined_and_a_caller_may_cancel(tmp_path: Path) -> None:
    running = play_spoken(tmp_path, "duel6", 5, {3: accuses}, ends=False)
    with pytest.raises(ValueError, match="has not ended"):
        effects_of_words(running, 3)
    saved = play_spoken(tmp_path, "duel6", 5, {3: accuses})
    with pytest.raises(Cancelled):
        effects_of_words(saved, 3, lambda: True)
