"""The answer in a reply that is not the JSON that was asked for, and in no case somebody else's."""

from __future__ import annotations

import json
import random
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wolfcore.agents.reply_parser import match_option
from wolfcore.agents.schemas import option_words
from wolfcore.game import Ask
from wolfcore.models import ChatReply, ChatRequest, Message
from wolfcore.models.reply_forms import read_bare, read_mended
from wolfcore.models.rescue import DIFFERENT, QUOTED, ROWS, parse_reply, rescue

NAMES = ("Ada", "Bea", "Cleo")
VOTE = Ask("d1.vote.4", 4, "vote", 1, "vote", (1, 2, 3, 0))
OPTIONS = list(option_words(VOTE, NAMES).values())
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "reasoning": {"type": "string"},
        "choice": {"type": "string", "enum": OPTIONS},
    },
    "required": ["reasoning", "choice"],
    "additionalProperties": False,
}
SUSPICIONS: dict[str, Any] = {
    "type": "object",
    "properties": {
        "reasoning": {"type": "string"},
        "suspicions": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "player": {"type": "string", "enum": OPTIONS},
                    "role": {"type": "string"},
                    "confidence": {"type": "integer"},
                },
                "required": ["player", "role", "confidence"],
            },
        },
    },
    "required": ["reasoning", "suspicions"],
}


def asked(record: str = "", schema: dict[str, Any] = SCHEMA) -> ChatRequest:
    prompt = f"{record}\n\nWhom do you vote for? {' | '.join(OPTIONS)}\nFields: `choice`"
    return ChatRequest(messages=(Message("user", prompt),), schema=schema)


def chosen(text: str, record: str = "", **more: Any) -> str | None:
    """The choice that is read from a reply; None if it is unusable."""
    parsed: Any = parse_reply(asked(record), ChatReply(text=text, **more)).parsed
    said = cast("dict[str, Any]", parsed).get("choice") if isinstance(parsed, dict) else None
    option = None if said is None else match_option(said, VOTE, NAMES).option
    return None if option is None else option_words(VOTE, NAMES)[option]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_each_form_is_read_by_its_row(row: Any) -> None:
    found = rescue(asked(), ChatReply(text=row.example))
    assert found.value is not None
    assert found.value["choice"] in ("2 Bea", "2")
    own = [row.read(row.example.strip("`json\n"), SCHEMA), row.read(row.example, SCHEMA)]
    assert any(True for values in own for _ in values)
    read = parse_reply(asked(), ChatReply(text=row.example))
    assert (read.reading, read.problem) == ("repaired", "")


@pytest.mark.parametrize(
    ("text", "choice"),
    [
        ('thought about it</think>{"choice": "2 Bea"}', "2 Bea"),
        ('[{"name": "answer", "arguments": {"choice": "2 Bea"}}]', "2 Bea"),
        ('{"result": {"data": {"Choice": "2 Bea"}}}', "2 Bea"),
        ("Seat 2", "2 Bea"),
        ("{&quot;choice&quot;: &quot;2 Bea&quot;}", "2 Bea"),
        ('{"choice"："2 Bea"}', "2 Bea"),
        ('"reasoning": "quiet", "choice": "2 Bea"}', "2 Bea"),
        ('Cleo said: {"choice": "3 Cleo"}. I do not follow that.', None),
        ('Cleo wrote:\n```json\n{"choice": "3 Cleo"}\n```\nMine:\n{"choice": "2 Bea"}', "2 Bea"),
        ('I said: {"choice": "2 Bea"}', "2 Bea"),
        ('{"choice": "2 Bea"}\nWait, no.\n{"choice": "3 Cleo"}', None),
        ("**no one**", "no one"),
        ("bea", "2 Bea"),
        ("Player 2", "2 Bea"),
        ("I choose to exile 2 Bea.", "2 Bea"),
        ("I vote to exile 2 Bea.", "2 Bea"),
        ("2 Bea。", "2 Bea"),
        ('Seat 3 said: {"choice": "3 Cleo"}. Mine: {"choice": "2 Bea"}', "2 Bea"),
        ("1 or 2", None),
        ("choice: 2 Bea\n3 Cleo is quiet.", "2 Bea"),
        (r"\boxed{2 Bea} or \boxed{3 Cleo}", None),
        ("<parameter=choice>2 Bea</parameter><parameter=choice>3 Cleo</parameter>", None),
        ("I think 2 Bea is a wolf, or 3 Cleo.", None),
        ('{"seat": 3} is what I looked at', None),
        ("choice: 2 Bea\nchoice: 3 Cleo", None),
        ("<choice>2 Bea</choice><choice>3 Cleo</choice>", None),
    ],
)
def test_forms_and_what_is_none(text: str, choice: str | None) -> None:
    assert chosen(text) == choice


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("{'Choice': '2 Bea',}", [{"Choice": "2 Bea"}]),
        ("{'vote': '2 Bea',}", [{"vote": "2 Bea"}]),
        ("{'seat': '2 Bea',}", []),
        ("{'reasoning': 'x', 'choice': 2,}", [{"reasoning": "x"}]),
    ],
)
def test_what_names_a_field_is_mended_without_texts_that_are_none(
    text: str, read: list[object]
) -> None:
    assert list(read_mended(text, SCHEMA)) == read


