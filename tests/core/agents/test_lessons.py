"""What is learned of a game, and that it names nobody of it."""

from __future__ import annotations

import re

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.agents.remembering import AnyTaken, ListedExperiences, SharedWords
from tests.core.agents.replies import model
from wolfcore.agents import PRESETS, LanguagePlayer, read_options
from wolfcore.agents.anonymizer import Anonymizer
from wolfcore.agents.lessons import AnswerAuthor, lessons_of, score_of
from wolfcore.agents.turn import Memo
from wolfcore.game import Answer, Ask, Game, Result, View, get_board, make_spec, names_for_seed
from wolfcore.memory import Lesson
from wolfcore.players import Desk
from wolfcore.seating import make_players, quick_players, seat_players
from wolfcore.speech.mentions import mark_seats
from wolfcore.table import Table, play_now

BOARD = get_board("sla7")
SIZE = BOARD.size
LONG = 2000
FORMS = (
    "{name}",
    "{upper}",
    "{name}'s",
    "seat {number}",
    "Seat {number}",
    "player {number}",
    "Player_{number}",
    "player{number}",
    "P{number}",
    "p {number}",
    "#{number}",
    "number {number}",
    "{number}",
    "{number}.",
    "({number})",
    "[{number}]",
    "seat-{number}",
    "@{number}",
    "no. {number}",
    "{number} {name}",
    "{name} ({number})",
    "seat {word}",
    "Seat:{number}",
    "P#{number}",
    "the {nth} player",
    "our {rank} player",
    "{rank}",
    "seats {word} and {word}",
    "No. {word}",
    "{name}{number}",
    "vote{number}",
    "P000{number}",
    "Р{number}",
    "{number}号",
    "第{han}号",
    "{number}번",
    "_{name}_",
    "{name}说",
    "狼是{name}吧",
    "{spelt}",
    "{ring}",
    "{han}",
    "{roman}",
)
WORDS = ("one", "two", "three", "four", "five", "six", "seven")
NTH = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")
RANKS = ("1st", "2nd", "3rd", "4th", "5th", "6th", "7th")
SAYS_A_SEAT = re.compile(
    rf"\b(?:seats?|no\.) (?:{'|'.join(WORDS)})\b|\b(?:{'|'.join(NTH)}) player\b|\d", re.IGNORECASE
)
AROUND = (
    "I think",
    "is a wolf",
    "voted for",
    "on day 2",
    "because",
    "2 votes against",
    "who claimed",
    ",",
    "and",
    "- 3 of us",
    "line 12",
    "trusts",
    'he said "wolf"',
    "\n",
    "50%",
    "\t",
    "must go;",
    "I am",
)


def mention(names: tuple[str, ...], seat: int, form: str) -> str:
    name = names[seat - 1]
    return form.format(
        name=name,
        upper=name.upper(),
        number=seat,
        word=WORDS[seat - 1],
        nth=NTH[seat - 1],
        rank=RANKS[seat - 1],
        spelt="-".join(name),
        ring="❶❷❸❹❺❻❼"[seat - 1],
        han="一二三四五六七"[seat - 1],
        roman="ⅠⅡⅢⅣⅤⅥⅦ"[seat - 1],
    )


def names_nobody(text: str, names: tuple[str, ...]) -> bool:
    if SAYS_A_SEAT.search(text) or re.search(r"[❶-❼Ⅰ-Ⅶ一二三四五六七]", text):
        return False
    if any(name in text or "-".join(name) in text for name in names):
        return False
    words = set(re.findall(r"[^\W_]+", text))
    called = {part for name in names for part in re.split(r"\W+", name)}
    loud = {each.upper() for each in called if len(each) > 1}
    return not (
        words & (called | loud)
        or re.search(r"\d", text)
        or "@" in mark_seats(text, names, len(names))
    )


@given(
    st.integers(0, 10_000),
    st.integers(1, SIZE),
    st.lists(
        st.tuples(st.sampled_from(AROUND), st.integers(1, SIZE), st.sampled_from(FORMS)),
        min_size=1,
        max_size=8,
    ),
)
def test_no_name_and_no_number_of_a_seat_survives(
    seed: int, own: int, parts: list[tuple[str, int, str]]
) -> None:
    names = names_for_seed(seed, BOARD)
    text = " ".join(f"{around} {mention(names, seat, form)}" for around, seat, form in parts)
    said = Anonymizer(names, own).anonymize(text, LONG)
    assert names_nobody(said, names), (text, said)


NAMES = ("Mary Ann", "Jörg", "O'Neill", "Anna-Lena", "Will", "Ivy", "Zed")


