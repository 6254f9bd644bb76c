"""A game beside one that shares its beginning, in plain lines: what differs in brief, then each part of one and of the other."""

from __future__ import annotations

from wolfcore.errors import ConfigError
from wolfcore.records import SavedGame, read_game
from wolfcore.shelf import ListedGame
from wolftui.games.kin import NO_COMMON_EYES, ForkPair, fork_pair, related_games, relation_text
from wolftui.panels.parting import SIDE_BY_SIDE, ForkView, diff_parts, difference_summary, fork_view
from wolftui.text.spans import Span

from .following import parse_eyes
from .lines import LineLook, ansi_text, block_lines, hanging_lines, text_lines

_KEY = "--beside"


def comparison_lines(saved: SavedGame, beside: str, eyes: str, look: LineLook) -> list[str]:
    """A game beside another.

    Args:
        saved: The game.
        beside: The id of the other one, its beginning or its end; empty for the only one that there is.
        eyes: Whose eyes look at both, as `--eyes` has them; empty for the widest.
        look: How lines look.

    Raises:
        ConfigError: No game or several are meant, or these eyes may not look at both.
        WolfError: A game cannot be read.
    """
    kin = () if saved.header.source else related_games(saved.path)
    other = read_game(saved.path.parent / _fork_meant(kin, saved.id, beside).id, strict=False)
    pair = fork_pair(saved, other, look.glyphs)
    wanted = parse_eyes(eyes, saved.header.board.size)
    if not pair.eyes:
        raise ConfigError(NO_COMMON_EYES.lower().rstrip("."), key=_KEY)
    if wanted is not None and wanted not in pair.eyes:
        raise ConfigError("these eyes may not look at both before they have ended", key="--eyes")
    return _lines(pair, pair.eyes[0] if wanted is None else wanted, look)


def _fork_meant(kin: tuple[ListedGame, ...], game: str, text: str) -> ListedGame:
    """Which of the games that share a beginning with one is meant."""
    found = [volume for volume in kin if volume.id.startswith(text) or volume.id.endswith(text)]
    if len(found) == 1:
        return found[0]
    if not kin:
        raise ConfigError("no other game shares its beginning", key=_KEY, hint="`wolftui fork` plays on differently.")
    hint = "; ".join(f"{volume.id} is {relation_text(volume, game)}" for volume in kin)
    problem = "several games share its beginning" if found else f"`{text}` does not share its beginning"
    raise ConfigError(problem, key=_KEY, hint=f"{hint}.")


def _lines(pair: ForkPair, eyes: int, look: LineLook) -> list[str]:
    for shown in (pair.first, pair.second):
        shown.session.set_eyes(eyes)
        shown.session.go_end()
    one, other = fork_view(pair.first, pair.titles[0]), fork_view(pair.second, pair.titles[1])
    lines = [line for side in (one, other) for line in _head(side, look)]
    lines.append("")
    lines += [
        ansi_text(line, colour=look.colour)
        for line in difference_summary(one, other, look.glyphs, min(look.width, SIDE_BY_SIDE - 1))
    ]
    for part in diff_parts(one, other):
        for side, blocks in ((one, part.left), (other, part.right)):
            lines += ["", *hanging_lines((Span(side.title, "accent"), Span(f", {part.when}", "quiet")), look)]
            lines += [line for block in blocks if block.kind != "divider" for line in block_lines(block, look)]
            lines += [] if blocks else text_lines("Nothing of this happened.", look, "dim")
    return lines


def _head(side: ForkView, look: LineLook) -> list[str]:
    """Which game it is, and how it ended."""
    return hanging_lines((Span(side.title, "accent"), Span(f" {side.game}: ", "dim"), side.ending), look)
