"""Lines are compared with their part of the day, sentence by sentence, without numbers of seats;
headings and reasons are not."""

from __future__ import annotations

from collections.abc import Sequence

from tests.core.agents.remembering import SharedWords
from wolfcore.agents.fact_sentences import RecordLine, quoted
from wolfcore.agents.record_lines import line_similarities
from wolfcore.game import facts as f

NAMES = ("Jo", "Bram", "Cleo", "Dov", "Elif", "Fay", "Gil", "Hana", "Ivo", "Kai", "Jo Ann")
WORDS = 'Good morning. I said "no". Is 3 Cleo a wolf?'
LINES = (
    RecordLine("== Night 1 ==", "fact", f.Began(1, "night"), 1),
    RecordLine("Nobody died in the night.", "fact", f.QuietNight(1), 2),
    RecordLine("You noted for yourself, before the vote: \"hm\"", "reason", None, 3),
    RecordLine("== Day 1: discussion ==", "fact", f.Began(1, "discussion"), 4),
    RecordLine(f"1 Jo (you) said: {quoted(WORDS)}", "speech", f.Said(1, "speak", WORDS), 5),
    RecordLine("11 Jo Ann said: \"Hello\"", "speech", f.Said(11, "speak", "Hello"), 6),
    RecordLine("2 Bram said nothing.", "speech", f.Said(2, "speak", ""), 7),
)  # fmt: skip


class Listening(SharedWords):
    """Notes what it is asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, list[str]]] = []

    async def similarities(self, query: str, texts: Sequence[str]) -> list[float]:
        self.asked.append((query, list(texts)))
        return await super().similarities(query, texts)


async def test_what_is_compared() -> None:
    listening = Listening()
    near = await line_similarities(listening, "Does 1 Jo suspect 3 Cleo?", LINES, NAMES)
    ((query, texts),) = listening.asked
    assert query == "Does Jo suspect Cleo?"
    assert texts == [
        "Night 1. Nobody died in the night.",
        f"Day 1: discussion. Jo (you) said: {quoted(WORDS.replace('3 ', ''))}",
        "Day 1: discussion. Jo (you) said: Good morning.",
        "Day 1: discussion. Jo (you) said: I said \"no\".",
        "Day 1: discussion. Jo (you) said: Is Cleo a wolf?",
        "Day 1: discussion. Jo Ann said: \"Hello\"",
        "Day 1: discussion. Bram said nothing.",
    ]  # fmt: skip
    assert list(near) == [2, 5, 6, 7]


async def test_a_line_is_as_near_as_its_nearest_sentence() -> None:
    near = await line_similarities(
        SharedWords(), "day 1: discussion. Jo (you) said: Is Cleo a wolf?", LINES, NAMES
    )
    assert near[5] == 1


async def test_of_nothing_nothing_is_near() -> None:
    assert await line_similarities(SharedWords(), "Who?", (), NAMES) == {}
