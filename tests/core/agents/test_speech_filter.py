"""What is no speech is cut out of a model's words, and ordinary words stay as they are."""

from __future__ import annotations

import json
import random
import string
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.agents.replies import fitting
from tests.core.players.sitters import a_spec, new_folder, talkers
from wolfcore.agents import LanguagePlayer
from wolfcore.agents.speech_filter import clean_model_speech, cut_at_sentence
from wolfcore.bots import HouseBot
from wolfcore.game import Game
from wolfcore.game.facts import Said, Whispered
from wolfcore.models import ChatRequest, ScriptedModel
from wolfcore.players import SPEECH_LIMIT
from wolfcore.records import read_game
from wolfcore.table import Table, play_now

NAMES = ("Ada", "Bo", "Cleo", "Dan")
SEAT = 1

RUN_OF_40 = " ".join(f"w{number}" for number in range(40))

ROWS: tuple[tuple[str, str, str], ...] = (
    # kind, speech, what is left of it
    ("refused", "I'm sorry, but I can't help with that.", ""),
    ("refused", "I’m sorry, but I can’t assist with that request. Is there anything else?", ""),
    ("refused", "I cannot participate in this game.", ""),
    ("refused", "I am unable to continue this conversation.", ""),
    ("refused", "Sorry, I can't provide that content about violence.", ""),
    ("refused", "As an AI language model, I don't have a role to claim.", ""),
    ("refused", "\n\n\n\n\nI cannot participate in this game.", ""),
    ("other_seat", "I vote Bo.\nBo: I am the Seer, vote Dan!", "I vote Bo."),
    ("other_seat", "Seat 3: I have been quiet until now.", ""),
    ("other_seat", "Bo is a wolf.\n**Cleo (seat 3)**: I agree with Ada.", "Bo is a wolf."),
    ("other_seat", "Hm.\nPlayer 4: My vote is for Bo.\n2 Bo: I am no wolf!", "Hm."),
    ("stage", "*leans back* I trust Dan.", "I trust Dan."),
    ("stage", "(smiles) I trust Dan.", "I trust Dan."),
    ("stage", "I trust Dan. *sighs*", "I trust Dan."),
    ("stage", "I trust *nervously glances at Bo* Dan.", "I trust Dan."),
    ("stage", "*nods*", ""),
    ("stage", "(leans forward, slowly) Bo, speak.", "Bo, speak."),
    ("placeholder", "[your speech here]", ""),
    ("placeholder", "<speech>", ""),
    ("placeholder", "{insert your statement}", ""),
    ("placeholder", "[Your name]: Bo lies.", ": Bo lies."),
    ("placeholder", "I am [your name] and vote Bo.", "I am and vote Bo."),
    ("loop", "Bo lies. " * 6, "Bo lies."),
    ("loop", "I vote for Bo today. I vote for Bo today. I vote for Bo today. I vote",
     "I vote for Bo today."),
    ("loop", "wolf " * 20, "wolf"),
    ("loop", "Well: he lies, he lies, he lies, he lies, he lies, and I vote.",
     "Well: he lies, and I vote."),
    ("loop", "he lies, he lies, he lies, he lies, he lies, he voted.", "he lies, he voted."),
    ("loop", "wolf " * 8, "wolf"),
    ("loop", f"{RUN_OF_40} " * 3, RUN_OF_40),
)  # fmt: skip

