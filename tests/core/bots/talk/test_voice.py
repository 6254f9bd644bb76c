"""Every line of the bots, in every manner, says what it means, read back by the reader that
everybody uses."""

from __future__ import annotations

from typing import get_args

import pytest
from msgspec.structs import replace

from tests.core.speech.first_names import SAYABLE
from wolfcore.bots.belief.seat_record import SeatRecord
from wolfcore.bots.draws import Draws
from wolfcore.bots.fingerprints import fingerprint_of, sentence_shapes, sentences
from wolfcore.bots.profiles import MANNERS
from wolfcore.bots.talk.dialogue_moves import Move, MoveKind, acts_of
from wolfcore.bots.talk.line_templates import (
    PLAIN_MANNER,
    LineTemplate,
    Utterance,
    fill_line,
    manner_lines,
)
from wolfcore.bots.talk.sentences import compose_sentence, compose_speech
from wolfcore.game import RoleName, dice_of, get_board
from wolfcore.speech import (
    LAST_NIGHT,
    Act,
    AsksSeat,
    ReportsCheck,
    TellsPoisoned,
    TellsProtected,
    TellsSaved,
    read,
    read_whisper,
)
from wolfcore.speech.acts import without_content

NAMES = ("Ada", "Bram", "Cleo", "Dov", "Elif", "Fay", "Gil", "Hana", "Ivo", "Jun", "Kaia", "Lev")
ODD_NAMES = (
    "Mary Ann",
    "Ann",
    "O'Neil",
    "Jean-Luc",
    "Witch",
    "Will",
    "42",
    "José Ruiz",
    "van Gogh",
    "Seer",
    "N.N.",
    "Åsa",
)
"""Names of several words, names within names, and names that must be told by number."""
GODS: tuple[RoleName, ...] = ("Seer", "Doctor", "Guard", "Witch", "Hunter")
KINDS: tuple[MoveKind, ...] = get_args(MoveKind)
WHISPERS: tuple[MoveKind, ...] = tuple([kind for kind in KINDS if kind[:8] == "whisper_"])
INTENTS: tuple[MoveKind, ...] = tuple([kind for kind in KINDS if kind not in WHISPERS])
VOICES = (PLAIN_MANNER, *MANNERS)
SELDOM: set[MoveKind] = {
    *WHISPERS,
    "tally",
    "switch_report",
    "switch_claim",
    "switch_others",
    "answer_vote_you",
    "answer_no_vote",
    "answer_no_vote_you",
    "answer_never",
    "answer_dropped",
    "answer_role",
    "answer_hidden",
    "answer_seer",
    "answer_seer_open",
    "answer_no_seer",
    "answer_no_checks",
    "answer_asked",
    "answer_same",
    "answer_late",
    "answer_trust",
    "suspect_torn",
    "dead_cleared",
    "thank_saved",
    "confessed",
    "suspect_reclaimed",
    "suspect_grudge",
    "trust_since",
    "open_gain",
    "open_recap",
    "doubt_eaten",
    "weigh",
    "puzzled",
    "amused",
    "mute",
    "bluff_over",
    "last_voters",
    "last_exiled",
    "last_killed",
    "chain_eaten",
    "proven",
    "rescue_clears",
    "weigh_open",
    "claim_wolf",
    "drops_suspect",
    "answer_agree_with",
    "answer_disagree_with",
    "refute_voted",
    "refute_spoke",
    "refute",
    "refute_for",
    "split_loses",
    "plead_claim",
    "follow_late",
    "last_left",
    "find_open",
    "recall_pack_won",
    "recall_pack_caught",
    "recall_exiled",
    "recall_first_night",
    "recall_village_won",
}
"""What is said so seldom that the plain lines may serve for a manner."""


def record_at(me: int, day: int = 2, names: tuple[str, ...] = NAMES) -> SeatRecord:
    """The record of a seat on a day on which everybody has spoken, empty otherwise."""
    record = SeatRecord(me, get_board("plus12"), names)
    record.day = day
    record.last_speech = dict.fromkeys(range(1, 13), 1)
    return record


