"""A package that brings a player, an agent, a board, a metric, an importer and an embedder."""

from wolfcore import Answer, Board
from wolfcore.agents import Preset, Settings
from wolfcore.metrics import Metric, Part, Value
from wolfcore.records import read_game


class First:
    """Takes the option at a place, the first one by default."""

    def __init__(self, place="0"):
        self.place = int(place)

    async def answer(self, view, ask, desk):
        return Answer(ask.options[min(self.place, len(ask.options) - 1)], "I am listening.")


QUICK = Preset(
    "reads the whole record, without the rules", "an example", "sla7", Settings(rules=False)
)

BOARD = Board("example5", ("Werewolf", "Seer", "Villager", "Villager", "Villager"))

DAYS = Metric(
    name="example_days", of=lambda tables: Value((Part(0, tables.rounds),)), source="an example",
    low=1, high=None, direction="neither", meaning="days played",
    formula="the last day", unit="days", null="never", aggregation="games", kind="count",
)  # fmt: skip


def copied(path):
    """Read a game; a real importer would convert one of another program."""
    return read_game(path)


def letters(texts):
    """Count letters, as a vector for each text."""
    return [[text.lower().count(letter) + 0.01 for letter in "aeiourst"] for text in texts]
