"""Write the generated tables of the pages: `python -m docs.tables`; tests keep them fresh."""

from __future__ import annotations

from pathlib import Path

from wolfcore.env.spaces import ARRAY_ROWS, PLAN_ROWS, fields_of
from wolfcore.game import board_names, board_source, get_board
from wolfcore.game.rulebook import role_list
from wolftui.settings.actions import ACTIONS
from wolftui.settings.actions.key_help import reference_table

from .batches import batches_table

HOME = Path(__file__).resolve().parent.parent
README, ENGINE = HOME / "README.md", HOME / "docs" / "how" / "engine.md"
LEARNING = HOME / "core" / "wolfcore" / "env" / "README.md"
KEYS = HOME / "docs" / "keys.md"


def boards_table() -> str:
    """Build the table of boards, one row a board."""
    rows = ["| board | seats | roles | from |", "| --- | --- | --- | --- |"]
    for name in board_names():
        board = get_board(name)
        sheriff = "" if board.switches.sheriff == "none" else " + sheriff"
        rows.append(
            f"| `{name}` | {board.size} | {role_list(board)}{sheriff} | {board_source(name)} |"
        )
    return "\n".join(rows) + "\n"


def arrays_table() -> str:
    """Build a table of the arrays that learners observe, shaped for 7 seats and 3 candidates."""
    shapes = {field.name: field.shape for field in fields_of(7, 3)}
    rows = [
        "| array | axes | on `sla7` | up to | what it holds |",
        "| --- | --- | --- | --- | --- |",
    ]
    for name, axes, high, means in (*ARRAY_ROWS, *PLAN_ROWS):
        shape = " x ".join(map(str, shapes[name]))
        bound = "S" if high == "seats" else high
        rows.append(
            f"| `{name}` | {axes.replace(' ', ', ') or '1'} | {shape} | {bound} | {means} |"
        )
    return "\n".join(rows) + "\n"


def keys_table() -> str:
    """Build the table of keys, one row an action."""
    return reference_table(ACTIONS)


def with_table(text: str, name: str, table: str) -> str:
    """Return the text of a page with `table` between the markers of the table `name`."""
    start, end = f"<!-- {name} -->\n", f"<!-- /{name} -->"
    before, _, rest = text.partition(start)
    _, _, after = rest.partition(end)
    return f"{before}{start}{table}{end}{after}"


TABLES = (
    (README, "boards", boards_table),
    (ENGINE, "batches", batches_table),
    (LEARNING, "arrays", arrays_table),
    (KEYS, "keys", keys_table),
)
"""The page, the name and the maker of each table."""

if __name__ == "__main__":
    for page, name, made in TABLES:
        page.write_text(
            with_table(page.read_text(encoding="utf-8"), name, made()), encoding="utf-8"
        )