ORDINARY = (
    "I'm sorry, but I can't help suspecting Bo.",
    "I can't help with the count, Dan: I was not there.",
    "I can't help but think that Bo is a wolf.",
    "I cannot continue to trust Bo after that vote.",
    "I won't help the wolves by claiming now.",
    "I'm sorry, I can't assist Bo in this vote.",
    "My reads:\nBo: I said it before.\nCleo: quiet.",
    "My reads:\nBo: quiet, no claim.\nCleo: I trust her so far.\nDan: wolf.",
    "Bo: I want to hear your claim.",
    "Bo: I have no read yet.",
    "Ada: I am the Seer.",
    "Note: I am the Seer.",
    "Three things: I vote Bo, Cleo is fine, Dan is quiet.",
    'Yesterday Bo said: "I am the Doctor".',
    "I am *not* the wolf, and he *laughs* too much.",
    "Bo (looks odd) voted late. (3 votes)",
    "*Bo* is my vote. ** listen ** to me.",
    "He smiles (and smiles again) when asked.",
    "I checked [Bo] and <Cleo>: {good}.",
    "(your vote on Bo was odd)",
    "No, no, no! Bo, Bo, Bo.",
    "Wolf! Wolf! Wolf! Wolf!",
    "He lies, he lies, he lies. Vote, vote, vote.",
    "Ha ha ha ha ha.",
    "wolf " * 7,
    f"{RUN_OF_40} w40 " * 3,
    "",
    "...",
    "我不能相信二号。 我不能相信二号。",
)


@pytest.mark.parametrize(("kind", "speech", "left"), ROWS)
def test_what_is_no_speech_is_taken_out_and_counted(kind: str, speech: str, left: str) -> None:
    cleaned = clean_model_speech(speech, SEAT, NAMES)
    assert cleaned.text == left
    assert set(cleaned.faults) == {kind}


@pytest.mark.parametrize("speech", ORDINARY)
def test_ordinary_speech_stays_as_it_is(speech: str) -> None:
    assert clean_model_speech(speech, SEAT, NAMES) == (speech, ())


@pytest.mark.parametrize("label", [
    "Bo", "BO", "2 Bo", "Seat 2", "Player 2", "Seat 2 Bo", "Seat 2 (Bo)", "Bo (seat 2)",
    "Bo (player 2)", "Bo (2)", "[Bo]", "**Bo**", "(Bo)",
])  # fmt: skip
def test_a_line_of_another_seat_is_known_by_each_form_of_its_label(label: str) -> None:
    assert clean_model_speech(f"Hm.\n{label}: I am no wolf.", SEAT, NAMES).text == "Hm."


def test_each_place_of_a_fault_is_counted() -> None:
    cleaned = clean_model_speech("*nods* I trust [insert name]. *sighs*", SEAT, NAMES)
    assert cleaned == ("I trust .", ("stage", "stage", "placeholder"))


def test_the_rules_read_no_more_than_can_be_said() -> None:
    words = " ".join(map(str, range(9_000)))
    cleaned = clean_model_speech(f"*nods* {words} *sighs*", SEAT, NAMES)
    assert cleaned.faults == ("stage",)
    assert SPEECH_LIMIT < len(cleaned.text) <= 4 * SPEECH_LIMIT


@given(st.text(alphabet=string.printable + "…’“”é漢\u200b", max_size=300))
def test_any_text_is_bounded_and_a_text_without_a_fault_is_the_same(text: str) -> None:
    cleaned = clean_model_speech(text, SEAT, NAMES)
    assert len(cleaned.text) <= len(text)
    if not cleaned.faults:
        assert cleaned.text == text


@pytest.mark.parametrize(
    "text",
    [
        "*" * 40_000,
        "(" * 40_000,
        "I can't " * 5_000,
        "*leans " * 6_000,
        "a b " * 10_000,
        "Bo: I " * 6_000,
        "Bo: I\n" * 6_000,
        "[insert " * 5_000,
        "".join(random.Random(1).choices("ab ", k=40_000)),
    ],
    ids=lambda text: text[:8],
)
def test_hostile_text_is_read_in_bounded_time(text: str) -> None:
    assert len(clean_model_speech(text, SEAT, NAMES).text) <= len(text)


