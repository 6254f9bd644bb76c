"""The README's tables, made from the program: `python -m docs.tables` writes them anew, and a test holds them fresh."""

from __future__ import annotations

from pathlib import Path

from core.game import board_names, get_board, source_of
from core.game.rulebook import role_list

README = Path(__file__).resolve().parent.parent / "README.md"
START, END = "<!-- boards -->\n", "<!-- /boards -->"


def boards_table() -> str:
    """A row a board."""
    rows = ["| board | seats | roles | from |", "| --- | --- | --- | --- |"]
    for name in board_names():
        board = get_board(name)
        sheriff = "" if board.switches.sheriff == "none" else " + sheriff"
        rows.append(f"| `{name}` | {board.size} | {role_list(board)}{sheriff} | {source_of(name)} |")
    return "\n".join(rows) + "\n"


def with_tables(text: str) -> str:
    """The text of the README with its tables as the program has them now."""
    before, _, rest = text.partition(START)
    _, _, after = rest.partition(END)
    return before + START + boards_table() + END + after


if __name__ == "__main__":
    README.write_text(with_tables(README.read_text(encoding="utf-8")), encoding="utf-8")
