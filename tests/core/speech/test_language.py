"""English is told from other languages: lines in 28 languages, what people type, what bots say."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.core.metrics.test_properties import bot_game
from tests.core.speech.messages import messages
from wolfcore.bots.talk import line_templates
from wolfcore.bots.talk.line_templates import file_lines
from wolfcore.game import facts as f
from wolfcore.speech import language
from wolfcore.speech.language import are_english, language_of

NAMES = ("Ada", "Bram", "Cleo", "Dov", "Finn", "Gaia", "Hugo", "Iris", "Otto", "Tariq", "Uma")
FOLDER = Path(line_templates.__file__).parent / "lines" / "en"
_SLOT = re.compile(r"\{(\w+)\}")
_SPOKEN = {"role": "Seer", "night": "last night", "day": "yesterday", "count": "two"}
SPANISH = "Creo que Bram es el lobo, ayer votó muy raro."
ENGLISH = "I think that Bram is the wolf, he voted late."


def told(name: str) -> dict[bool, Counter[str]]:
    """How many lines of a file are told as what, by whether they are English."""
    found: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
    file = Path(__file__).with_name("languages") / f"{name}.txt"
    for line in file.read_text(encoding="utf-8").splitlines():
        kind, text = line.split(" | ", 1)
        found[kind == "en"][language_of(text, NAMES)] += 1
    return found


@pytest.mark.parametrize("name", ["seen", "held"])
def test_lines_in_28_languages_are_told_from_english(name: str) -> None:
    found = told(name)
    assert found[True]["other"] == found[False]["english"] == 0
    assert found[False]["other"] >= 0.94 * found[False].total() > 70


def test_99_in_100_typed_messages_stay_english() -> None:
    found = [*messages("blind"), *messages("fresh")]
    kept = sum(language_of(each.text, each.names) != "other" for each in found)
    assert kept >= 0.99 * len(found) > 200


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("foo_bar(x1) = get_vote[3]", "unclear"),
        ("https://example.org/was/ist/das/denn", "unclear"),
        ("Ada Bram Cleo Dov", "unclear"),
        ("", "unclear"),
        ("🎉🎉 !!! 123", "unclear"),
        ("ｖｏｔｅ　ｆｏｒ　Bram　ｔｏｄａｙ", "english"),
        ("fr fr dat guy is sus af ngl", "english"),
        ("We’re sure that it’s Bram’s fault.", "english"),
        ("\ud800 x\x00y \u202e", "unclear"),
        ("\ud800Creo que es\x00 el lobo, ayer votó muy raro", "other"),
        ("同意", "other"),
        ("согласен", "other"),
        ("小明 is the wolf, vote for 小明", "english"),
        ("a " * 100_000, "english"),
    ],
)
def test_code_names_slang_and_junk_do_not_count_against_a_line(text: str, is_one: str) -> None:
    assert language_of(text, (*NAMES, "小明")) == is_one


@pytest.mark.parametrize(
    "code",
    [
        "`for i in range(n): print(wolf[i])`",
        '{"vote": 3, "reason": "quiet", "seer_claims": [1, 2]}',
        "```\nconst votierung = gewaehlt.filter(x => x.stimme)\n```",
    ],
)
def test_code_is_no_other_language(code: str) -> None:
    assert language_of(code, NAMES) != "other"


@pytest.mark.parametrize(
    "text",
    [
        "pelase dont vot me",
        "she hasnt sadi anythign toady",
        "n1 chckd jhn nt wlf",
        "y dd nt vt",
        "Ye dinnae ken him, he's no a bad yin",
        "Alas, poor Tobias, slain ere dawn",
        "Ekaterina never trusted Wojciech",
        "Wojciech is the wolf, and Agnieszka knows it",
        "mea maxima culpa, I hung the doctor",
        'he said "je ne sais pas" and laughed',
    ],
)
def test_typos_dialect_names_and_quotes_are_no_other_language(text: str) -> None:
    assert language_of(text) != "other"


@pytest.mark.parametrize(
    "text",
    [
        "ten claim je fake, vote 4",
        "je claim seer, 4 est wolf",
        "die is fake, ik vote 6",
        "bu seer fake, vote 3",
        "check 4, on wolf, vote tam",
        "vote는 5로 claim은 fake",
    ],
)
def test_game_words_and_words_of_many_languages_are_no_evidence_of_english(text: str) -> None:
    assert language_of(text) != "english"
    assert are_english([(1, SPANISH), (2, text)], NAMES) == [False, False]


def test_english_words_after_which_korean_follows_without_a_space_do_not_make_a_line_english() -> (
    None
):
    assert language_of("check했어 4번 wolf야") == "other"


def test_a_doubtful_other_language_is_overruled_by_english_lines_of_its_speaker() -> None:
    doubtful = "hasta luego amigo, wolf"
    assert language_of(doubtful) == "other"
    assert are_english([(1, ENGLISH), (1, doubtful)], NAMES) == [True, True]
    assert are_english([(1, SPANISH), (1, doubtful)], NAMES) == [False, False]
    assert are_english([(1, ENGLISH), (2, doubtful)], NAMES) == [True, False]
    assert are_english([(1, ENGLISH), (1, SPANISH)], NAMES) == [True, False]


def test_a_line_too_short_to_tell_is_judged_by_its_speaker_and_then_by_its_game() -> None:
    assert language_of("si") == language_of("no idea") == "unclear"
    assert are_english([(1, ENGLISH), (2, SPANISH), (2, "si")], NAMES) == [True, False, False]
    assert are_english([(1, ENGLISH), (2, SPANISH), (1, "si")], NAMES) == [True, False, True]
    assert are_english([(1, SPANISH), (2, SPANISH), (3, "si")], NAMES) == [False, False, False]
    assert are_english([(1, ENGLISH), (2, SPANISH), (3, "si")], NAMES) == [True, False, True]
    assert are_english([(1, "si"), (2, "no")], NAMES) == [True, True]
    assert are_english([], NAMES) == []


def test_no_line_of_the_house_bots_is_another_language_and_hardly_one_needs_the_model(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []

    def guess(words: str) -> tuple[str, float]:
        asked.append(words)
        return "en", 1.0

    monkeypatch.setattr(language, "_guess", guess)
    names = [f"en/{path.name}" for path in FOLDER.glob("*.toml")]
    said = {
        _SLOT.sub(lambda slot: _SPOKEN.get(slot[1], "Bram"), text)
        for name in names
        for lines in file_lines(name).values()
        for line in lines
        for text in line.variants
    }
    assert len(names) >= 9 and len(said) > 5000
    assert not [text for text in said if language_of(text, (*NAMES, "Nobody")) == "other"]
    assert len(asked) <= 5
    monkeypatch.undo()
    assert [language_of(words) for words in asked] == ["english"] * len(asked)


@pytest.mark.parametrize("board", ["sla7", "classic9"])
def test_what_house_bots_say_in_games_is_english(board: str) -> None:
    game = bot_game(board, 3)
    said = [
        (entry.fact.seat, entry.fact.text)
        for entry in game.entries
        if isinstance(entry.fact, f.Said)
    ]
    assert len(said) > 5
    assert all(are_english(said, game.names))


def test_the_model_is_loaded_by_the_first_line_that_words_do_not_decide() -> None:
    code = (
        "import sys; from wolfcore.speech.language import language_of;"
        f"language_of({ENGLISH!r}); print('gcld3' in sys.modules);"
        f"language_of({SPANISH!r}); print('gcld3' in sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["False", "True"]