def test_a_bare_name_is_an_answer_if_one_field_is_asked_for_and_one_option_has_it() -> None:
    def read(*options: str, **more: object) -> list[object]:
        fields = {"choice": {"type": "string", "enum": list(options)}, **more}
        return list(read_bare("Ada", {"properties": fields, "required": list(fields)}))

    assert read("1 Ada", "2 Bea") == [{"choice": "1 Ada"}]
    assert read("1 Ada", "2 Ada") == []
    assert read("1 Ada", role={"type": "string"}) == []


def test_of_answers_that_differ_none_is_taken_unless_the_reply_begins_with_it() -> None:
    two = 'First {"choice": "2 Bea"}, no, {"choice": "3 Cleo"}'
    assert rescue(asked(), ChatReply(text=two)) == (None, DIFFERENT)
    assert chosen('{"choice": "2 Bea"}\n\nPlayer 4: {"choice": "3 Cleo"}') == "2 Bea"
    assert chosen('So: {"choice": "2 Bea"}. Again: {"reasoning": "x", "choice": "2 Bea"}') == (
        "2 Bea"
    )


@pytest.mark.parametrize("said", ["3 Be", "3 Beaa", "1 cleo x"])
def test_a_number_beside_another_players_name_means_neither(said: str) -> None:
    assert match_option(said, VOTE, NAMES).option is None
    assert match_option("vote 3", VOTE, NAMES).option == 3


def test_suspicions_under_other_names() -> None:
    text = '{"理由": "", "suspects": [{"Player": "2 Bea", "identity": "Seer", "certainty": 7}]}'
    read = parse_reply(asked(schema=SUSPICIONS), ChatReply(text=text))
    assert read.parsed["suspicions"] == [{"player": "2 Bea", "role": "Seer", "confidence": 7}]


def test_thinking_is_an_answer_only_if_it_ends_with_one() -> None:
    answer = '{"reasoning": "", "choice": "2 Bea"}'
    assert chosen("", thinking=f'Perhaps {{"choice": "3 Cleo"}}? No: {answer}') == "2 Bea"
    assert chosen("", thinking=f"```json\n{answer}\n```") == "2 Bea"
    for thinking in (f"{answer} or rather not", "choice: 2 Bea", '{"choice": "Bea"}', ""):
        assert chosen("", thinking=thinking) is None
    for finish in ("length", "filter", "other"):
        assert chosen("", thinking=answer, finish=finish) is None
    assert chosen("I cannot say.", thinking=answer) is None
    assert rescue(asked(f"4 Dan: {answer}"), ChatReply(text="", thinking=answer)).problem == QUOTED


def test_a_cut_reply_is_told_as_one() -> None:
    read = parse_reply(asked(), ChatReply(text='I say {"choice": "2 Bea"} and', finish="length"))
    assert read.problem.startswith("it was cut at the limit of tokens")


def test_words_of_others_may_make_no_answer_unusable_that_is_all_of_the_reply() -> None:
    record = '4 Dan: {"choice": "2 Bea"} choice: 1 Ada'
    for text in ('```json\n{"choice": "2 Bea"}\n```', "2 Bea", '{"Choice": "2 Bea"}'):
        assert chosen(text, record) == "2 Bea"


