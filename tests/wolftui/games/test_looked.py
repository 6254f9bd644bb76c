"""Whoever may have seen everything does not sit down again unseen: it is said, and the game is
marked."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.wolftui.words.telling import open_gate
from wolfcore.errors import GameStopped
from wolfcore.game import Answer, Ask, View
from wolfcore.records import list_games, read_game
from wolftui.cli.library import print_saved_games
from wolftui.games.arrangement import PlayOptions
from wolftui.games.game_starts import fork_saved, resume_saved, start_game
from wolftui.settings.paths import games_folder


class Leaving:
    """A person who leaves at the first ask of a day."""

    async def ask(self, ask: Ask, view: View) -> Answer:
        del view
        if ask.phase != "night":
            raise GameStopped("You left")
        return Answer(ask.options[0])


async def left(*seats: str) -> Path:
    """A game that its person, or whoever looked on, left in the first night or on the first day."""
    running = start_game(
        PlayOptions(seats=seats, default_player="random", seed=7, deal="4=Werewolf")
    )
    if running.people:
        with pytest.raises(GameStopped):
            await running.play(Leaving(), gate=open_gate)
    running.close()
    assert running.path
    return running.path


async def test_a_person_who_gave_the_seat_to_a_bot_and_looked_sits_down_again_marked(
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = await left("4=human")
    watched = resume_saved(path, ("4=bot",))
    assert watched.session.may_see_all
    assert watched.notes == (
        "No person plays any more, so everything is shown; a person who sits down again is "
        "marked as having looked.",
    )
    watched.close()
    again = resume_saved(path, ("4=human",))
    assert not again.session.may_see_all
    assert again.notes == (
        "Who sits down in seat 4 could know all cards of this game; it is marked, and no record "
        "counts it.",
    )
    assert again.players[3] == "human:looked"
    again.close()
    assert '"looked"' in (path / "about.json").read_text()
    print_saved_games()
    assert capsys.readouterr().out.endswith(", seat 4 looked\n")
    later = resume_saved(path)
    assert (later.players[3], later.people, later.notes) == ("human:looked", (4,), again.notes)
    later.close()


async def test_a_person_who_stays_in_the_seat_is_not_marked() -> None:
    path = await left("4=human")
    again = resume_saved(path)
    assert (again.players[3], again.notes) == ("human", ())
    again.close()
    assert "looked" not in (path / "about.json").read_text()


async def test_whoever_sits_down_in_a_game_of_bots_that_anybody_could_watch_is_marked() -> None:
    path = await left()
    again = resume_saved(path, ("2=human:suspicions",))
    assert again.players[1] == "human:suspicions:looked"
    again.close()


async def test_a_fork_of_a_game_that_was_shown_to_its_end_is_marked() -> None:
    running = start_game(PlayOptions(default_player="random", seed=7))
    assert running.play_now()
    assert running.path
    saved = read_game(running.path)
    forked = fork_saved(saved, next(iter(saved.journal)), ("3=human",))
    assert forked.players[2] == "human:looked"
    assert forked.notes
    forked.close()
    (about,) = [game.about for game in list_games(games_folder()) if game.id == forked.id]
    assert about
    assert about.seats_that_looked == (3,)
