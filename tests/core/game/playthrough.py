"""A whole game as text: every batch with its asks and answers, every entry with its audience, and
what each view gained.

? n1.kill.2 [3-7] -> 5 repaired        an ask, its options, and the answer as it was given
7 {1,2} Proposed seat=2 target=5       entry 7, known to seats 1 and 2 ({} is the moderator alone, `all` everybody)
= 0,3-7: - | 1,2: 7                    seats 0 (the public) and 3 to 7 gained nothing, seats 1 and 2 gained entry 7
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import asdict

from tests.core.game.random_play import answer
from wolfcore.game import ALL, Answer, Ask, Board, Entry, Game, make_spec


def text_of(board: Board, seed: int) -> str:
    """A game on this board with answers by chance."""
    game = Game(make_spec(board, seed))
    roles = game.state.roles
    lines = [f"board {board.name}, seed {seed}"]
    lines += [f"{seat} {name}: {roles[seat]}" for seat, name in enumerate(game.spec.names, 1)]
    told, gained = _grown(game, 0, [0] * (board.size + 1))
    lines += ["", *told]
    number = 0
    while game.asks:
        number += 1
        batch = game.asks
        answers = {ask.id: answer(ask, seed, board.size) for ask in batch}
        lines += ["", f"-- batch {number}, day {batch[0].day}, {batch[0].phase}"]
        lines += [_asked(ask, answers[ask.id]) for ask in batch]
        before = len(game.log)
        game.submit(answers)
        told, gained = _grown(game, before, gained)
        lines += told
    return "\n".join(lines) + "\n"


def _asked(ask: Ask, given: Answer) -> str:
    parts = [f"? {ask.id} [{_ranges(ask.options)}] -> {given.choice}"]
    parts += [repr(given.text)] if given.text else []
    parts += [given.how] if given.how != "given" else []
    parts += ["thinking"] if given.thought else []
    parts += (
        [f"believing {' '.join(f'{b.seat}={b.role}:{b.confidence}' for b in given.beliefs)}"]
        if given.beliefs
        else []
    )
    return " ".join(parts)


def _grown(game: Game, before: int, gained: Sequence[int]) -> tuple[list[str], list[int]]:
    """The entries from `before` on, and what each view gained by them; `gained` is how many facts
    it had."""
    new = list(enumerate(game.log))[before:]
    lines = [_told(number, entry) for number, entry in new]
    growth = dict[str, list[int]]()
    for seat, had in enumerate(gained):
        left, numbers = list(new), list[int]()
        for fact in game.view(seat).facts[had:]:
            while left[0][1].fact is not fact:
                left.pop(0)
            numbers.append(left.pop(0)[0])
        growth.setdefault(_ranges(numbers) or "-", []).append(seat)
    lines.append(
        "= " + " | ".join(f"{_ranges(seats)}: {numbers}" for numbers, seats in growth.items())
    )
    return lines, [len(game.view(seat).facts) for seat in range(len(gained))]


def _told(number: int, entry: Entry) -> str:
    to = "all" if entry.to == ALL else "{" + ",".join(map(str, entry.to)) + "}"
    fields = " ".join(
        f"{key}={_value(value)}"
        for key, value in asdict(entry.fact).items()
        # A ballot without a line is written as before there were any.
        if key != "beliefs" and (key, value) != ("line", "")
    )
    return f"{number} {to} {type(entry.fact).__name__} {fields}".rstrip()


def _value(value: object) -> str:
    text = repr(value)
    return text.replace(" ", "") if isinstance(value, tuple) else text


def _ranges(numbers: Iterable[int]) -> str:
    """Numbers in order as `0,2-5`."""
    parts: list[tuple[int, int]] = []
    for number in numbers:
        if parts and parts[-1][1] == number - 1:
            parts[-1] = (parts[-1][0], number)
        else:
            parts.append((number, number))
    return ",".join(f"{low}-{high}" if high > low else str(low) for low, high in parts)
