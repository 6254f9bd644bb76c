"""The table of batches in docs/how/engine.md: asks sent at once, and waits of a night and a day."""

from __future__ import annotations

from collections import Counter

from wolfcore.game import Answer, Ask, Board, Game, board_names, get_board, make_spec

HEAD = (
    "| board | night 1 | election | day 1 up to the vote | waits |\n| --- | --- | --- | --- | --- |"
)


def batches_table() -> str:
    """Build the table in Markdown, one row a board, for night 1 and day 1.

    All seats live, two candidates run for sheriff, and one seat is named.
    """
    return "\n".join([HEAD, *(_row(get_board(name)) for name in board_names()), ""])


def _row(board: Board) -> str:
    night = [batch for batch in _batches(board, quiet=False) if batch[0].phase == "night"]
    by_day = [
        batch for batch in _batches(board, quiet=True) if batch[0].phase not in {"night", "exile"}
    ]
    election = [batch for batch in by_day if batch[0].phase == "election"]
    day = [batch for batch in by_day if batch[0].phase != "election"]
    waits = " + ".join(str(len(part)) for part in (night, election, day) if part)
    return (
        f"| `{board.name}` | {_line(night)} | {_line(election) or '–'} | {_line(day)} | {waits} |"
    )


def _batches(board: Board, *, quiet: bool) -> list[tuple[Ask, ...]]:
    """Play night 1 and day 1 and return their batches.

    In a quiet night nobody dies where the victim can be saved or the pack may kill nobody;
    otherwise a witch is asked for both her potions.
    """
    spec = make_spec(board, 1, deal=dict(enumerate(board.roles, 1)))
    game, victim = Game(spec), board.roles.index("Villager") + 1
    guarded, named = bool(board.roles_with("protect")), str(victim)
    saved = guarded or bool(board.roles_with("potions"))
    batches: list[tuple[Ask, ...]] = []
    while game.asks and game.asks[0].day == 1:
        batches.append(game.asks)
        answers = dict[str, Answer]()
        for ask in game.asks:
            spared = quiet and not saved and ask.kind == "kill" and 0 in ask.options
            choice = 0 if spared else _choice(ask, victim, quiet, guarded)
            answers[ask.id] = Answer(choice, named)
        game.submit(answers)
        assert (
            not quiet
            or not (saved or board.switches.wolves_may_pass)
            or game.state.phase == "exile"
            or game.state.day == 2
            or len(game.state.living) == board.size
        )
    return batches


def _choice(ask: Ask, victim: int, quiet: bool, guarded: bool) -> int:
    """Choose an answer: all target one villager, and seats 1 and 2 run for sheriff; the lower wins.

    In a quiet night a guard, or else a witch, saves the villager.
    """
    match ask.kind:
        case "kill" | "vote":
            return victim if victim in ask.options else ask.options[-1]
        case "protect":
            return victim if quiet else ask.options[-1]
        case "save":
            return victim if quiet and not guarded else 0
        case "run":
            return int(ask.seat < 3)
        case "elect":
            return next(seat for seat in ask.options if seat)
        case _:
            return 0 if 0 in ask.options else ask.options[0]


def _line(batches: list[tuple[Ask, ...]]) -> str:
    """Batches in order, with those that repeat, alone or in pairs, written once."""
    labels = [_label(batch) for batch in batches]
    parts: list[str] = []
    while labels:
        for period in (1, 2):
            pattern, times = labels[:period], 1
            while labels[times * period : (times + 1) * period] == pattern:
                times += 1
            if times > 1 or period == 2:
                break
        if times > 1:
            parts.append(
                f"{times} x {pattern[0]}"
                if len(pattern) == 1
                else f"{times} x ({' · '.join(pattern)})"
            )
            labels = labels[times * len(pattern) :]
        else:
            parts.append(labels.pop(0))
    return " · ".join(parts)


def _label(batch: tuple[Ask, ...]) -> str:
    """What one batch holds, as `[2 kill + protect + check]`; a batch of one ask has no brackets."""
    counts = Counter(ask.kind for ask in batch)
    label = " + ".join(f"{count} {kind}" if count > 1 else kind for kind, count in counts.items())
    return f"[{label}]" if len(batch) > 1 else label
