"""Script that prints whole games of house bots as text, of the tree that is first on its path.

Run by path, not as a module, so that it can print games of another checkout: it imports only names
that both have. Its argument is a JSON list of deals (level, board, seed); it prints one of texts.
"""

from __future__ import annotations

import json
import sys

from wolfcore.bots import HouseBot
from wolfcore.game import Game, get_board, make_spec
from wolfcore.table import play_now
from wolftui.plain.line_layout import LineLook, block_lines
from wolftui.words.fact_wording import Presenter
from wolftui.words.glyphs import FANCY
from wolftui.words.spans import PUBLIC_EYES


def transcript(level: str, board_name: str, seed: int) -> str:
    """Play the game of a deal with bots of a level; return what everybody saw, and the roles."""
    board = get_board(board_name)
    game = Game(make_spec(board, seed))
    play_now(game, dict.fromkeys(range(1, board.size + 1), HouseBot((level,))))
    shown, look = Presenter(board, game.spec.names, PUBLIC_EYES, FANCY), LineLook()
    for fact in game.view(PUBLIC_EYES).facts:
        shown.add(fact)
    lines = [line for block in shown.blocks for line in block_lines(block, look)]
    roles = [f"{name}: {game.state.roles[seat]}" for seat, name in enumerate(game.spec.names, 1)]
    return "\n".join([*lines, "", "Roles. " + ", ".join(roles), ""])


def main() -> None:
    """Print the transcripts."""
    deals: list[tuple[str, str, int]] = json.loads(sys.argv[1])
    print(json.dumps([transcript(*deal) for deal in deals]))


if __name__ == "__main__":
    main()
