"""Words at their place in a finished game: what was heard, and what the log records around them."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from functools import cached_property
from typing import Literal, TypeAlias

from wolfcore.game import SPEECH_KINDS, Answer, Ask, Entry, Fact, Game, pack_around
from wolfcore.game import facts as f
from wolfcore.game.day import mentions_seat
from wolfcore.speech import Act, AsksSeat, read, read_whisper

from .spoken_effects import AskedQuestion, Witness

BallotKey: TypeAlias = tuple[Literal["kill", "elect", "vote", "runoff"], int]
"""The kind of a ballot (`kill` for a pick of the pack) and its voter."""


Ballots: TypeAlias = dict[BallotKey, int]
"""The target of each ballot, 0 for nobody."""


def has_words(game: Game, ask: Ask, answer: Answer) -> bool:
    """Whether an answer has words that others hear, as a speech or as a line with a ballot."""
    lines = ask.kind == "vote" and game.spec.board.switches.hears_vote_lines
    return bool(answer.text.strip()) and (ask.kind in SPEECH_KINDS or lines)


def words_of(fact: Fact) -> tuple[int, str]:
    """Return the speaker and the text of public words or of a whisper; speaker 0 for others."""
    return (fact.seat, fact.text) if isinstance(fact, f.Whispered) else f.public_words(fact)


class SpokenTurn:
    """Words at their place in a finished game.

    Args:
        ask: The ask that they answer.
        batch: The recorded answers to the batch of the ask, by ask id.
        prior: The game before the batch was answered.
        log: The whole log of the game.

    Attributes:
        ask, batch, prior: The arguments.
        entry: The index of the log entry with the words.
    """

    def __init__(
        self, ask: Ask, batch: Mapping[str, Answer], prior: Game, log: Sequence[Entry]
    ) -> None:
        self.ask, self.batch, self.prior, self._log = ask, batch, prior, log
        start = len(prior.log)
        self.entry = next(
            number
            for number, entry in enumerate(log[start:], start)
            if words_of(entry.fact)[0] == ask.seat
        )

    @cached_property
    def acts(self) -> tuple[Act, ...]:
        """The speech acts that all other seats heard."""
        _, text = words_of(self._log[self.entry].fact)
        names, roles = self.prior.spec.names, self.prior.spec.board.roles
        if self.ask.kind != "whisper":
            return read(text, self.ask.seat, names, len(names), roles)
        pack, proposer = pack_around(self.prior.view(self.ask.seat))
        return read_whisper(text, self.ask.seat, names, len(names), roles, pack, proposer)

    def facts_after(self, log: Sequence[Entry]) -> tuple[list[Fact], bool]:
        """Return the facts of a log from the words to the end of the next vote.

        The vote ends with the exile that it leads to. Ballots that were cast together with the
        words, which cannot change them, are left out.

        Args:
            log: The log of the game, or of a course without the words.

        Returns:
            The facts, and whether that end is in the log.
        """
        facts: list[Fact] = []
        voted = False
        skipped = len(self.batch) if self.ask.kind == "vote" else 0
        for entry in log[len(self.prior.log) :]:
            match fact := entry.fact:
                case f.Voted() if skipped:
                    skipped -= 1
                    continue
                case f.Voted(ballot="vote" | "runoff"):
                    voted = True
                case f.Exiled() if voted:
                    return facts, True
                case _:
                    pass
            facts.append(fact)
        return facts, False

    def ballots(self, log: Sequence[Entry]) -> Ballots:
        """Return the ballots among `facts_after`, and after a whisper the picks of the pack.

        A seat that votes twice counts with its last ballot of each kind.
        """
        found: Ballots = {}
        for fact in self.facts_after(log)[0]:
            match fact:
                case f.Proposed(seat=voter, target=target) if self.ask.kind == "whisper":
                    found["kill", voter] = target
                case f.Voted(voter=voter, target=target, ballot=kind) if kind != "lean":
                    found[kind, voter] = target
                case _:
                    pass
        return found

    def questions(self) -> tuple[AskedQuestion, ...]:
        """Return the questions of the words to single seats, and what became of them."""
        me, names = self.ask.seat, self.prior.spec.names
        asked = dict.fromkeys(
            act.seat for act in self.acts if isinstance(act, AsksSeat) and act.seat != me
        )
        said = [words_of(fact) for fact in self.facts_after(self._log)[0]]
        found: list[AskedQuestion] = []
        for seat in asked:
            lines = [text for speaker, text in said if speaker == seat]
            named = any(mentions_seat(text, me, names[me - 1]) for text in lines)
            silent = "no_turn" if seat in self.prior.state.living else "dead"
            outcome = "answered" if named else "passed_over" if lines else silent
            found.append(AskedQuestion(seat, outcome))
        return tuple(found)

    def witnesses(self, bots: Container[int]) -> tuple[Witness, ...]:
        """Return what living seats other than `bots` thought and voted around public words."""
        if self.ask.kind == "whisper":
            return ()
        before = [entry.fact for entry in self._log[: self.entry]]
        after = self.facts_after(self._log)[0]
        return tuple(
            Witness(
                seat,
                next(iter(_suspects(before[::-1], seat)), None),
                next(iter(_suspects(after, seat)), None),
                next(iter(_votes(before[::-1], seat)), None),
                next(iter(_votes(after, seat)), None),
            )
            for seat in self.prior.state.living
            if seat != self.ask.seat and seat not in bots
        )


def _suspects(facts: Sequence[Fact], seat: int) -> list[int]:
    """Return the top suspect of each of the beliefs that a seat gave; none where it had none."""
    found: list[int] = []
    for fact in facts:
        if isinstance(fact, f.Believed) and fact.seat == seat:
            wolves = [belief for belief in fact.beliefs if belief.is_of_wolf]
            if wolves:
                found.append(max(wolves, key=lambda belief: belief.confidence).seat)
    return found


def _votes(facts: Sequence[Fact], seat: int) -> list[int]:
    return [
        fact.target
        for fact in facts
        if isinstance(fact, f.Voted) and fact.voter == seat and fact.ballot in ("vote", "runoff")
    ]