def some_move(intent: MoveKind, me: int, draws: Draws) -> Move:
    """A move about drawn seats, nights and roles."""
    others = [seat for seat in range(1, 13) if seat != me]
    target = draws.pick(others)
    other = draws.pick([seat for seat in others if seat != target])
    if intent in ("told_protected", "told_saved") and draws.happens(0.25):
        target = me
    dead = (target, other) if draws.happens(0.3) else (target,)
    role = draws.pick((*GODS, "Villager")) if intent == "report_role" else draws.pick(GODS)
    count, night = 2 + draws.below(9), 1 + draws.below(2)
    day = 2 if intent in ("ask_vote", "answer_vote") and draws.below(2) else 1
    return Move(
        kind=intent,
        target=target,
        other=other,
        role=role,
        night=night,
        day=day,
        count=count,
        dead=dead,
    )


def numbered(acts: tuple[Act, ...], day: int) -> tuple[Act, ...]:
    """The acts with "last night" as a number."""
    dated = (ReportsCheck, TellsProtected, TellsSaved, TellsPoisoned)
    return tuple(
        replace(act, night=day) if isinstance(act, dated) and act.night == LAST_NIGHT else act
        for act in acts
    )


TOPICS = ("vote", "accuse", "role", "seer", "check")
"""The topics of the questions of moves; the lines of the other questions ask several things."""


def judged(acts: tuple[Act, ...]) -> tuple[Act, ...]:
    """The claims and judgements of a speech, and its questions with the topics of moves."""
    return tuple(
        replace(act, about="") if isinstance(act, AsksSeat) and act.about not in TOPICS else act
        for act in without_content(acts)
    )


def ways(manner: str, intent: MoveKind) -> list[str]:
    """Everything that a manner's file has for an intention."""
    return [words for line in manner_lines("en", manner).get(intent, ()) for words in line.variants]


def said_by(manner: str, move: Move, record: SeatRecord, number: int) -> Utterance:
    """One move in words."""
    return compose_sentence(move, record, Draws(dice_of(number, "say")), set(), manner)


