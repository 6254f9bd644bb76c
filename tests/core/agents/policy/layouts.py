"""What shipped policies choose and what the environment observes, in a program with other roles.

`python -m tests.core.agents.policy.layouts FOLDER` writes a `Found` as JSON, of a program whose
roles are the files of that folder.
"""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec
from msgspec import Struct

import wolfcore.roles

ARCHER = (
    ('"Hunter"', '"Archer"'), ("number = 7", "number = 20"), ('"hunter"', '"archer"'),
    ('"Eta"', '"Theta"'), ("➤", "➶"), ('"H"', '"A"'),
)  # fmt: skip
"""How the file of an Archer, who shoots as a Hunter does, differs from that of a Hunter."""


class Found(Struct, frozen=True, kw_only=True):
    """What a program does with layouts.

    Attributes:
        roles: The roles of the program.
        chosen: By shipped policy, a digest of its choices with their probabilities in a game.
        arrays: A digest of all observations of a game.
        refused: By shipped policy, why it plays on no board with the last role; empty if it does.
        notes: What is said where `bot:hard` plays there in place of a policy.
        seated: Who plays then.
        observed: The roles of the arrays on that board, and the shape of `roles`.
        trained: The roles of a policy that is trained on that board, after a game that it played.
    """

    roles: tuple[str, ...]
    chosen: dict[str, str]
    arrays: str
    refused: dict[str, str]
    notes: tuple[str, ...]
    seated: tuple[str, ...]
    observed: tuple[tuple[str, ...], tuple[int, ...]]
    trained: tuple[str, ...]


def add_archer(folder: Path) -> None:
    """Copy the shipped role files into a folder, with one more."""
    source = Path(wolfcore.roles.__file__).parent
    for file in source.glob("*.toml"):
        (folder / file.name).write_bytes(file.read_bytes())
    text = (source / "hunter.toml").read_text("utf-8")
    for old, new in ARCHER:
        assert old in text
        text = text.replace(old, new)
    (folder / "archer.toml").write_text(text, "utf-8")


def find() -> Found:
    """Play the games with the roles of this program."""
    # Loaded after the folder of the roles is set.
    from tests.core.agents.policy import layout_games as games
    from wolfcore.agents.policy_files import shipped_names
    from wolfcore.roles import role_names

    board = games.board_with(role_names()[-1])
    notes, seated = games.replaced(board)
    return Found(
        roles=role_names(),
        chosen={policy: games.choices(policy) for policy in shipped_names()},
        arrays=games.observations(),
        refused={policy: games.refusal(policy, board) for policy in shipped_names()},
        notes=notes,
        seated=seated,
        observed=games.observed(board),
        trained=games.trained(board),
    )


if __name__ == "__main__":
    setattr(wolfcore.roles, "_FOLDER", Path(sys.argv[1]))  # noqa: B010  it is private
    sys.stdout.buffer.write(msgspec.json.encode(find()))
