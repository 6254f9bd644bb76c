"""Codes of deals: a game is played again from its code alone, and a wrong code is no deal."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.wolftui.games.test_told import Person
from tests.wolftui.words.telling import open_gate
from wolfcore.bots import BOTS_VERSION, OPTIONS
from wolfcore.errors import ConfigError
from wolfcore.game import MAX_SEED, SAFE_NIGHT, board_names, deal_roles, get_board
from wolfcore.records import read_about, read_game, summarise
from wolfcore.records.library import LibraryIndex
from wolfcore.records.own_result import OwnResult
from wolftui.games.arrangement import PlayOptions
from wolftui.games.deal_codes import encode_deal, parse_code
from wolftui.games.deals import BotWords, Deal, deal_of_day, deal_of_game
from wolftui.games.forks import fork_pair, related_games
from wolftui.games.game_starts import fork_saved, start_game
from wolftui.games.shared_result import games_of_deal, shared_result
from wolftui.words.glyphs import FANCY
from wolftui.words.own_results import shared_words

DAY = date(2026, 11, 23)


def deal_in(folder: Path) -> Deal:
    game = summarise(folder)
    assert game.header
    return deal_of_game(game.header, game.about)


async def played(options: PlayOptions) -> Path:
    running = start_game(options)
    await running.play(Person(), gate=open_gate)
    running.close()
    assert running.path
    return running.path


def begun(options: PlayOptions) -> Path:
    running = start_game(options)
    running.close()
    assert running.path
    return running.path


@pytest.mark.parametrize("end", ["", SAFE_NIGHT])
@pytest.mark.parametrize("name", board_names())
def test_a_deal_of_every_board_and_seat_is_what_its_code_says(name: str, end: str) -> None:
    board = get_board(f"{name}{end}")
    manners = OPTIONS["manner"]
    mixed = [BotWords("hard", "quiet", manners[seat % 8]) for seat in range(board.size)]
    for chair in range(board.size + 1):
        for number, is_drawn in ((0, True), (2**36 - 1, True), (7, False), (MAX_SEED, False)):
            for players in ([BotWords("easy")] * board.size, mixed):
                words = tuple(
                    BotWords() if seat == chair - 1 else players[seat] for seat in range(board.size)
                )
                deal = Deal(
                    board=board.name, chair=chair, number=number, is_drawn=is_drawn, players=words
                )
                code = encode_deal(deal)
                assert parse_code(code) == deal
                assert re.fullmatch(r"[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4})+", code)
                if is_drawn and players != mixed:
                    assert len(code) == 19


def test_the_code_of_a_deal_stays_what_it_is() -> None:
    """Codes lie in messages of other people: neither boards nor options may change places in them."""
    deal = replace(deal_of_day(DAY, 2), players=(BotWords("hard", "active", "dry"),) * 9)
    deal = replace(deal, players=(BotWords(), *deal.players[1:]))
    assert (deal.chair, encode_deal(deal)) == (1, "Z9X9-MR8E-TV94-RRQT")


def test_every_wrong_sign_and_swap_is_noticed_and_case_and_gaps_do_not_matter() -> None:
    code = encode_deal(deal_of_day(DAY))
    signs = code.replace("-", "")
    wrong = {
        signs[:place] + sign + signs[place + 1 :]
        for place in range(len(signs))
        for sign in "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
    }
    wrong |= {
        signs[:place] + signs[place + 1] + signs[place] + signs[place + 2 :]
        for place in range(len(signs) - 1)
    }
    for each in (*(wrong - {signs}), signs[:-1], signs + "0", "", "K7F2", "ü" * 16, "9" * 5000):
        with pytest.raises(ConfigError):
            parse_code(each)
    assert parse_code(f" {code.lower().replace('-', ' ')} ") == deal_of_day(DAY)
    assert parse_code(code.replace("0", "O").replace("1", "l")) == deal_of_day(DAY)


def test_a_drawn_game_of_a_person_is_dealt_again_from_its_code(tmp_path: Path) -> None:
    seats = ("Seer=human", "wolves=bot:hard:quiet")
    first = begun(
        PlayOptions(board="classic9", seats=seats, person_name="Zzz", games_root=tmp_path)
    )
    code = encode_deal(deal_in(first))
    again = begun(parse_code(code).options(PlayOptions(games_root=tmp_path / "friend")))
    here, there = read_game(first), read_game(again)
    assert here.spec.seed == there.spec.seed
    assert deal_roles(here.spec) == deal_roles(there.spec)
    (chair,) = here.spec.people
    assert there.spec.people == (chair,)
    others = [seat for seat in range(9) if seat != chair - 1]
    assert [here.spec.names[seat] for seat in others] == [there.spec.names[seat] for seat in others]
    assert here.about
    assert there.about
    assert here.about.seats == there.about.seats
    assert encode_deal(deal_in(again)) == code


@pytest.mark.slow
async def test_two_games_of_one_code_are_related_and_lie_beside_each_other_once_they_are_over(
    tmp_path: Path,
) -> None:
    usual = PlayOptions(board="duel6", seats=("2=human",), games_root=tmp_path)
    first = await played(replace(usual, person_name="Ada"))
    await played(usual)
    given = deal_in(first).options(replace(usual, games_root=tmp_path))
    running = begun(given)
    assert related_games(first) == ()
    second = await played(given)
    (found,) = related_games(first)
    assert (found.id, found.relation) == (second.name, "of the same deal")
    assert [each.id for each in related_games(second)] == [first.name]
    pair = fork_pair(read_game(first), read_game(second), FANCY)
    assert pair.titles == ("one game", "another of this deal")
    assert -1 in pair.eyes
    index = LibraryIndex(tmp_path)
    index.refresh()
    (open_game,) = [game for game in index.games() if game.id == running.name]
    assert (open_game.deal, open_game.own) == ("", None)


@pytest.mark.slow
async def test_whoever_plays_a_deal_alike_has_the_same_game_whatever_they_played_before(
    tmp_path: Path,
) -> None:
    deal = replace(deal_of_day(DAY), board="duel6", chair=2, players=(BotWords(),) * 6)
    logs: list[bytes] = []
    for root, earlier in ((tmp_path / "one", 0), (tmp_path / "other", 2)):
        given = PlayOptions(games_root=root, person_name="Hedda" if earlier else "Ada")
        for _ in range(earlier):
            await played(replace(given, board="duel6", seats=("2=human",)))
        folder = await played(deal.options(given))
        logs.append((folder / "game.jsonl").read_bytes())
        about = read_about(folder)[0]
        assert about
        assert (about.told, about.leanings, about.recollection) == ((), "", None)
    assert logs[0] == logs[1]


def test_a_stated_seed_has_a_code_of_its_own_with_a_person_and_without(tmp_path: Path) -> None:
    for seats in (("4=human",), ()):
        options = PlayOptions(board="sla7", seats=seats, seed=MAX_SEED, games_root=tmp_path)
        deal = deal_in(begun(options))
        assert (deal.is_drawn, deal.number, deal.chair) == (False, MAX_SEED, 4 if seats else 0)
        assert parse_code(encode_deal(deal)).spec == deal.spec


def test_a_game_that_cannot_be_dealt_again_says_why(tmp_path: Path) -> None:
    board = replace(get_board("sla7"), name="mine")
    usual = PlayOptions(board="sla7", seats=("4=human",), games_root=tmp_path)
    for options, why in (
        (replace(usual, board=board), "its board is your own"),
        (replace(usual, deal="4=Seer"), "not made from a seed alone"),
        (replace(usual, seats=("4=human", "5=human")), "several people"),
        (replace(usual, seats=("4=human", "5=random")), "not only house bots"),
    ):
        with pytest.raises(ConfigError, match=why):
            deal_in(begun(options))
    whole = begun(usual)
    game = summarise(whole)
    assert game.header
    assert game.about
    for about, why in (
        (None, "about.json"),
        (game.about.with_take_over(5, "d1.vote.5", game.about.seats[5]), "was replaced"),
        (replace(game.about, deal_number=2**36), "cannot be"),
        (replace(game.about, deal_number=1), "not made from a seed alone"),
    ):
        with pytest.raises(ConfigError, match=why):
            deal_of_game(game.header, about)


def test_the_deal_of_a_day_follows_from_the_date_and_the_version_of_the_bots() -> None:
    days = [deal_of_day(date(2026, 1, day)) for day in range(1, 31)]
    assert len({deal.number for deal in days}) == 30
    assert len({deal.chair for deal in days}) > 5
    assert deal_of_day(DAY) == deal_of_day(DAY)
    assert deal_of_day(DAY, BOTS_VERSION + 1).number != deal_of_day(DAY).number
    assert (deal_of_day(DAY, 2).chair, deal_of_day(DAY, 2).number) == (1, 67434986044)


def test_a_result_says_when_its_person_fell_and_never_how() -> None:
    for fate in ("killed", "poisoned", "exiled", "shot"):
        own = OwnResult(4, "Werewolf", False, fate, 2)
        assert shared_words(own, 3) == "lost, day 3, out by day 2"
    assert shared_words(OwnResult(4, "Seer", True), 3) == "won, day 3, alive"
    assert shared_words(OwnResult(4, "Seer", None), 3) == "nobody won, day 3, alive"


@pytest.mark.slow
async def test_a_result_to_send_shows_no_card_side_or_name_and_finds_its_game(
    tmp_path: Path,
) -> None:
    folder = await played(deal_of_day(date.today()).options(PlayOptions(games_root=tmp_path)))
    lines = shared_result(folder)
    game = read_game(folder)
    assert re.fullmatch(
        r"wolftui, deal of \d+ \w{3} \(classic9\): (won|lost), day \d+, (alive|out on day \d+)",
        lines[0],
    )
    assert all(re.fullmatch(r"my votes  [+-]( [+-])*", line) for line in lines[1:-1])
    assert parse_code(lines[-1].removeprefix("wolftui play ")) == deal_of_day(date.today())
    words = " ".join(lines).casefold()
    assert not [
        word
        for word in (*game.spec.board.roles, *game.spec.names, "village", "wolves")
        if word.casefold() in words
    ]
    assert [found.path for found in games_of_deal(tmp_path, deal_of_day(date.today()))] == [folder]
    assert games_of_deal(tmp_path, deal_of_day(DAY)) == []
    fork = fork_saved(game, next(iter(game.journal)), root=tmp_path)
    fork.close()
    assert fork.path
    with pytest.raises(ConfigError, match="only a game that is over"):
        shared_result(fork.path)
    with pytest.raises(ConfigError, match="fork"):
        deal_in(fork.path)
