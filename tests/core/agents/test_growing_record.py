"""A growing record tells a model what another one tells it, in an order that caches keep."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from itertools import pairwise, takewhile
from typing import Any

import pytest
from msgspec.structs import replace

from tests.core.agents.golden.acting import filled
from tests.core.agents.golden.traces import Noting
from tests.core.agents.steps.one_ask import put, seated
from tests.core.agents.steps.tables import ask as ask_of
from tests.core.agents.steps.tables import view
from wolfcore.agents import PRESETS, Settings, answer_prompt, read_options
from wolfcore.agents.prompt import Task, act_task, build_prompt, new_turn
from wolfcore.agents.schemas import object_schema
from wolfcore.agents.steps.record_selection import with_sorted_lines
from wolfcore.agents.turn import Memo
from wolfcore.game import Answer, Game, dice_of, get_board, make_spec
from wolfcore.models import ChatRequest, ScriptedModel

BATCH = Settings(record="sorted", deduce="batch", prune="now", counsel=True)
ORDERS = {
    "batch, prune now": BATCH,
    "each, prune vote": replace(BATCH, deduce="each", prune="vote"),
    "batch, prune none": replace(BATCH, prune="none"),
}
"""Agents whose deductions sort the record; each is played in both orders."""


class Recorded:
    """A whole game of one agent in all seats: requests and answers by ask.

    Args:
        settings: The agent.
        board: The board.
        said: The replies to give, by ask; None for replies that are made for each request.
    """

    def __init__(
        self, settings: Settings, board: str, said: dict[str, list[str]] | None = None
    ) -> None:
        self.settings, self.board, self._given = settings, board, said
        self.said = defaultdict[str, list[str]](list)
        self.requests = defaultdict[str, list[ChatRequest]](list)
        self.answers, self.seats = dict[str, Answer](), dict[str, int]()
        self._ask = ""

    def _reply(self, request: ChatRequest) -> str:
        place = len(self.requests[self._ask])
        self.requests[self._ask].append(request)
        words = (
            self._given[self._ask][place]
            if self._given is not None
            else json.dumps(filled(request, f"{self._ask} {place}"))
        )
        self.said[self._ask].append(words)
        return words

    async def play(self, days: int) -> Recorded:
        game = Game(make_spec(get_board(self.board), 3))
        player = seated(self.settings, ScriptedModel(self._reply))
        while game.asks and game.asks[0].day <= days:
            answers = dict[str, Answer]()
            for ask in game.asks:
                self._ask, self.seats[ask.id] = ask.id, ask.seat
                desk = Noting(ask, dice_of(3, ask.id))
                answers[ask.id] = await player.answer(game.view(ask.seat), ask, desk)
            self.answers |= answers
            game.submit(answers)
        return self


def above(request: ChatRequest) -> str:
    return request.messages[1].text.partition("\n# Question\n")[0]


def lines_in(text: str) -> Counter[str]:
    """Count the lines of the record in a part of a prompt."""
    return Counter(re.findall(r"^\d+\. .*$", text, re.MULTILINE))


def numbers_of(title: str, text: str) -> list[int]:
    """Return the numbers that stand behind a growing record for a class of statements."""
    found = re.search(rf"^{title}: (.*)$", text, re.MULTILINE)
    return [int(number) for number in found[1].split(", ")] if found else []


def part(title: str, text: str) -> str:
    """Return the section of a sorted prompt under a heading."""
    return text.partition(f"# {title}\n")[2].partition("\n# ")[0]


def notes(text: str) -> str:
    return text.partition("# What you deduced last\n")[2]


def options_in(request: ChatRequest) -> str:
    return "".join(re.findall(r"^Options: .*$", request.messages[1].text, re.MULTILINE))


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("board", ["sla7", "helmsman7"])
async def test_both_orders_put_the_same_asks_with_the_same_options_and_facts(
    board: str, order: str
) -> None:
    sorted_game = await Recorded(ORDERS[order], board).play(2)
    growing = replace(ORDERS[order], record="growing")
    grown_game = await Recorded(growing, board, sorted_game.said).play(2)

    assert grown_game.answers == sorted_game.answers, "answers, beliefs and memos"
    assert grown_game.requests.keys() == sorted_game.requests.keys()
    told = Counter[str]()
    for ask, one in sorted_game.requests.items():
        two = grown_game.requests[ask]
        assert [each.schema for each in one] == [each.schema for each in two]
        assert [options_in(each) for each in one] == [options_in(each) for each in two]
        for old, new in zip(map(above, one), map(above, two), strict=True):
            dropped = numbers_of("dropped", new)
            record = Counter(
                {
                    line: many
                    for line, many in lines_in(new).items()
                    if int(line.partition(".")[0]) not in dropped
                }
            )
            assert record == lines_in(old)
            for word, title in (
                ("truths", "Potential truths"),
                ("falsehoods", "Potential falsehoods"),
            ):
                numbers = [int(line.partition(".")[0]) for line in lines_in(part(title, old))]
                assert numbers_of(word, new) == numbers
                told[word] += len(numbers)
            assert notes(new) == notes(old)
            told["dropped"] += len(dropped)
    assert told["truths"] and told["falsehoods"]
    assert bool(told["dropped"]) == (growing.prune != "none")


EARLIER_ORDERS = {
    name: replace(each.settings, record="sorted" if each.settings.deduce != "none" else "whole")
    for name, each in PRESETS.items()
    if name != "vanilla"
}
"""The papers' agents, each with the order of the record that has the same lines as a growing one.
"""

ONLY_OF_AN_ORDER = re.compile(
    r"\d+\. .*|(truths|falsehoods|dropped): [\d, ]+|Fields: .*|Give your reasoning in a .*|"
    r"# (Facts|Potential truths|Potential falsehoods|Record|What others said|Now)|"
    r"This is certain\.|Said by players .*|What other players said is not certain\. .*|"
    r"Nothing\.|Nothing has happened yet\.|"
)
"""Lines that tell the record, its classes or the schema: other tests compare those."""

SAME_WORDS = {
    r"^What you are about to be asked: ": "",
    r" Look at what you deduced last and think it over again\.$": "",
    r"^You have thought of this already:$": "You have thought of these ways to go on:",
    r"^(- |[A-H]: )": "",
}
"""Words that one order has and the other has not, or has differently, on lines of both."""


def told_in(text: str) -> set[str]:
    """Return what a prompt tells beside its record, as lines without an order.

    Numbers that name lines of the record stand for those lines.
    """
    lines = set[str]()
    record = {line.partition(".")[0]: line for line in lines_in(text)}
    _, question, below = text.partition("\n# Question\n")
    # Lines of the record that the question repeats are told by it, too.
    lines |= lines_in(below).keys()
    for line in text.splitlines():
        if named := re.fullmatch(r"Lines of the record: ([\d, ]+)", line):
            lines |= {record[number] for number in named[1].split(", ")}
        elif not ONLY_OF_AN_ORDER.fullmatch(line):
            for words, others in SAME_WORDS.items():
                line = re.sub(words, others, line)
            lines.add(line)
    assert question
    return lines


@pytest.mark.parametrize("preset", EARLIER_ORDERS)
async def test_each_agent_is_told_the_same_with_a_growing_record(preset: str) -> None:
    earlier = await Recorded(EARLIER_ORDERS[preset], "sla7").play(1)
    growing = replace(EARLIER_ORDERS[preset], record="growing")
    grown = await Recorded(growing, "sla7", earlier.said).play(1)
    assert grown.answers == earlier.answers
    assert grown.requests.keys() == earlier.requests.keys()
    named = False
    for ask, requests in earlier.requests.items():
        for one, two in zip(requests, grown.requests[ask], strict=True):
            assert one.schema == two.schema
            old, new = (each.messages[1].text for each in (one, two))
            assert told_in(new) == told_in(old)
            if growing.shows_all:
                assert lines_in(new).keys() == lines_in(old).keys()
                assert one.messages[0] == two.messages[0]
            named = named or "\nLines of the record: " in new
    assert named == (preset == "xu2023")


def common_start(one: str, two: str) -> str:
    return "".join(
        char for char, _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, two, strict=False))
    )


@pytest.mark.parametrize("preset", EARLIER_ORDERS)
async def test_prompts_of_one_ask_begin_alike_with_a_growing_record(preset: str) -> None:
    game = await Recorded(replace(EARLIER_ORDERS[preset], record="growing"), "sla7").play(1)
    pairs = chosen = 0
    for requests in game.requests.values():
        texts = [each.messages[1].text for each in requests]
        for before, text in pairwise(texts):
            # Deductions and notes follow, which the steps of an ask write.
            situation = r"\n# Now\n\nIt is .*\nYou are .*\n\n"
            assert re.search(situation, common_start(before, text))
            pairs += 1
        # Equal candidates count once, and then others have their letters.
        if options_in(requests[-1]) == "Options: A | B | C" and "speech" in str(
            requests[-2].schema
        ):
            assert re.search(r"\nA: .*\nB: .*\n", common_start(*texts[-2:]))
            chosen += 1
    assert pairs
    assert bool(chosen) == (preset == "sla-llm")


def test_a_question_tells_lines_in_full_beside_a_record_that_is_cut() -> None:
    settings = replace(PRESETS["xu2023"].settings, record="growing")
    task = Task("question", "Lines: 1", object_schema({}), words_if_cut="1. == Night 1 ==")
    turn = new_turn(view(), ask_of("vote"))
    texts = [
        build_prompt(turn, task, settings, room).messages[1].text.partition("# Question\n")[2]
        for room in (None, 200)
    ]
    assert ["Lines: 1" in text for text in texts] == [True, False]
    assert ["1. == Night 1 ==" in text for text in texts] == [False, True]


@pytest.mark.parametrize("board", ["sla7", "helmsman7", "arena8"])
@pytest.mark.parametrize("order", ["each, prune vote", "vanilla"])
async def test_what_a_prompt_shares_is_what_later_prompts_of_its_seat_begin_with(
    board: str, order: str
) -> None:
    settings = replace(ORDERS.get(order, PRESETS["vanilla"].settings), record="growing")
    game = await Recorded(settings, board).play(2)
    last = dict[int, str]()
    for ask, requests in game.requests.items():
        seat = game.seats[ask]
        for system, question in (each.messages for each in requests):
            assert f"{system.text}{question.text}".startswith(last.get(seat, ""))
            last[seat] = system.text + question.text[: question.shared_prefix]
            assert "\ntruths" not in last[seat]
    assert ("bid" in {ask.split(".")[1] for ask in game.requests}) == (board == "arena8")


def test_vanilla_asks_what_it_asked_before_it_had_a_growing_record() -> None:
    # A saved game that began with the whole record goes on with the same prompts.
    vanilla = PRESETS["vanilla"].settings
    assert vanilla.record == "growing"
    for kind in ("vote", "speak", "suspect"):
        assert answer_prompt(view(), ask_of(kind), vanilla) == answer_prompt(
            view(), ask_of(kind), replace(vanilla, record="whole")
        )


@pytest.mark.parametrize("words", ["", "deduce=batch", "batch prune=now", "intentions=on"])
def test_a_seat_of_vanilla_that_names_no_record_shows_the_whole_one_unsorted(words: str) -> None:
    settings = read_options(words.split(), PRESETS["vanilla"].settings).settings
    earlier = read_options(words.split(), Settings(record="whole")).settings
    assert settings.shows_all
    assert not settings.keeps_prefixes
    assert {settings.record, earlier.record} <= {"growing", "whole"}
    assert replace(settings, record="whole") == earlier


def test_presets_of_papers_keep_the_record_of_their_papers() -> None:
    assert {name: each.settings.record for name, each in PRESETS.items()} == {
        "vanilla": "growing", "xu2023": "recalled", "helmsman": "sorted", "sla": "sorted",
        "sla-llm": "sorted", "deduce": "sorted", "atomic": "whole", "plus": "whole",
    }  # fmt: skip
    assert {each.settings.known for each in PRESETS.values()} == {"ask"}


def test_dropped_statements_leave_a_prompt_that_is_too_long_first() -> None:
    settings, ask = replace(BATCH, record="growing"), ask_of("vote")
    turn = new_turn(view(), ask)
    memo = Memo(judged=len(turn.lines), cited=(7,))
    turn = with_sorted_lines(replace(turn, memo=memo), Noting(ask, dice_of(3, ask.id)))
    whole = build_prompt(turn, act_task(turn, settings), settings)
    dropped = numbers_of("dropped", whole.messages[1].text)
    assert len(dropped) > 2
    about = whole.messages[1].text.partition("\n1. ")[0]
    assert all(f"`{each}` " in about for each in ("truths", "falsehoods", "dropped"))
    shorter = build_prompt(turn, act_task(turn, settings), settings, whole.record_chars - 1)
    assert numbers_of("dropped", shorter.messages[1].text) == dropped[1:]
    gone = lines_in(whole.messages[1].text) - lines_in(shorter.messages[1].text)
    assert [line.partition(".")[0] for line in gone] == [str(dropped[0])]


def test_a_prompt_without_a_step_before_it_shows_a_growing_record_unsorted() -> None:
    settings = replace(BATCH, record="growing")
    text = answer_prompt(view(), ask_of("vote"), settings).messages[1].text
    whole = answer_prompt(view(), ask_of("vote"), replace(BATCH, record="whole")).messages[1].text
    assert lines_in(text) == lines_in(whole)
    assert "\n# What others said\n" not in text


@pytest.mark.parametrize(
    ("names", "record", "fields"),
    [
        ("AB", "growing", "`A`, `B` (each an object with `x`)"),
        ("ABC", "growing", "`A`, `B`, `C` (each an object with `x`)"),
        ("A", "growing", "`A` (an object with `x`)"),
        ("AB", "sorted", "`A` (an object with `x`), `B` (an object with `x`)"),
        ("xy", "growing", "`x`, `y`"),
        ("Ax", "growing", "`A` (an object with `x`), `x`"),
    ],
)
def test_fields_with_the_same_description_share_it_beside_a_growing_record(
    names: str, record: Any, fields: str
) -> None:
    inner = object_schema({"x": {"type": "string"}})
    schema = object_schema(
        {name: inner if name.isupper() else {"type": "string"} for name in names}
    )
    settings = replace(BATCH, record=record)
    prompt = build_prompt(new_turn(view(), ask_of("vote")), Task("deduce", "?", schema), settings)
    assert prompt.messages[1].text.rstrip().endswith(f"\nFields: {fields}")


@pytest.mark.parametrize(
    ("record", "deduce", "prune", "told"),
    [
        ("growing", "none", "none", (True, False, False)),
        ("growing", "batch", "none", (False, True, False)),
        ("growing", "batch", "now", (False, True, True)),
        ("growing", "each", "vote", (False, True, True)),
        ("sorted", "batch", "now", (False, False, False)),
        ("whole", "batch", "now", (True, False, False)),
        ("recalled", "none", "none", (False, False, False)),
    ],
)
async def test_the_standing_part_tells_what_the_record_shows_and_how_to_deduce(
    record: Any, deduce: Any, prune: Any, told: tuple[bool, bool, bool]
) -> None:
    settings = Settings(record=record, deduce=deduce, prune=prune)
    seen = await put(view(), ask_of("vote"), settings)
    above = seen.requests[0].messages[0].text
    once = "reasoning` in a sentence or two"
    assert told == (
        "what you noted for yourself stand" in above,
        once in above,
        "A statement that you never cite will be dropped" in above,
    )
    # It is told once: above, or with each question.
    for question in seen.prompts("deduce"):
        assert ("Give your reasoning in a sentence or two" in question) != (once in above)
