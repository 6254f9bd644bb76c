"""Personas: dealt by the names at the table, set on a seat or in a file, and in a prompt where they
break no cached beginning."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.core.agents.replies import model
from wolfcore.agents import LanguagePlayer, Settings, answer_prompt, read_options
from wolfcore.agents.personas import drawn_persona, persona_option, personas
from wolfcore.agents.schemas import BRIEF_LENGTHS, USUAL_LENGTHS
from wolfcore.errors import ConfigError
from wolfcore.game import Ask, Game, View, get_board, make_spec
from wolfcore.models import ScriptedModel
from wolfcore.players import Desk
from wolfcore.seating import make_players, seat_players

HEADING = (
    "How you talk (it shapes your words at the table, and neither what you believe nor what "
    "you do): "
)
GAME = Game(make_spec(get_board("classic12"), 3))
NAMES = GAME.spec.names


def view(seat: int, game: Game = GAME) -> View:
    return game.view(seat)


def speaking(seat: int) -> Ask:
    return Ask(f"d1.speak.{seat}", seat, "speak", 1, "discussion", (0,))


def test_nobody_at_a_table_of_twelve_shares_a_persona() -> None:
    told = [drawn_persona(view(seat)) for seat in range(1, 13)]
    assert len(set(told)) == 12
    assert set(told) <= set(personas().values())


def test_personas_follow_the_names_and_nothing_that_is_secret() -> None:
    board = get_board("classic12")
    other = Game(make_spec(board, 3, deal=dict(enumerate(reversed(board.roles), 1))))
    assert other.spec.names == NAMES
    assert [drawn_persona(view(seat, other)) for seat in range(1, 13)] == [
        drawn_persona(view(seat)) for seat in range(1, 13)
    ]
    elsewhere = Game(make_spec(board, 4))
    assert [drawn_persona(view(seat, elsewhere)) for seat in range(1, 13)] != [
        drawn_persona(view(seat)) for seat in range(1, 13)
    ]


def test_a_persona_stands_with_the_seat_and_behind_what_all_seats_share() -> None:
    with_one, without = (
        answer_prompt(view(1), speaking(1), persona=persona).messages
        for persona in ("You sing.", "")
    )
    system = with_one[0]
    assert system.text == f"{without[0].text}\n\n{HEADING}You sing."
    assert (with_one[1], system.shared_prefix) == (without[1], without[0].shared_prefix)
    assert HEADING not in system.text[: system.shared_prefix]


async def asked(options: str, seat: int = 1) -> str:
    """The system part of what a model on a seat with these options is asked with."""
    scripted: ScriptedModel = model()
    seats = seat_players([f"*=vanilla{options}@m"], GAME.spec.board, 3).seats
    player = make_players(seats, models=lambda _: scripted)[seat]
    assert isinstance(player, LanguagePlayer)
    await player.answer(view(seat), speaking(seat), Desk.of_seed(speaking(seat), 3))
    return scripted.requests[0].messages[0].text


async def test_a_seat_has_the_persona_that_its_words_ask_for() -> None:
    assert (await asked("")).endswith(HEADING + drawn_persona(view(1)))
    assert (await asked(":brief")).endswith(HEADING + drawn_persona(view(1)))
    assert (await asked(":persona=judge")).endswith(HEADING + personas()["judge"])
    assert (await asked(":brief:persona=You rhyme now and then.")).endswith(
        f"{HEADING}You rhyme now and then."
    )
    assert HEADING not in await asked(":persona=none")


async def test_a_file_gives_each_player_a_persona_by_name_or_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    lines = [
        f'{NAMES[0]} = "You hum a tune."',
        f'2 = "judge"\n{NAMES[2]} = "none"',
        f'{NAMES[3]} = "You \\u001b[2J bark."',
    ]
    (tmp_path / "cast.toml").write_text("\n".join(lines), encoding="utf-8")
    told = [await asked(":persona=cast.toml", seat) for seat in (1, 2, 3, 4, 5)]
    assert told[0].endswith(f"{HEADING}You hum a tune.")
    assert told[1].endswith(HEADING + personas()["judge"])
    assert HEADING not in told[2]
    assert told[3].endswith("bark.")
    assert "\x1b" not in told[3]
    assert told[4].endswith(HEADING + drawn_persona(view(5))), (
        "whoever is not in the file has the one that is dealt"
    )
    (tmp_path / "cast.toml").write_text('"*" = "You all whisper."', encoding="utf-8")
    assert (await asked(":persona=cast.toml", 7)).endswith(f"{HEADING}You all whisper.")


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ("jugde", r"there is no persona `jugde`\. Did you mean `judge`\?.*or name a TOML file"),
        (
            "You talk and talk " * 9,
            r"a persona has more than 120 characters\. Put it into a TOML file",
        ),
        ("nowhere.toml", r"nowhere\.toml.*cannot be read .*Give the full path of a persona file"),
        ("odd.toml", r"odd\.toml.*is not valid TOML"),
        ("list.toml", r"list\.toml.*Ada.*is not text"),
        ("unknown.toml", r"unknown\.toml.*there is no persona `jugde`"),
    ],
)
def test_a_persona_that_is_none_is_said(
    words: str, problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in (("odd", "= ="), ("list", "Ada = [1]"), ("unknown", 'Ada = "jugde"')):
        (tmp_path / f"{name}.toml").write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=problem):
        persona_option(words)


def test_options_of_a_seat_come_in_any_order() -> None:
    assert (
        read_options(("persona=none", "brief")).settings.lengths
        == read_options(("brief",)).settings.lengths
        == BRIEF_LENGTHS
    )
    assert read_options(())[:2] == (Settings(lengths=USUAL_LENGTHS), drawn_persona)
    with pytest.raises(ConfigError, match="option `persona` is given twice"):
        read_options(("persona=judge", "persona=cook"))


def test_every_persona_is_a_manner_of_its_own() -> None:
    texts = list(personas().values())
    assert len(set(texts)) == len(texts) >= 12, "a table of twelve needs twelve"
    assert all(text.startswith("You ") and 40 < len(text) < 220 for text in texts)
    assert not [
        text
        for text in texts
        if any(word in text for word in ("Werewolf", "village", "Seer", "wolf"))
    ]