@given(st.permutations(NAMES), st.lists(st.sampled_from(NAMES), min_size=1, max_size=4))
def test_names_that_people_give_do_not_survive_either(names: list[str], called: list[str]) -> None:
    said = Anonymizer(names, 1).anonymize(" and ".join(f"{name} lies" for name in called), LONG)
    parts = {part for name in names for part in re.split(r"[\W_]+", name) if len(part) > 2}
    assert not parts & set(re.split(r"[\W_]+", said)), said


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Zoë", "Zoe"), ("Jörg", "jorg"), ("李雷", "我怀疑李雷"), ("Mary Ann", "mary-ann"), ("Mary Ann", "Mary, ann"),
        ("O'Neill", "ONeill"), ("Jean-Luc", "jeanluc"), ("Jean-Luc", "Jean_Luc"),
        ("Dov", "D-o-v"), ("Dov", "D.o.v"), ("Dov", "_Dov_"), ("Dov", "Dov说"),
        ("Dov", "Dov2"), ("Ada2", "ada2"),
    ],
)  # fmt: skip
def test_a_name_written_another_way_is_one_player_and_no_more(name: str, said: str) -> None:
    before, after = (
        ("我怀疑", "") if said.startswith("我") else ("", "说" if said.endswith("说") else "")
    )
    assert Anonymizer(("Bram", name, "Cleo"), 1).anonymize(said, LONG) == f"{before}player A{after}"


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("the third player lies", "player A lies"),
        ("our 3rd player lies", "player A lies"),
        ("seats three and four lie", "player A and player B lie"),
        ("No. three lies", "player A lies"),
        ("I vote4 now", "I vote player A now"),
        ("(4号)", "(player A)"),
        ("seats 3, 4 and two wolves", "player A, player B and two wolves"),
        ("no one said no. One of us lied", "no one said no. One of us lied"),
        ("on the 2nd night, first of all", "on the second night, first of all"),
        ("day2 was calm", "day two was calm"),
        ("I will vote; two players left", "I will vote; two players left"),
    ],
)
def test_seats_that_are_counted_in_words_go_and_other_numbers_stay_readable(
    said: str, told: str
) -> None:
    assert Anonymizer(("Ada", "Bram", "Cleo", "Dario"), 1).anonymize(said, LONG) == told


def test_signs_and_widths_hide_nobody() -> None:
    names = ("Ada", "Bram")
    assert names_nobody(Anonymizer(names, 2).anonymize("ｓｅａｔ １ and ② and Ａｄａ", LONG), names)


def test_a_player_goes_by_one_letter_in_all_texts_of_a_lesson_and_the_own_seat_is_me() -> None:
    told = Anonymizer(("Ada", "Bram", "Cleo", "Dario"), 4)
    assert (
        told.anonymize("Cleo accuses Bram, and 3 votes me, Dario.", LONG)
        == "player A accuses player B, and three votes me."
    )
    assert told.anonymize("voted for 2 Bram", LONG) == "voted for player B"
    assert (
        told.anonymize("Ada was attacked in night 2.", LONG)
        == "player C was attacked in night two."
    )


def game_of_bots(seed: int) -> Game:
    game = Game(make_spec(BOARD, seed))
    quick = quick_players(make_players(seat_players([], BOARD, seed).seats))
    assert quick
    play_now(game, quick)
    return game


@pytest.mark.parametrize("seed", range(6))
def test_games_of_house_bots_teach_by_rule_and_their_lessons_name_nobody(seed: int) -> None:
    game = game_of_bots(seed)
    lessons = lessons_of(game, "g", {})
    assert {each.tags.stage for each in lessons} == {"night", "speech", "vote"}
    assert {each.kind for each in lessons} == {"xu", "plus"}
    assert all(each.tags.stage == "vote" for each in lessons if each.kind == "plus")
    for each in lessons:
        assert names_nobody(each.situation, game.spec.names), each.situation
        assert names_nobody(each.response, game.spec.names), each.response


def test_a_score_is_that_of_the_paper() -> None:
    assert score_of(Result("village", "village", 3), "village") == 997.0
    assert score_of(Result("village", "village", 3), "wolves") == 3.0
    assert score_of(Result("draw", None, 5), "village") == 5.0


def test_winners_and_losers_of_a_game_are_told_apart() -> None:
    game = game_of_bots(1)
    assert game.result
    for each in lessons_of(game, "g", {}):
        assert each.score == (
            1000 - game.result.days if each.tags.team == game.result.winner else game.result.days
        )


def test_a_game_that_is_not_over_teaches_nothing() -> None:
    assert lessons_of(Game(make_spec(BOARD, 1)), "g", {}) == ()


class Noting:
    """Keeps what it answered, by ask."""

    def __init__(self, inner: LanguagePlayer) -> None:
        self._inner = inner
        self.kept: dict[str, tuple[Memo, Answer]] = {}

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        answer = await self._inner.answer(view, ask, desk)
        if answer.memo:
            self.kept[ask.id] = (msgspec.json.decode(answer.memo, type=Memo), answer)
        return answer


async def learned(preset: str, *words: str) -> tuple[tuple[Lesson, ...], Noting]:
    game = Game(make_spec(BOARD, 5))
    settings = read_options(words, PRESETS[preset].settings)
    seat = Noting(
        LanguagePlayer(
            model(),
            settings,
            embedder=SharedWords(),
            experiences=ListedExperiences(),
            chooser=AnyTaken(),
        )
    )
    await Table(game, dict.fromkeys(range(1, SIZE + 1), seat)).run()
    return lessons_of(game, "g", dict.fromkeys(seat.kept, AnswerAuthor(preset, "tiny"))), seat


async def test_reflections_and_what_followed_them_are_learned() -> None:
    lessons, seat = await learned("xu2023")
    written = [each for each in lessons if each.tags.ask in seat.kept]
    assert {each.kind for each in written} == {"xu"}
    for each in written:
        memo, answer = seat.kept[each.tags.ask]
        assert (each.tags.player, each.tags.model) == ("xu2023", "tiny")
        assert each.situation.split()[0] == memo.reflection.split()[0]
        assert not answer.text or each.response.split()[0] == answer.text.split()[0]


async def test_summaries_before_votes_are_learned() -> None:
    lessons, seat = await learned("plus")
    written = [each for each in lessons if each.tags.ask in seat.kept]
    assert {(each.kind, each.tags.stage) for each in written} == {("plus", "vote")}
    assert all(seat.kept[each.tags.ask][0].summary for each in written)


async def test_players_that_write_nothing_down_are_told_of_by_rule() -> None:
    lessons, seat = await learned("vanilla")
    assert not seat.kept
    assert any(each.situation.startswith("It is day one. I am") for each in lessons)
