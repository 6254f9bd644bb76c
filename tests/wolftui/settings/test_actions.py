"""Every action can be carried out, no key means two things at once, and every key can be sent by
any terminal."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from msgspec.structs import replace

from wolftui.screen.app import WolfApp
from wolftui.screen.screens.app_screen import AppScreen
from wolftui.screen.screens.inspector import InspectorScreen
from wolftui.screen.screens.library_screen import LibraryScreen
from wolftui.screen.screens.live_table import LiveTable
from wolftui.screen.screens.lobby_screen import LobbyScreen
from wolftui.screen.screens.new_game_screen import NewGameScreen
from wolftui.screen.screens.number_pages import RecordScreen
from wolftui.screen.screens.result_screen import ResultScreen
from wolftui.screen.screens.settings_screen import SettingsScreen
from wolftui.screen.screens.table_screen import TableScreen
from wolftui.screen.screens.words_screen import WordsScreen
from wolftui.settings.actions import (
    ACTIONS,
    BY_ID,
    Place,
    Situation,
    available_actions,
    help_groups,
    key_line,
)

PLACES: dict[Place, type[AppScreen]] = {
    "table": LiveTable,
    "result": ResultScreen,
    "record": RecordScreen,
    "words": WordsScreen,
    "library": LibraryScreen,
    "inspector": InspectorScreen,
    "lobby": LobbyScreen,
    "new_game": NewGameScreen,
    "settings": SettingsScreen,
}
FLAGS = (
    "live",
    "person",
    "over",
    "writing",
    "choosing",
    "suspecting",
    "prompt_open",
    "side_panel_overlays",
    "thoughts",
    "calls",
    "can_change_eyes",
    "searching",
    "unfinished",
    "can_play_again",
    "can_go_back",
    "lobby_open",
    "new_models_found",
)
_KITTY_ONLY = (
    "ctrl+m",
    "ctrl+i",
    "ctrl+h",
    "ctrl+s",
    "ctrl+z",
    "ctrl+[",
    "ctrl+enter",
    "shift+enter",
    "alt+",
    "super+",
)


def situations(place: Place) -> list[Situation]:
    """Every situation that can be: who writes or chooses has a prompt, and nobody does both."""
    all_flags = [
        dict(zip(FLAGS, values, strict=True))
        for values in product((False, True), repeat=len(FLAGS))
    ]
    return [
        Situation(place, **flags)
        for flags in all_flags
        if sum(hands := [flags["writing"], flags["choosing"], flags["suspecting"]]) < 2
        and (flags["prompt_open"] or not any(hands))
    ]


@pytest.mark.parametrize(
    "place", [place for place in PLACES if place not in ("table", "library")]
)  # whose parts carry its actions out: screen/test_parts.py
def test_each_action_of_a_screen_is_carried_out_by_it(place: Place) -> None:
    missing = [
        a.id
        for a in ACTIONS
        if place in a.places
        and a.keys
        and not hasattr(PLACES[place], f"action_{a.id}")
        and not hasattr(WolfApp, f"action_{a.id}")
    ]
    assert missing == []


def test_each_action_of_the_library_is_carried_out_by_it_or_its_parts(tmp_path: Path) -> None:
    screen = LibraryScreen(tmp_path)
    here = [a.id for a in ACTIONS if "library" in a.places]
    assert [
        each
        for each in here
        if screen.handler_for(each) is None and not hasattr(WolfApp, f"action_{each}")
    ] == []


@pytest.mark.slow
@pytest.mark.parametrize("place", PLACES)
def test_no_key_means_two_things_in_one_situation(place: Place) -> None:
    clashes: set[tuple[str, str]] = set()
    for situation in situations(place):
        here = [action for action in available_actions(situation) if place in action.places]
        clashes |= {
            (one.id, other.id)
            for one in here
            for other in here
            if one.id < other.id and set(one.keys) & set(other.keys)
        }
    assert clashes == set()


def test_every_key_can_be_sent_by_any_terminal() -> None:
    assert [key for action in ACTIONS for key in action.keys if key.startswith(_KITTY_ONLY)] == []


def test_ids_are_unique_and_every_action_is_explained() -> None:
    assert len(BY_ID) == len(ACTIONS)
    assert [action.id for action in ACTIONS if not action.help.endswith(".")] == []


def test_while_writing_no_letter_is_an_action_of_the_table() -> None:
    writing = Situation("table", live=True, person=True, writing=True, prompt_open=True)
    letters = [
        action.id
        for action in available_actions(writing)
        if "table" in action.places and any(len(key) == 1 for key in action.keys)
    ]
    assert letters == []


def test_the_line_of_keys_shows_each_key_once_and_help_lists_all_that_can_be_done() -> None:
    situation = Situation(
        "table", live=True, person=True, choosing=True, prompt_open=True, side_panel_overlays=True
    )
    shown = [hint.keys for hint in key_line(situation)]
    assert len(shown) == len(set(shown))
    listed = [action for _, actions in help_groups(situation) for action in actions]
    assert set(listed) == set(available_actions(situation))
    assert [hint.label for hint in key_line(replace(situation, choosing=False, writing=True))][
        :3
    ] == ["send", "new line", "name"]


@pytest.mark.slow
@pytest.mark.parametrize("place", PLACES)
def test_whatever_the_line_of_keys_shows_can_be_pressed(place: Place) -> None:
    """Each key of each hint, but for those that only say how one types."""
    dead: set[tuple[str, str]] = set()
    for situation in situations(place):
        for hint in key_line(situation):
            keys = zip(hint.keys.split(), hint.presses or (hint.press,), strict=True)
            dead |= {
                (key, hint.label)
                for key, press in keys
                if not (press and hint.press) and key not in ("0-9", "1-9")
            }
    assert dead == set()


def test_a_replay_is_the_same_screen_as_a_live_game() -> None:
    assert issubclass(LiveTable, TableScreen)