@pytest.mark.slow
@pytest.mark.parametrize("manner", VOICES)
def test_every_way_of_saying_it_says_exactly_what_is_meant(manner: str) -> None:
    """Each way with usual, odd and drawn names, about any seat, night, day and role."""
    drawn = 0
    for intent in INTENTS:
        for variant, words in enumerate(ways(manner, intent)):
            first = 12 * dice_of(variant, intent).draw("names", len(SAYABLE) // 12)
            for again, names in enumerate((NAMES, ODD_NAMES, SAYABLE[first : first + 12])):
                draws, me = Draws(dice_of(variant * 31 + again, intent)), (1, 4, 9)[again]
                move = some_move(intent, me, draws)
                text = fill_line(words, move, record_at(me, names=names), draws).text
                heard = judged(numbered(read(text, me, names, 12), 2))
                assert heard == judged(acts_of(move, me)), (intent, text)
                drawn += 1
    assert drawn > 400


@pytest.mark.parametrize("manner", VOICES)
def test_every_whisper_says_exactly_what_is_meant(manner: str) -> None:
    """By the reader of whispers, in a pack of three, about seats of the pack and others."""
    roles = get_board("classic9").roles
    for kind in WHISPERS:
        mate = 6 if kind in ("whisper_give_up", "whisper_keep") else 4
        for words in ways(manner, kind):
            for name in ("Fay", "Mary Ann"):
                names = (*NAMES[:5], name, *NAMES[6:])
                move = Move(kind=kind, target=mate, other=6, role="Seer")
                text = fill_line(words, move, record_at(2, names=names), Draws(dice_of(1, kind)))
                acts = read_whisper(text.text, 2, names, 12, roles, (2, 6, 8), 6)
                assert acts == acts_of(move, 2), text.text


@pytest.mark.slow(only=("plain",))
@pytest.mark.parametrize("manner", VOICES)
def test_sentences_in_a_row_still_say_what_is_meant(manner: str) -> None:
    """Nothing runs over from one sentence of a speech into the next: speeches of two to four moves."""
    for number in range(400):
        draws = Draws(dice_of(number, "speech"))
        me = 1 + draws.below(12)
        moves = [some_move(draws.pick(INTENTS), me, draws) for _ in range(2 + draws.below(3))]
        text = compose_speech(moves, record_at(me), draws, manner)
        acts = tuple([act for move in moves for act in acts_of(move, me)])
        heard = judged(numbered(read(text, me, NAMES, 12), 2))
        assert list(dict.fromkeys(heard)) == list(dict.fromkeys(judged(acts))), text


@pytest.mark.parametrize("manner", VOICES)
def test_no_sentence_comes_twice_in_a_speech_with_another_name(manner: str) -> None:
    for number in range(20):
        draws = Draws(dice_of(number, "speech"))
        moves = [Move(kind="accuse", target=target) for target in (2, 3, 4)]
        text = compose_speech(moves, record_at(1), draws, manner)
        shapes = sentence_shapes(text, NAMES)
        assert len(shapes) == len(set(shapes)) >= len(moves), text


@pytest.mark.parametrize("manner", VOICES)
def test_every_intention_can_be_said_in_several_ways(manner: str) -> None:
    for intent, lines in manner_lines("en", manner).items():
        words = ways(manner, intent)
        assert len(words) >= 3, intent
        assert len(set(words)) == len(words), intent
        assert any(
            not line.needs_target_speech and not line.needs_earlier_vote for line in lines
        ), intent


def test_every_manner_has_its_own_lines_for_all_that_is_said_often() -> None:
    for manner in MANNERS:
        assert set(INTENTS) - set(manner_lines("en", manner)) <= SELDOM


def test_no_line_stands_in_two_manners() -> None:
    seen: dict[str, str] = {}
    formulas = (
        "report_wolf",
        "report_good",
        "report_role",
        "told_protected",
        "told_saved",
        "told_poisoned",
    )
    for manner in VOICES:
        for intent in set(INTENTS).difference(formulas):
            for words in ways(manner, intent):
                if len(words.split()) > 6:
                    assert seen.setdefault(words, manner) == manner, words


def test_a_sentence_that_was_said_is_not_said_again_about_anybody() -> None:
    record = record_at(1)
    for number in range(12):
        found = said_by("folksy", Move(kind="call_vote", target=2 + number % 3), record, number)
        assert record.sentence_shapes.isdisjoint(sentences(found.shape))
        record.spoken_sentences.update(sentences(found.text))
        record.sentence_shapes.update(sentence_shapes(found.text, NAMES))


def test_the_shape_of_words_is_what_those_who_hear_them_note() -> None:
    for number, intent in enumerate(INTENTS):
        draws = Draws(dice_of(number, "shape"))
        move = replace(some_move(intent, 1, draws), dead=(3,))
        for words in ways("dry", intent):
            found = fill_line(words, replace(move, target=4), record_at(1), draws)
            assert sentences(found.shape) == sentence_shapes(found.text, NAMES)


def test_when_all_shapes_are_used_up_a_sentence_is_still_new_and_in_the_end_nothing_is_said() -> (
    None
):
    record = record_at(1)
    said: list[str] = []
    for number in range(600):
        found = said_by("terse", Move(kind="unsure"), record, number)
        said += sentences(found.text)
        record.spoken_sentences.update(sentences(found.text))
        record.sentence_shapes.update(sentences(found.shape))
    assert len(said) == len(set(said)) > 20
    assert said_by("terse", Move(kind="unsure"), record, 1).text == ""
    record.sentence_shapes.update(
        shape
        for words in ways(PLAIN_MANNER, "call_vote")
        for shape in sentences(words.replace("{target}", "@"))
    )
    record.sentence_shapes.update(
        shape
        for words in ways("terse", "call_vote")
        for shape in sentences(words.replace("{target}", "@"))
    )
    assert said_by("terse", Move(kind="call_vote", target=3), record, 1).text


def told_before(manner: str, intent: MoveKind, *, but: int = 0) -> frozenset[str]:
    """The signs of all that a manner and the plain lines have for an intention, without the first
    so many of the manner's lines."""
    kept = {way for line in manner_lines("en", manner)[intent][:but] for way in line.variants}
    words = {*ways(manner, intent), *ways(PLAIN_MANNER, intent)} - kept
    slots = {"target": "@", "other": "@", "dead": "@"}
    return frozenset(
        sign for way in words for sign in map(fingerprint_of, sentences(way.format_map(slots)))
    )


def test_a_line_that_the_people_heard_in_their_last_games_is_not_told_while_there_is_another() -> (
    None
):
    record = record_at(1)
    record.heard_before = told_before("folksy", "vouch", but=2)
    fresh = {
        way.replace("{target}", "Bram")
        for line in manner_lines("en", "folksy")["vouch"][:2]
        for way in line.variants
    }
    said = {
        said_by("folksy", Move(kind="vouch", target=2), record, number).text for number in range(60)
    }
    assert said == {text[0].upper() + text[1:] for text in fresh}


def test_where_all_were_told_before_an_old_one_is_told_rather_than_none() -> None:
    record = record_at(1)
    record.heard_before = told_before("folksy", "vouch")
    assert (
        len(
            {
                said_by("folksy", Move(kind="vouch", target=2), record, number).text
                for number in range(60)
            }
            - {""}
        )
        > 3
    )


def test_a_running_joke_comes_back_game_after_game() -> None:
    record = record_at(1)
    record.heard_before = told_before("dry", "farewell")
    joke = next(
        line for line in manner_lines("en", "dry")["farewell"] if line.is_running_joke
    ).variants[0]
    said = [said_by("dry", Move(kind="farewell"), record, number).text for number in range(60)]
    assert said.count(joke) > 40
    assert all(
        any(line.is_running_joke for lines in manner_lines("en", manner).values() for line in lines)
        for manner in MANNERS
    )


def test_a_bot_mostly_speaks_in_its_manner() -> None:
    own = {shape for words in ways("nervous", "unsure") for shape in sentences(words)}
    mine = [
        sentences(said_by("nervous", Move(kind="unsure"), record_at(1), number).text)[0] in own
        for number in range(200)
    ]
    assert 0.6 < sum(mine) / len(mine) < 0.95


def test_a_line_about_a_voice_waits_until_that_seat_has_spoken() -> None:
    silent = record_at(1)
    silent.last_speech = {}
    line = LineTemplate(
        ("{target} sounds honest.",), needs_target_speech=True, needs_earlier_vote=False
    )
    assert line.fits(Move(kind="trust", target=2), record_at(1))
    assert not line.fits(Move(kind="trust", target=2), silent)
    for number in range(200):
        assert "sound" not in said_by("warm", Move(kind="trust", target=2), silent, number).text


def test_a_line_about_ballots_waits_until_there_has_been_a_vote() -> None:
    line = LineTemplate(
        ("{target} is good, the ballots say so.",),
        needs_target_speech=False,
        needs_earlier_vote=True,
    )
    assert line.fits(Move(kind="trust", target=2), record_at(1, day=2))
    assert not line.fits(Move(kind="trust", target=2), record_at(1, day=1))


def test_a_report_of_an_earlier_night_is_never_called_last_night_nor_an_earlier_vote_yesterday() -> (
    None
):
    for number in range(60):
        manner = VOICES[number % len(VOICES)]
        text = said_by(
            manner, Move(kind="report_good", target=2, night=1), record_at(1), number
        ).text
        assert "last night" not in text.lower()
        text = said_by(
            manner,
            Move(kind="suspect_voted", target=2, other=3, day=1),
            record_at(1, day=3),
            number,
        ).text
        assert "day 1" in text.lower() and "yesterday" not in text.lower()


@pytest.mark.parametrize("manner", VOICES)
def test_speech_holds_no_mark_beside_its_words(manner: str) -> None:
    for intent in INTENTS:
        for words in ways(manner, intent):
            assert words.isascii(), (intent, words)
            assert words[-1] in ".?!", (intent, words)
            assert "  " not in words, (intent, words)
            assert " ." not in words and " ," not in words and " :" not in words, (intent, words)
            assert words[0] not in "~+*", (intent, words)
            assert len(set(sentences(words))) == len(sentences(words)), (intent, words)


@pytest.mark.parametrize("manner", VOICES)
def test_two_dead_take_no_verb_of_one(manner: str) -> None:
    for intent in INTENTS:
        if not any("{dead}" in words for words in ways(manner, intent)):
            continue
        move = Move(kind=intent, target=2, dead=(3, 5))
        texts = {said_by(manner, move, record_at(1), number).text for number in range(60)}
        assert len(texts) > 1, intent
        for text in texts:
            assert "Elif is" not in text and "Elif was" not in text and "Elif has" not in text, text
