"""The table without a terminal: a picture that fetches nothing, a recording that a player
understands, and no secret in either."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from html import unescape

import pytest

from tests.core.game.planting import MARK, log_of, rounds, two_games
from tests.wolftui.export.games import shared_log
from wolfcore.errors import ConfigError
from wolfcore.game import facts as f
from wolfcore.game import get_board, make_spec
from wolftui.export.redaction import RedactedGame
from wolftui.screen.captures import picture, recording
from wolftui.settings.config import Config
from wolftui.words.spans import MODERATOR_EYES

SMALL = (80, 24)
SEAT = 7


def game(eyes: int = MODERATOR_EYES) -> RedactedGame:
    spec = make_spec(get_board("sla7"), 3)
    return shared_log(spec, log_of(rounds(spec)), eyes)


def words_of(svg: str) -> str:
    ET.fromstring(svg)
    return unescape(re.sub(r"<[^>]+>", "", svg)).replace("\xa0", " ")


@pytest.mark.slow
def test_a_picture_shows_the_table_at_an_entry_or_at_the_end() -> None:
    shared = game()
    end, start = picture(shared, Config(), (120, 36)), picture(shared, Config(), (120, 36), at=3)
    assert "The end" in words_of(end)
    assert "Before the first night" in words_of(start)
    for svg in (end, start):
        assert "@font-face" not in svg
        assert not re.search(r"url\((?!#)|href=", svg)
    for wrong in (0, len(shared.entries) + 1):
        with pytest.raises(ConfigError, match="there is no entry"):
            picture(shared, Config(), SMALL, at=wrong)


def test_a_picture_has_the_theme_and_the_signs_of_the_settings() -> None:
    shared = game()
    light = picture(shared, Config(theme="parchment", ascii=True), SMALL)
    assert "#faf5e8" in light.casefold()
    assert "☀" not in light
    assert "☀" in picture(shared, Config(), SMALL)


@pytest.mark.slow
def test_a_recording_is_an_asciicast_of_the_whole_replay() -> None:
    shared = game()
    slow, fast = (recording(shared, Config(), SMALL, speed).splitlines() for speed in (2.0, 16.0))
    head = json.loads(fast[0])
    assert (head["version"], head["width"], head["height"]) == (2, *SMALL)
    for lines in (slow, fast):
        times = [json.loads(line)[0] for line in lines[1:]]
        assert times == sorted(times)
        assert times[0] == 0
        assert {json.loads(line)[1] for line in lines[1:]} == {"o"}
    assert json.loads(slow[-1])[0] > 3 * json.loads(fast[-1])[0]
    told = "".join(json.loads(line)[2] for line in fast[1:])
    assert "\x1b[38;2;" in told
    said = [
        entry.fact.text.split()[0]
        for entry in shared.entries
        if isinstance(entry.fact, f.Said) and entry.fact.text.strip()
    ]
    assert said
    assert all(word in told for word in said)


@pytest.mark.slow
def test_secrets_change_no_byte_of_a_seat_s_picture_and_recording() -> None:
    spec = make_spec(get_board("xu7"), 11)
    plain, grown = (shared_log(spec, log_of(played), SEAT) for played in two_games(spec, SEAT))
    assert picture(plain, Config(), (120, 36)) == picture(grown, Config(), (120, 36))
    made = recording(plain, Config(), SMALL, 16.0)
    assert made == recording(grown, Config(), SMALL, 16.0)
    assert MARK not in made
