"""One true thing that a bot says after the game, with every card on the table: a fold over the finished log, and no fact.

Whoever is spoken to is called by name, and people before bots.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from wolfcore.bots.belief.record import Public
from wolfcore.bots.belief.witness import attend, for_all
from wolfcore.bots.draws import Draws
from wolfcore.game import Board, Fact, RoleName, dice_of, team_of
from wolfcore.game import facts as f

from .filling import seat_in_words
from .line_files import lines_of_file

FILE = "afterwards/en.toml"


class Memory(NamedTuple):
    """Something of the game that is worth telling.

    Attributes:
        kind: What it was; a table of the file of lines.
        other: Whom it is told to.
        target: The third seat that it is about, or 0.
        day: The day, or the night, in which it happened.
    """

    kind: str
    other: int
    target: int
    day: int


def afterwards(facts: Sequence[Fact], board: Board, names: Sequence[str], seat: int, people: Collection[int] = ()) -> str:
    """What a seat says of a finished game, or an empty string where nothing is worth telling.

    Args:
        facts: Every fact of the game, whoever knew it.
        board: The board.
        names: Everybody's name in seat order.
        seat: Who speaks.
        people: Seats that are spoken to before others.
    """
    told = _Game(facts, board, names)
    memories = list(told.memories(seat))
    if not memories:
        return ""
    of_people = [memory for memory in memories if memory.other in people]
    draws = Draws(dice_of(seat, "/".join(names)))
    memory = draws.pick(of_people or memories)
    words = draws.pick(draws.pick(lines_of_file(FILE)[memory.kind]).ways)
    called = {"other": memory.other, "target": memory.target}
    filled = {slot: seat_in_words(whom, told.public) for slot, whom in called.items() if whom}
    text = words.format_map(filled | {"day": f"day {memory.day}", "night": f"night {memory.day}"})
    return text[0].upper() + text[1:]


class _Game:
    """A finished game: what all heard, and what was hidden."""

    def __init__(self, facts: Sequence[Fact], board: Board, names: Sequence[str]) -> None:
        self.public = Public(board, names)
        attend(self.public, for_all(facts))
        self.roles: dict[int, RoleName] = {}
        self.checks: list[tuple[int, int, int]] = []
        self.kept: list[tuple[int, int, int]] = []
        attacked, protected = dict[int, int](), list[tuple[int, int, int]]()
        night = 0
        for fact in facts:
            match fact:
                case f.Began(phase="night"):
                    night = fact.day
                case f.Dealt():
                    self.roles[fact.seat] = fact.role
                case f.Checked() if fact.target:
                    self.checks.append((fact.seer, fact.target, night))
                case f.Attacked() if fact.target:
                    attacked[night] = fact.target
                case f.Protected() | f.Saved() if fact.target:
                    protected.append((fact.seat, fact.target, night))
                case _:
                    pass
        fallen = {(fall.day, fall.seat) for fall in self.public.falls if fall.at_night}
        self.kept = [deed for deed in protected if attacked.get(deed[2]) == deed[1] and (deed[2], deed[1]) not in fallen]

    def _wolf(self, seat: int) -> bool:
        return seat in self.roles and team_of(self.roles[seat]) == "wolves"

    def memories(self, seat: int) -> Iterator[Memory]:
        """What this seat may tell, one of a kind and whom."""
        if seat not in self.roles:
            return
        yield from dict.fromkeys(self._as_wolf(seat) if self._wolf(seat) else self._as_village(seat))

    def _as_wolf(self, seat: int) -> Iterator[Memory]:
        for day, speaker, target in self.public.vouchings:
            if target == seat and not self._wolf(speaker):
                yield Memory("believed_me", speaker, 0, day)
        for day, speaker, target in self.public.accusations:
            if target == seat and not self._wolf(speaker):
                yield Memory("was_right", speaker, 0, day)

    def _as_village(self, seat: int) -> Iterator[Memory]:
        public = self.public
        for day, speaker, target in public.vouchings:
            if speaker == seat and self._wolf(target):
                yield Memory("fooled_me", target, 0, day)
        for ballot in public.ballots:
            if ballot.voter != seat or ballot.kind not in ("vote", "runoff") or ballot.target in (0, seat):
                continue
            if self._wolf(ballot.target):
                yield Memory("had_you", ballot.target, 0, ballot.day)
                continue
            yield Memory("wronged", ballot.target, 0, ballot.day)
            for day, speaker, target in public.accusations:
                if day == ballot.day and target == ballot.target and self._wolf(speaker):
                    yield Memory("led_me", speaker, target, day)
        for seer, target, night in self.checks:
            if seer == seat and self._wolf(target):
                yield Memory("saw_you", target, 0, night)
        for keeper, target, night in self.kept:
            if keeper == seat != target:
                yield Memory("kept_you", target, 0, night)
