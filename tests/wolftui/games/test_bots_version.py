"""A saved game that other house bots began says so when it goes on."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from wolfcore.bots import BOTS_VERSION
from wolfcore.errors import LogError
from wolfcore.records import GameFolder, read_game
from wolftui.games.arrangement import PlayOptions
from wolftui.games.game_starts import fork_saved, resume_saved, start_game


def begun(root: Path, player: str, bots: tuple[int, ...]) -> Path:
    """Begin a game of `duel6`, saved as by a wolftui with other house bots."""
    running = start_game(
        PlayOptions(board="duel6", seats=(f"*={player}",), games_root=root, seed=1)
    )
    folder = running.folder
    assert folder
    about = folder.about
    assert about
    assert about.bots == (BOTS_VERSION,)
    folder.rewrite_about(replace(about, bots=bots))
    folder.close()
    return folder.path


@pytest.mark.parametrize("bots", [(), (1,)])
def test_a_resumed_game_names_both_versions_and_says_so_once(
    tmp_path: Path, bots: tuple[int, ...]
) -> None:
    path = begun(tmp_path, "bot", bots)
    note = f"House bots of version 1 played in this game; those of version {BOTS_VERSION} play on."
    for notes in ((note,), ()):
        running = resume_saved(path)
        assert tuple(each for each in running.notes if "House bots" in each) == notes
        assert running.folder
        running.folder.close()
        about = read_game(path).about
        assert about
        assert about.bot_versions == (1, BOTS_VERSION)


def test_a_game_without_house_bots_goes_on_without_a_word(tmp_path: Path) -> None:
    path = begun(tmp_path, "random", ())
    for seats in ((), ("3=bot",)):
        running = resume_saved(path, seats)
        assert not [each for each in running.notes if "House bots" in each]
        assert running.folder
        running.folder.close()
        about = read_game(path).about
        assert about
        # One may sit down while the game goes on.
        assert about.bots == (BOTS_VERSION,)


def test_a_third_version_says_who_played_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = begun(tmp_path, "bot", (1, BOTS_VERSION))
    monkeypatch.setattr("wolftui.games.game_starts.BOTS_VERSION", BOTS_VERSION + 1)
    running = resume_saved(path)
    assert f"version 1 and {BOTS_VERSION} played in this game" in " ".join(running.notes)
    assert running.folder
    running.folder.close()


def test_a_game_whose_record_cannot_be_written_is_left_unlocked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = begun(tmp_path, "bot", (1,))

    def full(*_: object) -> None:
        raise LogError("no space is left", file=str(path))

    with monkeypatch.context() as patch:
        patch.setattr(GameFolder, "rewrite_about", full)
        with pytest.raises(LogError, match="no space is left"):
            resume_saved(path)
    running = resume_saved(path)
    assert running.folder
    running.folder.close()


@pytest.mark.parametrize(
    ("player", "versions"), [("bot", (1, BOTS_VERSION)), ("random", (BOTS_VERSION,))]
)
def test_a_fork_names_the_versions_that_played_and_play(
    tmp_path: Path, player: str, versions: tuple[int, ...]
) -> None:
    path = begun(tmp_path, player, ())
    saved = read_game(path)
    ask = resume_saved(path)
    first = ask.game.asks[0].id
    assert ask.folder
    ask.folder.close()
    forked = fork_saved(saved, first, root=tmp_path)
    assert forked.folder
    assert forked.folder.about
    assert forked.folder.about.bot_versions == versions
    forked.folder.close()