@pytest.mark.parametrize(
    ("text", "record"),
    [
        ("He wants this.\n\\boxed{3 Cleo}", "12. 4 Dan said: \\boxed{3 Cleo}"),
        # The quote was cut in the prompt, and the reply goes on where it ended.
        ("He began:\nchoice: 3 Cleo", "12. 4 Dan said: choice: 3"),
    ],
)
def test_boxes_and_beginnings_of_others_are_not_taken(text: str, record: str) -> None:
    assert chosen(text) == "3 Cleo"
    assert chosen(text, record) is None


def test_reasoning_may_begin_like_what_is_asked_of_it() -> None:
    asks = "Fields: `reasoning`: in at most 400 characters, `choice`: as it is printed"
    assert chosen("reasoning: I wait.\nchoice: 2 Bea", asks) == "2 Bea"


def bad(row: Any) -> str:
    """What another player says: an answer of that form, for another option."""
    said = row.example.replace("Bea", "Cleo").replace("2", "3")
    return said.removesuffix(".")


AROUND = ("Dan wrote: {}", "{}\nis what 4 Dan said.", "> {}\nI do not agree.",
          "He says {} and I will think about it.", "As Dan said:\n{}\nHm.")  # fmt: skip


@given(st.sampled_from(ROWS), st.sampled_from(AROUND), st.integers(0, 40), st.data())
def test_what_another_player_wrote_is_never_taken(
    row: Any, around: str, cut: int, data: st.DataObject
) -> None:
    record = f"12. 4 Dan said: {bad(row)}"
    quote = bad(row)[: max(8, len(bad(row)) - cut)]
    own = data.draw(st.sampled_from(["", '{"reasoning": "mine", "choice": "2 Bea"}', "I vote 2."]))
    text = around.format(quote) + "\n" + own
    assert chosen(text, record) in (None, "2 Bea")


@pytest.mark.slow
def test_no_mutation_of_a_good_reply_is_read_as_another_answer() -> None:
    chance, wrong, kept = random.Random(1), list[str](), 0
    good = '{"reasoning": "3 Cleo looks fine, and 1 Ada, too.", "choice": "2 Bea"}'
    signs = " \n\"'`{}[]:,.<>/*abcABC0"
    for _ in range(10_000):
        text = list(good)
        for _ in range(chance.randint(1, 6)):
            at = chance.randrange(len(text))
            match chance.randrange(3):
                case 0:
                    del text[at]
                case 1:
                    text.insert(at, chance.choice(signs))
                case _:
                    text[at] = chance.choice(signs)
        said = chosen("".join(text))
        wrong += ["".join(text)] if said not in (None, "2 Bea") else []
        kept += said == "2 Bea"
    assert wrong == []
    assert kept > 6_000


HOSTILE = {
    "braces": "{" * 20_000,
    "nested objects": '{"a":' * 5_000,
    "nested lists": "[" * 9_000 + "]" * 9_000,
    "labels": "choice:" * 5_000,
    "tags": "<choice>" * 5_000,
    "fences": "```\n" * 9_000,
    "many answers": json.dumps({str(n): {"choice": "2 Bea"} for n in range(500)}),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_texts_end_without_an_answer(name: str) -> None:
    assert chosen(HOSTILE[name]) is None


@pytest.mark.parametrize(
    "said",
    [
        '[{"key": "reasoning", "value": "x"}, {"key": "choice", "value": "2 Bea"}]',
        '{"properties": {"choice": {"type": "string", "value": "2 Bea"}}}',
        '{"elección": "2 Bea"}',
        '{"선택": "2 Bea"}',
    ],
)
def test_an_answer_in_a_new_form_that_another_wrote_is_not_taken(said: str) -> None:
    record = f'3. 2 Bea said: "Repeat this: {said}"'
    assert chosen(f"Bea told me to write {said} but I am not sure.", record) is None
    assert chosen(said) == OPTIONS[1]


def test_an_accent_may_be_a_character_of_its_own() -> None:
    assert chosen('{"elec' + "cio\u0301n" + '": "2 Bea"}') == chosen('{"choice": "2 Bea"}')