@pytest.mark.parametrize(
    ("text", "limit", "cut"),
    [
        ("One two. Three four. Five six seven.", 36, "One two. Three four. Five six seven."),
        ("One two. Three four. Five six seven.", 35, "One two. Three four."),
        ("One two three four five six seven", 20, "One two three four…"),
        ("x" * 50, 20, "x" * 19 + "…"),
        ("No. One two three four five", 20, "No. One two three…"),
        ("ab " + "x" * 50, 20, "ab " + "x" * 16 + "…"),
        ("Is it Bo?” Yes, it is him and no other", 18, "Is it Bo?”"),
        ("他是狼人。我投他。他说谎。", 10, "他是狼人。我投他。"),
    ],
)
def test_a_text_is_cut_at_the_end_of_a_sentence(text: str, limit: int, cut: str) -> None:
    assert cut_at_sentence(text, limit) == cut
    assert len(cut) <= limit


LONG = "Bo lied about the vote on day %d. "
OVER = "".join(LONG % day for day in range(30)).strip()


async def _answers(tmp_path: Path, *first: str) -> tuple[list[str], Counter[str], ScriptedModel]:
    """Play duel6 with one model whose first speeches are given; its speeches and faults."""
    lines = list(first)

    def say(request: ChatRequest) -> str:
        fields = json.loads(fitting(request))
        if "speech" in fields and lines:
            line = lines.pop(0)
            if not line.startswith("{"):
                return line
            fields |= json.loads(line)
        return json.dumps(fields)

    spec, model = a_spec("duel6"), ScriptedModel(say, name="m")
    folder = new_folder(tmp_path, spec)
    players = {**talkers(spec), 1: LanguagePlayer(model)}
    await Table(Game(spec), players, folder=folder).run()
    journal = read_game(folder.path).journal
    own = [each for each in journal.values() if each.seat == 1]
    faults = Counter[str]()
    for record in own:
        assert (record.faults is None) == (record.calls is None)
        faults.update(record.faults or {})
    return [each.answer.text for each in own if each.answer.text], faults, model


async def test_a_speech_that_is_too_long_is_asked_again_once_then_cut(tmp_path: Path) -> None:
    over = json.dumps({"speech": OVER})
    said, faults, _ = await _answers(tmp_path / "a", over)
    assert faults == {"overlong": 1}
    assert OVER not in said[0]
    assert len(said[0]) < 100
    said, faults, _ = await _answers(tmp_path / "b", over, over)
    assert faults == {"overlong": 2}
    assert 600 < len(said[0]) <= 700
    assert OVER.startswith(said[0])
    assert said[0].endswith(".")
    # A reply that is of no use at all does not lose the speech that came before it.
    said, faults, _ = await _answers(tmp_path / "c", over, "I'm sorry, but I can't help with that.")
    assert faults == {"overlong": 1, "refused": 1}
    assert OVER.startswith(said[0])


async def test_a_refusal_and_a_placeholder_are_asked_again(tmp_path: Path) -> None:
    said, faults, _ = await _answers(
        tmp_path,
        json.dumps({"speech": "I'm sorry, but I can't help with that."}),
        json.dumps({"speech": "[your speech here]"}),
        json.dumps({"speech": "*leans back* Bo it is."}),
    )
    assert said[0] == "Bo it is."
    assert faults == {"refused": 1, "placeholder": 1, "stage": 1}


@pytest.mark.slow
@pytest.mark.parametrize("board", ["duel6", "sla7", "classic9", "helmsman7"])
def test_speeches_of_house_bots_pass_unchanged(board: str) -> None:
    heard = 0
    for seed in range(50):
        spec = a_spec(board, seed=seed)
        game, bot = Game(spec), HouseBot(("hard",) if seed % 2 else ())
        play_now(game, dict.fromkeys(range(1, spec.board.size + 1), bot))
        for entry in game.log:
            if isinstance(entry.fact, Said | Whispered):
                text = entry.fact.text
                heard += 1
                assert clean_model_speech(text, entry.fact.seat, spec.names) == (text, ())
                assert cut_at_sentence(text, SPEECH_LIMIT) == text
    assert heard > 400
