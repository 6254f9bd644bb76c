"""Plays the days of a finished game again with one turn of a seat left silent.

House bots are played again as `about.json` says: level, style, manner, leanings and what they had
heard before. People and models cannot be played again: their recorded answers are kept wherever
they are still legal. Everything is computed from the log and the recorded answers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import cast

from msgspec.structs import replace

from wolfcore.bots import BOTS_VERSION, HouseBot, Mind
from wolfcore.game import MAX_SEED, Answer, Ask, Game, View
from wolfcore.game.dice import DiceSet
from wolfcore.players import Desk, SyncPlayer, fallback_answer
from wolfcore.records import SavedGame, SeatSpec
from wolfcore.seating import earlier_games_of, make_player
from wolfcore.speech import READER_VERSION
from wolfcore.table import play_until
from wolfcore.table.replay import expected_log, log_difference, replay_game

from .spoken_effects import (
    BeliefShift,
    Inexact,
    MovedBallot,
    Outcome,
    SeatEffects,
    SpokenEffect,
)
from .spoken_turns import BallotKey, Ballots, SpokenTurn, has_words

STREAMS, LEAST_AGREEING = 12, 8
"""On how many other dice a day is played both ways, and on how many of them a ballot must change
as it did on the dice of the game."""


LEAST_SHIFT, LEAST_CHANGE_OF_VIEW = 0.1, 0.05
"""The least change of a probability that counts as a shift where the view stays the same, and where
it changes: a view depends on all other seats, too, and can change by nothing."""


class Cancelled(Exception):
    """The caller wants no result any more."""


def effects_of_words(
    saved: SavedGame, seat: int, is_cancelled: Callable[[], bool] = lambda: False
) -> SeatEffects:
    """Compute what all words of a seat did in a finished game.

    For each of them the game is copied at its ask and goes on with silence in its place, up to the
    end of the next vote; a whisper can change the picks of the pack, too. A belief has moved where
    it differs right after the words from what it would be right after silence. A ballot has changed
    if, on the dice of the game, its voter named another seat after silence, and if on at least
    `LEAST_AGREEING` of `STREAMS` other dice for the bots, the same on both sides, the voter named
    the same seat as in the game after the words and another one after silence. A ballot that
    changed on the dice of the game alone is too close to tell.

    Args:
        saved: A finished game.
        seat: The seat.
        is_cancelled: Asked before each course that is played.

    Raises:
        LogError: The game is damaged, imported, or was played by other rules.
        Cancelled: `is_cancelled` returned True.
        ValueError: The game has not ended.
    """
    game = replay_game(saved, "examined")
    expected = expected_log(saved, game)
    if expected != saved.log:
        raise log_difference(saved, expected, game)
    if game.asks:
        raise ValueError(f"{saved.id} has not ended")
    about, examination = saved.about, _Examination(saved, seat, is_cancelled)
    bots_play = about is not None and any(spec.player == "bot" for spec in about.seats)
    if about is None or (bots_play and about.bot_versions != (BOTS_VERSION,)):
        return examination.uncomputed("bots")
    if about.reader != READER_VERSION:
        return examination.uncomputed("reader")
    return examination.effects()


class _RecordedPlayer:
    """Gives the recorded answers of seats where they are legal; otherwise the fallback."""

    def __init__(self, answers: Mapping[str, Answer]) -> None:
        self._answers = answers

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        """Answer one ask; the asynchronous form of `answer_now`."""
        return self.answer_now(view, ask, desk)

    def answer_now(self, view: View, ask: Ask, desk: Desk) -> Answer:
        """Return the recorded answer if its choice is an option, else the fallback."""
        del view
        recorded = self._answers.get(ask.id)
        if recorded and recorded.choice in ask.options:
            return recorded
        return fallback_answer(ask, desk.dice)


class _Examination:
    """The examination of the words of one seat in one finished game.

    Args:
        saved: The game.
        seat: The seat.
        is_cancelled: Asked before each batch that is played again.
    """

    def __init__(self, saved: SavedGame, seat: int, is_cancelled: Callable[[], bool]) -> None:
        about = saved.about
        seats = about.seats if about else ()
        changed = {change.seat for change in about.changes} if about else set[int]()
        self._spec, self._seat, self._log = saved.spec, seat, saved.entries
        self._is_cancelled, self._answers = is_cancelled, saved.answers
        self._earlier = earlier_games_of(about, seats)
        self._fork = about.fork.ask if about and about.fork else ""
        self._bot_specs: dict[int, SeatSpec] = {
            number: spec
            for number, spec in enumerate(seats, 1)
            if spec.player == "bot" and number not in changed and number != seat
        }

    def effects(self) -> SeatEffects:
        """Compute the effects of all words; those before the ask of a fork are of its parent."""
        found: list[SpokenEffect] = []
        bots = self._new_bots()
        for game, batch, turns in self._batches():
            if not self._answer_alike(game, bots, batch):
                return self.uncomputed("answers")
            announced = self._announced(game, bots) if turns else {}
            game.submit(batch)
            for turn in turns:
                effect = self._recorded(turn)
                if effect.outcome != "unheard" and bots:
                    effect = self._with_course(effect, turn, self._minds(game, bots), announced)
                found.append(effect)
        return SeatEffects(tuple(found))

    def uncomputed(self, why: Inexact) -> SeatEffects:
        """Return what the record alone shows of all words, and why nothing more is known."""
        found: list[SpokenEffect] = []
        for game, batch, turns in self._batches():
            game.submit(batch)
            found += map(self._recorded, turns)
        return SeatEffects(tuple(found), why)

    def _batches(self) -> Iterator[tuple[Game, Mapping[str, Answer], list[SpokenTurn]]]:
        """Yield the game before each batch, its recorded answers, and the words among them.

        The caller submits the answers. A fork begins at its ask.
        """
        game, begun = Game(self._spec), not self._fork
        while game.asks:
            batch = {ask.id: self._answers[ask.id] for ask in game.asks}
            begun = begun or self._fork in batch
            if not begun:
                game.submit(batch)
                continue
            spoken = [
                ask
                for ask in game.asks
                if ask.seat == self._seat and has_words(game, ask, batch[ask.id])
            ]
            prior = game.copy() if spoken else game
            yield game, batch, [SpokenTurn(ask, batch, prior, self._log) for ask in spoken]

    def _recorded(self, turn: SpokenTurn) -> SpokenEffect:
        """Return what the log alone shows of the words."""
        heard = bool(turn.acts)
        return SpokenEffect(
            turn.ask.id,
            turn.entry,
            turn.ask.kind,
            turn.ask.day,
            "unknown" if heard else "unheard",
            questions=turn.questions(),
            witnesses=turn.witnesses(self._bot_specs),
        )

    # -- what is played again

    def _with_course(
        self,
        effect: SpokenEffect,
        turn: SpokenTurn,
        after: Mapping[int, Mind],
        announced: Mapping[int, int],
    ) -> SpokenEffect:
        """Add the beliefs and ballots that the words changed.

        Args:
            effect: What is recorded of the words.
            turn: Their place.
            after: The mind of each bot right after the words.
            announced: Whom each bot had spoken against on this day before the words.
        """
        ask, batch = turn.ask, turn.batch
        silent = {**batch, ask.id: replace(batch[ask.id], text="")}
        branch, bots = turn.prior.copy(), self._new_bots()
        branch.submit(silent)
        shifts = _shifts(self._minds(branch, bots), after) if ask.kind != "whisper" else ()
        without = self._played(branch, turn, bots)
        given = turn.ballots(self._log)
        mine = {key: target for key, target in given.items() if key[1] in self._bot_specs}
        changed = {
            key: without[key]
            for key, target in mine.items()
            if key in without and without[key] != target
        }
        moved = self._confirmed(turn, silent, mine, changed)
        outcome: Outcome = (
            "no_vote" if not mine else "moved" if moved else "too_close" if changed else "unmoved"
        )
        return replace(
            effect,
            outcome=outcome,
            shifts=shifts,
            moved=moved,
            settled=_settled(mine, announced) if outcome == "unmoved" else (0, 0),
        )

    def _confirmed(
        self,
        turn: SpokenTurn,
        silent: Mapping[str, Answer],
        given: Ballots,
        changed: Ballots,
    ) -> tuple[MovedBallot, ...]:
        """Return those of the changed ballots that change on most other dice, too.

        Args:
            turn: The place of the words.
            silent: The answers to their batch with silence.
            given: The ballots of the game.
            changed: The targets after silence on the dice of the game, where they differ.
        """
        others: dict[BallotKey, list[int]] = {key: [] for key in changed}
        for stream in range(1, STREAMS + 1):
            # A ballot that can no longer change often enough is not played any further.
            others = {
                key: targets
                for key, targets in others.items()
                if len(targets) + STREAMS - stream + 1 >= LEAST_AGREEING
            }
            if not others:
                return ()
            spoken, unspoken = (
                self._on_other_dice(turn, answers, stream) for answers in (turn.batch, silent)
            )
            for key, targets in others.items():
                if key in unspoken and spoken.get(key) == given[key] != unspoken[key]:
                    targets.append(unspoken[key])
        found: list[MovedBallot] = []
        for key, targets in others.items():
            if len(targets) >= LEAST_AGREEING:
                same = 2 * targets.count(changed[key]) > len(targets)
                found.append(
                    MovedBallot(key[0], key[1], given[key], changed[key] if same else None)
                )
        return tuple(found)

    def _on_other_dice(self, turn: SpokenTurn, batch: Mapping[str, Answer], stream: int) -> Ballots:
        """Play on from the answers to the batch of the words with other dice for the bots."""
        branch = turn.prior.copy()
        # Only the desks of the players draw from these dice; the moderator keeps its own.
        branch.dice = DiceSet((self._spec.seed + stream) % MAX_SEED).for_scope
        branch.submit(batch)
        return self._played(branch, turn, self._new_bots())

    def _played(self, branch: Game, turn: SpokenTurn, bots: Mapping[int, HouseBot]) -> Ballots:
        """Play a branch to the end of the next vote and return its ballots."""
        recorded = _RecordedPlayer(self._answers)
        players: dict[int, SyncPlayer] = {
            seat: bots.get(seat, recorded) for seat in range(1, self._spec.board.size + 1)
        }

        def over() -> bool:
            if self._is_cancelled():
                raise Cancelled
            return turn.facts_after(branch.log)[1]

        play_until(branch, players, over)
        return turn.ballots(branch.log)

    def _new_bots(self) -> dict[int, HouseBot]:
        """Make the bots of the game; seats of equal specs share one, as at the table."""
        made = {
            spec: cast(HouseBot, make_player(spec, earlier=self._earlier))
            for spec in set(self._bot_specs.values())
        }
        return {seat: made[spec] for seat, spec in self._bot_specs.items()}

    def _answer_alike(
        self, game: Game, bots: Mapping[int, HouseBot], batch: Mapping[str, Answer]
    ) -> bool:
        """Whether the bots of this program answer a batch as the game records it."""
        for ask in game.asks:
            bot, recorded = bots.get(ask.seat), batch[ask.id]
            if bot and recorded.how == "given":
                own = bot.answer_now(game.view(ask.seat), ask, Desk(ask, game.dice(ask.id)))
                if (own.choice, own.text) != (recorded.choice, recorded.text):
                    return False
        return True

    def _minds(self, game: Game, bots: Mapping[int, HouseBot]) -> dict[int, Mind]:
        """Return the minds of the living bots at the present moment of a game."""
        state = game.state
        minds: dict[int, Mind] = {}
        for seat, bot in bots.items():
            if seat in state.living:
                ask = Ask(f"words.{seat}", seat, "suspect", state.day, state.phase, (0,))
                minds[seat] = bot.mind(game.view(seat), ask, Desk(ask, game.dice(ask.id)))
        return minds

    def _announced(self, game: Game, bots: Mapping[int, HouseBot]) -> dict[int, int]:
        """Return whom each bot has spoken against today."""
        minds = self._minds(game, bots)
        return {seat: mind.announced_target for seat, mind in minds.items()}


def _shifts(without: Mapping[int, Mind], after: Mapping[int, Mind]) -> tuple[BeliefShift, ...]:
    """Compare the minds of bots of the village after silence with those after the words."""
    found: list[BeliefShift] = []
    for seat, mind in after.items():
        # A wolf knows the pack, so that no words move its belief.
        if mind.is_wolf or seat not in without:
            continue
        silent = without[seat]
        for about in mind.others:
            if about not in silent.others:
                continue
            chances = silent.belief.p_wolf[about], mind.belief.p_wolf[about]
            views = silent.standing(about), mind.standing(about)
            least = LEAST_SHIFT if views[0] == views[1] else LEAST_CHANGE_OF_VIEW
            if abs(chances[1] - chances[0]) >= least:
                without_it, with_it = (round(chance, 3) for chance in chances)
                found.append(BeliefShift(seat, about, without_it, with_it, *views))
    return tuple(sorted(found, key=lambda shift: -abs(shift.after - shift.without)))


def _settled(given: Ballots, announced: Mapping[int, int]) -> tuple[int, int]:
    """Return the seat that most bots had spoken against before they voted for it, and how many.

    (0, 0) where they are less than half of the bots that voted, which explains nothing.
    """
    kept = [
        target for (_, voter), target in given.items() if target and announced.get(voter) == target
    ]
    target, count = Counter(kept).most_common(1)[0] if kept else (0, 0)
    return (target, count) if 2 * count >= len(given) > 2 else (0, 0)
