"""The learned opinion: its file of weights, what it sees of a seat in a sentence, and what it makes
of whole messages."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping

import pytest

from tests.core.speech.messages import messages
from tests.core.speech.test_typed import ME, NAMES
from wolfcore.speech import Accuses, Act, CallsVote, Defends, ReportsCheck, Vouches
from wolfcore.speech.acts import Draft
from wolfcore.speech.chat.scope import scope_of
from wolfcore.speech.chat.tokenizer import tokenize
from wolfcore.speech.classifier import act_classifier
from wolfcore.speech.classifier.act_classifier import ActClassifier
from wolfcore.speech.classifier.annotated_sentence import SELF, AnnotatedSentence, letters_discussed
from wolfcore.speech.classifier.features import context_features, features, sentence_features
from wolfcore.speech.classifier.regression import (
    BIAS,
    KINDS,
    MESSAGE_KINDS,
    WEIGHTS_FILE,
    ScoredMessage,
    SentenceScore,
    Thresholds,
    message_features,
    message_score,
    packed_weight,
    thresholds_of,
    unpack,
    weigh,
)
from wolfcore.speech.reader import read, read_uncorrected

_LEAST_KNOWN = 500
"""Each kind has more features than this that speak for it or against it."""


def told(
    text: str, *, rules: tuple[Draft, ...] = (), rows: tuple[Draft, ...] = (), lean: str = ""
) -> AnnotatedSentence:
    """A sentence whose seats are letters, with nothing around it."""
    tokens, _ = tokenize(text)
    return AnnotatedSentence(
        tuple(tokens),
        scope_of(tokens),
        "",
        False,
        rules,
        rows,
        frozenset(),
        text.endswith("!"),
        {},
        {},
        frozenset(),
        lean,
        False,
    )


def before_and_after(text: str) -> tuple[tuple[Act, ...], tuple[Act, ...]]:
    """What rules and rows read, and what is left of it and found beside it."""
    opinion = ActClassifier(ME)
    acts = read_uncorrected(text, ME, NAMES, len(NAMES), opinion)
    return acts, opinion.correct(acts)


def a_message(read: frozenset[tuple[str, int]] = frozenset(), rival: int = -900) -> ScoredMessage:
    """Four sentences: two of them about seat 1, the second without a mention; one about seat 2, and
    one of the speaker, seat 3."""
    parts = {
        1: [
            SentenceScore(dict.fromkeys(KINDS, 40), implied=False),
            SentenceScore(dict.fromkeys(KINDS, 120), implied=True),
        ],
        2: [SentenceScore(dict.fromkeys(KINDS, rival), implied=False)],
        3: [SentenceScore(dict.fromkeys(KINDS, 700), implied=False)],
    }
    return ScoredMessage(parts, 3, 4, read, frozenset())


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_has_its_bars(kind: str) -> None:
    bars = thresholds_of(kind)
    assert 0 < bars.found < 0.4 < bars.new <= bars.new_long < 1
    assert bars.found <= bars.found_long < bars.new_long


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_is_weighed(kind: str) -> None:
    nothing, found = weigh([]), weigh([f"rule:{kind}", f"row:{kind}", f"both:{kind}"])
    assert nothing.keys() == set(KINDS)
    assert nothing[kind] < thresholds_of(kind).new
    assert found[kind] > nothing[kind]


def test_every_line_of_the_file_of_weights_is_of_known_kinds() -> None:
    lines = [
        line
        for line in WEIGHTS_FILE.read_text(encoding="utf-8").splitlines()
        if not line.startswith("#")
    ]
    assert [line.split("\t")[0] for line in lines[: len(KINDS)]] == [
        f"bars {kind}" for kind in KINDS
    ]
    counts = dict.fromkeys(range(len(KINDS)), 0)
    wholes = lines[len(KINDS) : len(KINDS) + len(MESSAGE_KINDS)]
    assert [line.split("\t")[0] for line in wholes] == [f"whole {kind}" for kind in MESSAGE_KINDS]
    for line in wholes:
        assert {each.rpartition(":")[0] for each in line.split("\t")[1].split(", ")} == set(
            message_features(a_message(), 1)
        )
    for line in lines[len(KINDS) + len(MESSAGE_KINDS) :]:
        feature, weights = line.split("\t")
        for weight in weights.split():
            assert re.fullmatch(r"\d[+-]\d+\.\d\d", weight), line
            counts[int(weight[0])] += 1
        if feature == BIAS:
            assert [int(weight[0]) for weight in weights.split()] == list(range(len(KINDS)))
    assert counts.keys() == set(range(len(KINDS)))
    assert min(counts.values()) > _LEAST_KNOWN


def test_it_does_not_matter_in_which_order_features_come() -> None:
    found = sorted(
        features(
            told("@a is lying to all of us, and @b follows whatever @a says, that is odd!"), "a"
        )
    )
    chance = random.Random(1)
    assert len({tuple(weigh(chance.sample(found, len(found))).values()) for _ in range(50)}) == 1


def test_of_a_seat_is_seen_what_stands_around_it() -> None:
    found = features(told("i trust @a, @b is not clean?"), "b")
    assert {
        "asked",
        "w:trust",
        "-2:O",
        "1:is",
        "rn:clean",
        "rn:GOOD",
        "l:,",
        "question0",
        "others1",
        "unread",
    } <= found
    assert not found & {"loud", "first", "r:clean", "r:GOOD", "l:trust"}


def test_what_rules_and_rows_read_is_told_of_the_seat_and_of_others() -> None:
    sentence = told(
        "@a lies, vote @b!",
        rules=(Draft("accuse", "a"),),
        rows=(Draft("accuse", "a"), Draft("vote", "b")),
    )
    assert {
        "rule:accuse",
        "row:accuse",
        "both:accuse",
        "row-other:vote",
        "loud",
        "first",
    } <= features(sentence, "a")
    assert {"row:vote", "rule-other:accuse", "row-other:accuse"} <= features(sentence, "b")
    assert "both:vote" not in features(sentence, "b")


def test_what_is_seen_of_the_speaker_and_of_whom_it_may_be_about_bears_their_mark() -> None:
    sentence = told("i find that odd.", lean="*")
    assert letters_discussed(sentence) == ("*", SELF)
    assert {each.partition(" ")[0] for each in features(sentence, SELF)} == {"me"}
    assert {each.partition(" ")[0] for each in features(sentence, "*")} == {"lean"}


@pytest.mark.slow
def test_what_stands_around_a_sentence_weighs_apart_from_what_it_says() -> None:
    seen = 0
    for message in messages("seen"):
        opinion = ActClassifier(message.speaker)
        read_uncorrected(message.text, message.speaker, message.names, len(message.names), opinion)
        for sentence in opinion.sentences():
            for letter in letters_discussed(sentence.annotated):
                alone, around = (
                    sentence_features(sentence.annotated, letter),
                    context_features(sentence.annotated, letter),
                )
                assert alone.isdisjoint(around)
                assert alone | around == features(sentence.annotated, letter)
                bare = sentence.annotated._replace(before={}, after={}, message=frozenset())
                assert features(bare, letter) == alone
                seen += bool(around)
    assert seen > 100


def test_weights_in_one_number_are_the_sums_of_the_weights_of_each_kind() -> None:
    lines = [
        line.split("\t")
        for line in WEIGHTS_FILE.read_text(encoding="utf-8").splitlines()
        if "\t" in line
    ]
    known = {
        feature: each for feature, each in lines if not feature.startswith(("bars ", "whole "))
    }
    for features_seen in (
        {BIAS},
        set(known),
        {feature for feature in known if "-" in known[feature]},
        {BIAS, "no such thing"},
    ):
        sums = [0] * len(KINDS)
        for feature in features_seen & known.keys():
            for each in known[feature].split():
                sums[int(each[0])] += round(float(each[1:]) * 100)
        assert list(unpack(packed_weight(features_seen)).items()) == list(
            zip(KINDS, sums, strict=True)
        )


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("dov ur lying ur pants r on fire", Accuses(4)),
        ("dov seems more real 2 me than elif tbh", Vouches(4)),
        ("lets go dov", CallsVote(4)),
        ("I change opinion because I get new information!! Is not crime", Defends(ME)),
    ],
)
def test_an_act_may_be_found_by_the_opinion_alone(text: str, act: Act) -> None:
    assert before_and_after(text) == ((), (act,))


@pytest.mark.parametrize(
    "text",
    [
        "I never said Dov is a wolf, I said he was quiet. Different things.",
        "Yesterday I thought Dov was a wolf. After that speech I don't any more.",
        "why did the wolves kill dov?",
        "wolves, if you are reading this: eat Dov, not me.",
    ],
)
def test_what_rules_or_rows_find_may_be_vetoed(text: str) -> None:
    found, left = before_and_after(text)
    assert found
    assert left == ()


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("Dov is a wolf? I don't think so.", Vouches(4, sure=False)),
        ("Cleo is the last wolf. I checked her last night.", ReportsCheck(3, "wolves", -1)),
    ],
)
def test_what_only_the_sentences_together_do_is_kept(text: str, act: Act) -> None:
    assert before_and_after(text) == ((act,), (act,))


def test_what_is_found_in_a_long_message_has_a_bar_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def bars(_: str) -> Thresholds:
        return Thresholds(new=1.0, new_long=1.0, found=0.0, found_long=1.0)

    monkeypatch.setattr(act_classifier, "thresholds_of", bars)
    short = "Dov is a wolf. It rains. We are seven."
    assert before_and_after(short) == ((Accuses(4),), (Accuses(4),))
    assert before_and_after(f"{short} The night was long.") == ((Accuses(4),), ())


def test_results_found_by_the_opinion_take_the_place_of_judgements() -> None:
    acts = read("I'm seer, 3 is a wolf", ME, NAMES, len(NAMES))
    assert ReportsCheck(3, "wolves") in acts
    assert not any(isinstance(act, Accuses) for act in acts)


def test_of_a_seat_in_a_whole_message_is_seen_what_its_sentences_say_and_what_is_said_of_others() -> (
    None
):
    seen = message_features(a_message(frozenset({("vouch", 1), ("accuse", 2)})), 1)
    told = {
        "most": 120,
        "next": 40,
        "named": 40,
        "leant": 120,
        "last": 120,
        "others": -800,
        "read": 0,
        "held": 0,
    }
    assert {name: seen[f"{name} accuse"] for name in told} == told
    assert seen["read vouch"] == 100
    assert (seen["mentions"], seen["sentences"], seen["seats"], seen["long"]) == (
        200,
        400,
        300,
        100,
    )
    assert message_features(a_message(), 2)["next accuse"] == -800


def test_a_whole_message_counts_in_whole_hundredths_and_by_more_than_its_likeliest_sentence() -> (
    None
):
    (kind,) = MESSAGE_KINDS
    seen = message_features(a_message(), 1)
    backwards = dict(reversed(seen.items()))
    assert message_score(kind, seen) == message_score(kind, backwards)
    assert message_score(kind, seen) != message_score(
        kind, message_features(a_message(rival=500), 1)
    )
    assert message_score(kind, {**seen, f"most {kind}": 800}) > message_score(kind, seen)


def test_what_no_sentence_makes_likely_the_whole_message_does_not_either(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def certain(kind: str, seen: Mapping[str, int]) -> int:
        return 3000 if kind in MESSAGE_KINDS and seen else 0

    monkeypatch.setattr(act_classifier, "message_score", certain)
    assert before_and_after("Dov and I came by train.") == ((), ())
    assert before_and_after("not buying it from dov")[1] != ()
