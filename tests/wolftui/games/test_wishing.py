"""Tables wished for on a screen: the same as the command line in words and errors, turned by
arrows, and kept by name."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import pytest

from wolfcore.errors import ConfigError
from wolfcore.game import board_names, deal_roles, get_board
from wolfcore.game.dice import MAX_SEED
from wolftui.cli.argument_values import arrangement_from_args
from wolftui.cli.display_options import display_options
from wolftui.cli.parser import build_parser
from wolftui.games.favourites import Favourites
from wolftui.games.setup_choices import (
    PARTS,
    Part,
    choices,
    next_choice,
    part_explanation,
    part_text,
    with_part,
    with_player_at,
)
from wolftui.games.table_setup import (
    TableSetup,
    arrangement_for,
    default_setup,
    setup_command,
    setup_problem,
)
from wolftui.settings.config import Config, LoadedConfig
from wolftui.settings.endpoints import ModelSettings

MODELS = ModelSettings()
WISHES = (
    TableSetup(),
    TableSetup(me="5"),
    TableSetup(board="xu7", me="witch", name="Ada Ö'Neil", others="bot:hard"),
    TableSetup(
        board="sla7",
        me="2",
        seats=("wolves=bot:hard:quiet", "seer=sla:bots"),
        games=3,
        speed=4.0,
        others="random",
    ),
    TableSetup(board="duel6", seats=("1=human", "2=human"), name="Ada"),
    TableSetup(board="duel6", me="2", seed=7, games=2, clock=90.0),
    TableSetup(board="duel6", me="2", seed=0, clock=0.0),
    TableSetup(board="sla7", me="6", role="Villager", seed=3),
)


@pytest.mark.parametrize("wish", WISHES)
def test_the_command_that_is_shown_asks_for_the_same_game(wish: TableSetup) -> None:
    config = Config(name="Bo", clock=30.0)
    words = shlex.split(setup_command(wish, config))
    assert words[0] == "wolftui"
    args = build_parser().parse_args(words[1:])
    said = arrangement_from_args(args, LoadedConfig(config, {}))
    wished = arrangement_for(wish, config, MODELS)
    assert wished.make_game(7) == said.make_game(7)
    assert wished.options.seed == said.options.seed == args.seed == wish.seed
    clock = config.clock if wish.clock is None else wish.clock
    assert display_options(args, LoadedConfig(config, {})).config.clock == clock
    assert args.games == wish.games
    assert (args.speed or config.speed) == wish.speed


def test_a_theme_that_no_option_chooses_stands_before_the_command_as_a_variable() -> None:
    assert setup_command(TableSetup(theme="parchment"), Config()).startswith(
        "WOLFTUI_THEME=parchment wolftui play"
    )
    assert "THEME" not in setup_command(TableSetup(theme="moonlight"), Config())


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        (TableSetup(board="nowhere"), "nowhere"),
        (TableSetup(me="12"), "12"),
        (TableSetup(me="doctor"), "`doctor` is not a seat, role or team of classic9"),
        (TableSetup(me="4", role="Doctor"), "classic9 does not deal the role `Doctor`"),
        (TableSetup(role="Seer"), "`` is not a seat"),
        (TableSetup(others="bot:hard:hard:clever"), "clever"),
        (TableSetup(seats=("4=vanilla",)), "`vanilla` has no model"),
        (TableSetup(seats=("4=vanilla@nobody",)), "nobody"),
        (TableSetup(me="4", seats=("4=random",)), "`4` is given twice"),
        (TableSetup(me="4", name="seat 3"), "could be read as a seat"),
        (TableSetup(games=0), "--games: 0 games cannot be played. Play one or more."),
        (TableSetup(games=2, seed=MAX_SEED), "is not a valid seed"),
        (
            TableSetup(clock=9999.0),
            "--clock: 9999 is not a valid time limit. It goes from 0, for no limit, to 3600 "
            "seconds.",
        ),
        (
            TableSetup(speed=99.0),
            "--speed: 99 is not a valid speed. It goes from 0.5 to 16; 1 is calm reading speed.",
        ),
    ],
)
def test_what_is_wrong_is_said_as_the_command_line_says_it(wish: TableSetup, words: str) -> None:
    assert words in setup_problem(wish, Config(), MODELS)


def test_what_can_be_played_has_no_problem() -> None:
    assert [setup_problem(wish, Config(), MODELS) for wish in WISHES] == [""] * len(WISHES)


def test_the_usual_table_is_that_of_the_settings() -> None:
    assert default_setup(Config(board="sla7", others="random", speed=2.0)) == TableSetup(
        board="sla7", me="4", others="random", speed=2.0
    )
    with pytest.raises(ConfigError, match="nowhere"):
        default_setup(Config(board="nowhere"))


def test_arrows_lead_through_every_board_and_back_and_leave_a_table_that_can_be_played() -> None:
    wish = TableSetup(me="9", name="Ada")
    seen: list[str] = []
    for _ in board_names():
        seen.append(wish.board)
        assert setup_problem(wish, Config(), MODELS) == ""
        wish = next_choice(wish, "board", 1, ())
    assert sorted(seen) == sorted(board_names())
    assert wish.board == "classic9"
    assert next_choice(next_choice(wish, "board", 1, ()), "board", -1, ()).board == "classic9"


@pytest.mark.parametrize("part", PARTS)
def test_every_choice_of_a_list_is_one_and_says_what_it_does(part: Part) -> None:
    wish = TableSetup(me="4")
    for choice in choices(wish, part, ("moonlight", "parchment")):
        chosen = with_part(wish, part, choice.value)
        assert part_text(chosen, part) == choice.value
        assert setup_problem(chosen, Config(), MODELS) == ""
        assert part_explanation(chosen, part, {}).endswith(".")


@pytest.mark.parametrize("name", board_names())
def test_every_role_of_a_board_can_be_had_in_any_seat(name: str) -> None:
    setup, board = with_part(TableSetup(), "board", name), get_board(name)
    offered = [choice.value for choice in choices(setup, "role", ())]
    assert offered == ["", *dict.fromkeys(board.roles)]
    for role in offered[1:]:
        setup = next_choice(setup, "role", 1, ())
        assert setup.role == role
        for seat in ("1", setup.me, str(board.size)):
            placed = with_part(setup, "me", seat)
            game = arrangement_for(placed, Config(), MODELS).make_game(7)
            assert game.seating.people == (int(seat),)
            assert deal_roles(game.spec)[int(seat) - 1] == role
            assert f"Your role is {role}," in part_explanation(placed, "role", {})
    assert next_choice(setup, "role", 1, ()).role == ""


def test_a_role_goes_where_there_is_no_seat_or_no_such_role() -> None:
    setup = with_part(TableSetup(board="sla7"), "role", "doctor")
    assert (setup.me, setup.role) == ("4", "Doctor")
    assert with_part(setup, "board", "classic9") == TableSetup(board="classic9", me="4")
    assert [with_part(setup, "me", text).role for text in ("7", "seer", "")] == ["Doctor", "", ""]


def test_every_preset_is_offered_with_every_model() -> None:
    offered = [choice.value for choice in choices(TableSetup(), "others", (), ("smollm", "gpt"))]
    assert {"vanilla@smollm", "vanilla@gpt", "sla@gpt"} <= set(offered)
    assert [with_part(TableSetup(), "others", value).others for value in offered] == offered


@pytest.mark.parametrize(
    ("part", "text"),
    [
        ("board", "nowhere"),
        ("me", "king"),
        ("role", "king"),
        ("name", "7"),
        ("others", "nobody"),
        ("seats", "4"),
        ("games", "many"),
        ("games", "0"),
        ("clock", "soon"),
        ("clock", "-1"),
        ("clock", "nan"),
        ("seed", "-1"),
        ("seed", "9" * 40),
    ],
)
def test_what_is_no_choice_is_refused(part: Part, text: str) -> None:
    with pytest.raises(ConfigError):
        with_part(TableSetup(me="4"), part, text)


def test_a_seat_that_is_given_again_is_given_once() -> None:
    wish = with_player_at(with_player_at(TableSetup(), "wolves", "bot:hard"), "seer", "random")
    assert with_player_at(wish, "wolves", "bot:easy").seats == ("seer=random", "wolves=bot:easy")


# -- kept


def test_tables_are_kept_by_name_and_the_one_used_last_comes_first(tmp_path: Path) -> None:
    kept = Favourites(tmp_path / "tables")
    for number, (name, wish) in enumerate(
        (("friday night", WISHES[2]), ("Ökonomie", WISHES[3]), ("third", WISHES[4]))
    ):
        kept.save(name, wish)
        os.utime(tmp_path / "tables" / f"{name}.toml", (number, number))
    kept.mark_used("friday night")
    again = Favourites(tmp_path / "tables")
    assert [(each.name, each.setup) for each in again.entries] == [
        ("friday night", WISHES[2]), ("third", WISHES[4]), ("Ökonomie", WISHES[3]),
    ]  # fmt: skip
    again.delete("third")
    assert [each.name for each in Favourites(tmp_path / "tables").entries] == [
        "friday night",
        "Ökonomie",
    ]


@pytest.mark.parametrize("text", ["board = [", 'bord = "sla7"', "games = 'two'", "\x00"])
def test_a_broken_file_is_one_line_and_is_never_lost(tmp_path: Path, text: str) -> None:
    kept = Favourites(tmp_path)
    kept.save("good", TableSetup())
    (tmp_path / "bad.toml").write_text(text, encoding="utf-8")
    kept.read()
    assert [each.name for each in kept.entries] == ["good"]
    assert len(kept.problems) == 1
    assert "bad.toml" in kept.problems[0]
    assert "\n" not in kept.problems[0]
    with pytest.raises(ConfigError, match="not overwritten"):
        kept.save("bad", TableSetup())
    assert (tmp_path / "bad.toml").read_text(encoding="utf-8") == text


@pytest.mark.parametrize("name", ["", "../up", "a/b", ".hidden", "x" * 41, "a\x1b[31m", "end "])
def test_a_name_is_one_of_a_file_or_none(tmp_path: Path, name: str) -> None:
    kept = Favourites(tmp_path / "tables")
    if name == "end ":
        assert kept.save(name, TableSetup()) == "end"
        return
    with pytest.raises(ConfigError):
        kept.save(name, TableSetup())
    assert not (tmp_path / "tables").exists()


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "tables").write_text("no folder", encoding="utf-8")
    with pytest.raises(ConfigError, match="cannot be written"):
        Favourites(tmp_path / "tables").save("good", TableSetup())
