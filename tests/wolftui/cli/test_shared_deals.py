"""`play CODE` and `play --today`: the same deal, offline."""

from __future__ import annotations

from datetime import date

import pytest
from msgspec.structs import replace

from tests.wolftui.cli.running import Program
from wolfcore.bots import BOTS_VERSION
from wolfcore.records import list_games, read_game
from wolftui.games.deal_codes import encode_deal
from wolftui.games.deals import BotWords, Deal, deal_of_day, todays_deal
from wolftui.settings.paths import games_folder


@pytest.fixture
def wolftui(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Program:
    return Program(capsys, monkeypatch)


ALONE = Deal(board="duel6", chair=0, number=5, is_drawn=True, players=(BotWords(),) * 6)


def test_a_code_plays_its_deal_and_one_of_other_bots_only_with_consent(wolftui: Program) -> None:
    code = encode_deal(replace(ALONE, bots=BOTS_VERSION + 1))
    ran = wolftui("play", code, "--plain")
    assert ran.code == 2
    assert f"house bots of version {BOTS_VERSION + 1}" in ran.err
    assert "--anyway" in ran.err
    assert len(ran.err.splitlines()) == 1
    assert list_games(games_folder()) == []
    assert wolftui("play", code.lower(), "--plain", "--anyway").code == 0
    (game,) = list_games(games_folder())
    assert read_game(game.path).spec == ALONE.spec


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("K7F2-9QXA-3MTB-W8ZD",), "is not a code"),
        (("--today", "--board", "sla7"), "--board: the deal decides this"),
        (("--today", "--seat", "4=human"), "--seat: the deal decides this"),
        (("--today", "--seed", "0"), "--seed: the deal decides this"),
        (("--today", "--games", "2"), "--games: a deal is one game"),
        ((encode_deal(ALONE), "--today"), "is another deal"),
        (("--anyway",), "there is no CODE"),
    ],
)
def test_a_wrong_code_or_a_contradiction_is_one_line(
    wolftui: Program, words: tuple[str, ...], said: str
) -> None:
    ran = wolftui("play", "--plain", *words, typed=[])
    assert (ran.code, len(ran.err.splitlines())) == (2, 1)
    assert said in ran.err


@pytest.mark.slow
def test_an_empty_code_is_wrong_use(wolftui: Program) -> None:
    ran = wolftui("play", "", "--plain", typed=[])
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "wolftui: CODE: is empty. Leave it out to play a new deal.\n"


def test_the_deal_of_the_day_that_was_begun_is_gone_on_with_and_not_begun_again(
    wolftui: Program,
) -> None:
    ran = wolftui("play", "--today", "--plain", typed=[])
    deal = todays_deal()
    assert deal == deal_of_day(date.today())
    spec = deal.spec
    assert f"{deal.chair} {spec.names[deal.chair - 1]}" in ran.out
    (game,) = list_games(games_folder())
    assert read_game(game.path).spec == spec
    ran = wolftui("play", "--today", "--plain", typed=[])
    assert ran.code == 2
    assert f"`wolftui resume {game.id}`" in ran.err
