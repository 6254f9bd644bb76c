"""The remarks of bots after the game, when all roles are known: a true memory of the log.

Not part of the game: no ask and no fact. People are addressed before bots.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from wolfcore.bots.belief.observation import observe_public, public_facts
from wolfcore.bots.belief.seat_record import PublicRecord
from wolfcore.bots.draws import Draws
from wolfcore.bots.profiles import manners_by_seat
from wolfcore.game import Board, Fact, RoleName, dice_of, team_of
from wolfcore.game import facts as f

from .line_templates import PLAIN_MANNER, capitalised, file_lines, seat_name

REMARKS_FOLDER = "afterwards/en"
"""The folder with a file of remarks for each manner."""


MAX_REMARKS = 3
"""The most remarks after a game."""


_PLAIN_EVERY = 5
"""One of this many remarks is plain."""


class Anecdote(NamedTuple):
    """An event of the game worth telling.

    Attributes:
        kind: The kind of event; a table of the file of lines.
        other: The seat that it is told to.
        target: The third seat that it is about, or 0.
        day: The day or the night of the event.
    """

    kind: str
    other: int
    target: int
    day: int


def post_game_remarks(
    facts: Sequence[Fact],
    board: Board,
    names: Sequence[str],
    speakers: Mapping[int, str],
    people: Collection[int] = (),
) -> dict[int, str]:
    """Compose the remarks on a finished game, at most `MAX_REMARKS`, each of another kind.

    Args:
        facts: Every fact of the game, public and private.
        board: The board.
        names: All names in seat order.
        speakers: The manner of each seat that may speak; empty where the names decide it.
        people: Seats that are addressed before others.

    Returns:
        The remark of each seat that has one, in seat order.
    """
    game = _FinishedGame(facts, board, names)
    manners = manners_by_seat(tuple(names))
    # Drawn from the names, so that a finished game always gets the same remarks.
    draws = Draws(dice_of(0, "/".join(names)))
    left = {seat: list(game.anecdotes(seat)) for seat in speakers}
    told, said = set[str](), dict[int, str]()
    while len(said) < MAX_REMARKS:
        open_to = {
            seat: fresh
            for seat, memories in left.items()
            if seat not in said and (fresh := [each for each in memories if each.kind not in told])
        }
        to_people = {
            seat: of_people
            for seat, memories in open_to.items()
            if (of_people := [each for each in memories if each.other in people])
        }
        choice = to_people or open_to
        if not choice:
            break
        seat = draws.pick(tuple(choice))
        memory = draws.pick(choice[seat])
        told.add(memory.kind)
        said[seat] = _remark(memory, speakers[seat] or manners[seat - 1], game.public, draws)
    return dict(sorted(said.items()))


def _remark(memory: Anecdote, manner: str, public: PublicRecord, draws: Draws) -> str:
    """Put an anecdote into words, in the manner of its speaker or, one time in five, plainly."""
    file = PLAIN_MANNER if not draws.below(_PLAIN_EVERY) else manner
    lines = file_lines(f"{REMARKS_FOLDER}/{file}.toml")[memory.kind]
    words = draws.pick(draws.pick(lines).variants)
    called = {"other": memory.other, "target": memory.target}
    filled = {slot: seat_name(whom, public) for slot, whom in called.items() if whom}
    return capitalised(
        words.format_map(filled | {"day": f"day {memory.day}", "night": f"night {memory.day}"})
    )


class _FinishedGame:
    """A finished game: the public record, and the hidden roles, checks and protections."""

    def __init__(self, facts: Sequence[Fact], board: Board, names: Sequence[str]) -> None:
        self.public = PublicRecord(board, names)
        observe_public(self.public, public_facts(facts))
        self.roles: dict[int, RoleName] = {}
        self.checks: list[tuple[int, int, int]] = []
        self.successful_protections: list[tuple[int, int, int]] = []
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
        fallen = {(fall.day, fall.seat) for fall in self.public.deaths if fall.at_night}
        self.successful_protections = [
            deed
            for deed in protected
            if attacked.get(deed[2]) == deed[1] and (deed[2], deed[1]) not in fallen
        ]

    def _wolf(self, seat: int) -> bool:
        return seat in self.roles and team_of(self.roles[seat]) == "wolves"

    def anecdotes(self, seat: int) -> Iterator[Anecdote]:
        """Yield the anecdotes of a seat without duplicates; none where its role is unknown."""
        if seat not in self.roles:
            return
        yield from dict.fromkeys(
            self._as_wolf(seat) if self._wolf(seat) else self._as_village(seat)
        )

    def _as_wolf(self, seat: int) -> Iterator[Anecdote]:
        for day, speaker, target in self.public.vouchings:
            if target == seat and not self._wolf(speaker):
                yield Anecdote("believed_me", speaker, 0, day)
        for day, speaker, target in self.public.accusations:
            if target == seat and not self._wolf(speaker):
                yield Anecdote("was_right", speaker, 0, day)

    def _as_village(self, seat: int) -> Iterator[Anecdote]:
        public = self.public
        for day, speaker, target in public.vouchings:
            if speaker == seat and self._wolf(target):
                yield Anecdote("fooled_me", target, 0, day)
        for ballot in public.ballots:
            if (
                ballot.voter != seat
                or ballot.kind not in ("vote", "runoff")
                or ballot.target in (0, seat)
            ):
                continue
            if self._wolf(ballot.target):
                yield Anecdote("had_you", ballot.target, 0, ballot.day)
                continue
            yield Anecdote("wronged", ballot.target, 0, ballot.day)
            for day, speaker, target in public.accusations:
                if day == ballot.day and target == ballot.target and self._wolf(speaker):
                    yield Anecdote("led_me", speaker, target, day)
        for seer, target, night in self.checks:
            if seer == seat and self._wolf(target):
                yield Anecdote("saw_you", target, 0, night)
        for keeper, target, night in self.successful_protections:
            if keeper == seat != target:
                yield Anecdote("kept_you", target, 0, night)
