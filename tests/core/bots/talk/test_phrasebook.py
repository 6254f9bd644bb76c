"""The book of what bots' own words mean: it has their lines, and a speech is heard alike with it
and without."""

from __future__ import annotations

from collections.abc import Generator

import pytest

from docs.phrasebook import LIST, in_context, typed_list, when_typed
from tests.core.bots.playing import play, speeches
from tests.core.bots.talk.test_voice import INTENTS, NAMES, numbered, record_at, some_move, ways
from tests.new_roles.in_process import MEDIUM
from wolfcore.bots.draws import Draws
from wolfcore.bots.profiles import MANNERS
from wolfcore.bots.talk import phrasebook
from wolfcore.bots.talk.dialogue_moves import acts_of
from wolfcore.bots.talk.line_templates import PLAIN_MANNER, fill_line
from wolfcore.bots.talk.phrasebook import (
    Meaning,
    ParsedWhen,
    Phrasebook,
    known_acts,
    lines_to_parse,
)
from wolfcore.bots.talk.sentences import judgements
from wolfcore.game import dice_of
from wolfcore.speech import (
    LAST_NIGHT,
    Accuses,
    AsksSeat,
    CallsVote,
    ClaimsRole,
    ReportsCheck,
    TellsSaved,
    Vouches,
    mark_seats,
    read,
)


@pytest.mark.slow
def test_the_list_of_lines_that_are_read_as_if_typed_is_fresh() -> None:
    assert LIST.read_text(encoding="utf-8") == typed_list(), (
        "python -m docs.phrasebook writes it anew"
    )


@pytest.mark.parametrize("manner", (PLAIN_MANNER, *MANNERS))
def test_every_other_line_is_in_the_book_and_means_what_its_intention_means(manner: str) -> None:
    typed = lines_to_parse()
    for number, intent in enumerate(INTENTS):
        for variant, words in enumerate(ways(manner, intent)):
            draws = Draws(dice_of(number * 101 + variant, "book"))
            move = some_move(intent, 4, draws)
            text = fill_line(words, move, record_at(4), draws).text
            meant = known_acts(mark_seats(text, NAMES, 12), 4)
            if typed.get(words) == "always":
                assert meant is None, text
            else:
                assert meant is not None, text
                assert numbered(meant, 2) == acts_of(move, 4), text


@pytest.mark.slow
@pytest.mark.parametrize(
    ("board", "level"),
    [("sla7", "hard"), ("arena8", "easy"), ("plus12", "normal"), ("classic9", "hard")],
)
def test_whole_games_are_heard_alike_with_the_book_and_without_and_most_speeches_are_in_it(
    board: str, level: str
) -> None:
    known = spoken = 0
    for seed in range(12):
        game = play(board, seed, level=level)
        names, size = game.spec.names, game.spec.board.size
        for said in speeches(game):
            meant = known_acts(mark_seats(said.text, names, size), said.seat)
            read_back = judgements(read(said.text, said.seat, names, size))
            assert meant is None or judgements(meant) == read_back, said.text
            known += meant is not None
            spoken += 1
    assert spoken > 80
    assert known > 0.95 * spoken


def test_a_speech_of_several_lines_means_all_of_them_in_order_and_each_once() -> None:
    text = (
        "@2, why did you vote for @3 on day 1? On balance, I suspect @5. My vote goes to @5 "
        "unless new facts come in."
    )
    assert known_acts(text, 1) == (AsksSeat(2, "vote"), Accuses(5, sure=False), CallsVote(5))
    assert known_acts("On balance, I suspect @5. The evidence is thin, but I suspect @5.", 1) == (
        Accuses(5, sure=False),
    )


@pytest.fixture
def listed(monkeypatch: pytest.MonkeyPatch) -> Generator[None]:
    """A list with a line of each kind, whatever the list of today has."""
    lines: dict[str, ParsedWhen] = {
        "I suspect {target}.": "always",
        "I think {target} is good.": "told",
        "{target}, what's your ranking?": "followed",
    }
    monkeypatch.setattr(phrasebook, "lines_to_parse", lambda: lines)
    phrasebook.phrasebook.cache_clear()
    yield
    phrasebook.phrasebook.cache_clear()


@pytest.mark.usefixtures("listed")
def test_a_listed_line_is_not_known_whatever_stands_around_it() -> None:
    assert known_acts("I suspect @5.", 1) is None
    assert known_acts("I think @2 is good. I suspect @5.", 1) is None


@pytest.mark.usefixtures("listed")
def test_what_may_be_taken_for_more_of_a_story_is_known_where_none_was_told() -> None:
    assert known_acts("On balance, I suspect @5. I think @2 is good.", 1) == (
        Accuses(5, sure=False),
        Vouches(2, sure=False),
    )
    assert known_acts("I checked @3 on night 2: clean. I think @2 is good.", 1) is None
    assert known_acts("I think @2 is good. I checked @3 on night 2: clean.", 1) == (
        Vouches(2, sure=False),
        ReportsCheck(3, "village", 2),
    )


@pytest.mark.usefixtures("listed")
def test_a_question_that_a_denial_would_turn_round_is_known_at_the_end_of_a_speech() -> None:
    assert known_acts("On balance, I suspect @5. @2, what's your ranking?", 1) == (
        Accuses(5, sure=False),
        AsksSeat(2),
    )
    assert known_acts("@2, what's your ranking? On balance, I suspect @5.", 1) is None


def test_the_list_says_when_each_line_is_read_as_if_typed() -> None:
    assert when_typed("call_vote", "I'm so sorry, {target} has to go.") == "always"
    assert when_typed("trust", "I think {target} is innocent.") == "told"
    assert when_typed("ask", "{target}, who would you clear?") == "always"
    assert when_typed("call_vote", "I vote for {target}.") == ""


def test_nights_are_told_by_their_number_or_as_the_last_one() -> None:
    assert known_acts("I checked @3 on night 12: clean.", 1) == (ReportsCheck(3, "village", 12),)
    assert known_acts("I checked @12 last night: clean.", 1) == (
        ReportsCheck(12, "village", LAST_NIGHT),
    )
    assert known_acts("I saved myself on night 2.", 7) == (TellsSaved(7, 2),)


@pytest.mark.parametrize(
    "text",
    [
        "hello",
        "I suspect @3",
        "I suspect @3?",
        "@3 sus.",
        "I suspect @3. hello",
        "I suspect @3.\n\nhello",
        "I checked @3 on night 1, and I'm glad to say that @4 is clean.",  # two seats where the line has one
    ],
)
def test_what_no_bot_says_is_not_in_the_book(text: str) -> None:
    assert known_acts(text, 1) is None


def test_a_line_is_tried_behind_all_that_may_have_been_said_and_before_a_denial() -> None:
    texts = list(in_context("call_vote", "I'm so sorry, {target} has to go."))
    assert len(set(texts)) == len(texts) > 10
    assert all("Bram has to go." in text for text in texts)
    assert texts[-1].endswith("I'm not a wolf!")


def test_a_line_about_a_role_that_is_not_dealt_is_read_as_other_words_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    line = "i am the medium."
    book = Phrasebook({line: Meaning("claim", (), MEDIUM, last_night=False)}, {line: (1,)})
    monkeypatch.setattr("wolfcore.bots.talk.phrasebook.phrasebook", lambda: book)
    assert known_acts("I am the Medium.", 1, (MEDIUM, "Seer")) == (ClaimsRole(MEDIUM),)
    assert known_acts("I am the Medium.", 1, ("Seer",)) is None
    assert known_acts("I am the Medium.", 1) is None
