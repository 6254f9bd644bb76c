"""Who speaks in which manner: the same all game long, chosen by a word or dealt, and no sign of a
role."""

from __future__ import annotations

from collections import Counter
from importlib.resources import files

import pytest

from tests.core.bots.play.test_night import DAY_1, view_with
from tests.core.bots.playing import speeches
from wolfcore.bots import HouseBot
from wolfcore.bots.fingerprints import sentence_shapes, sentences
from wolfcore.bots.profiles import MANNERS, manners_by_seat, read_bot_options
from wolfcore.bots.talk.line_templates import PLAIN_MANNER, manner_lines
from wolfcore.errors import ConfigError
from wolfcore.game import Answer, Ask, Game, get_board, make_spec
from wolfcore.game import facts as f
from wolfcore.players import Desk


def test_every_manner_is_a_file_and_every_file_a_manner() -> None:
    names = {
        file.name for file in files("wolfcore.bots.talk").joinpath("lines", "en").iterdir()
    } - {"typed.txt"}
    assert names == {f"{manner}.toml" for manner in (PLAIN_MANNER, *MANNERS)}


def test_at_a_table_of_eight_everybody_has_another_manner() -> None:
    names = make_spec(get_board("arena8"), 4).names
    assert sorted(manners_by_seat(names)) == sorted(MANNERS)
    twelve = Counter(manners_by_seat(make_spec(get_board("plus12"), 4).names))
    assert sum(twelve.values()) == 12 and max(twelve.values()) == 2


def test_every_seat_has_every_manner_at_some_table() -> None:
    dealt: dict[int, Counter[str]] = {seat: Counter() for seat in range(1, 8)}
    for seed in range(240):
        for seat, manner in enumerate(manners_by_seat(make_spec(get_board("sla7"), seed).names), 1):
            dealt[seat][manner] += 1
    for counted in dealt.values():
        assert set(counted) == set(MANNERS)
        assert max(counted.values()) < 60


def test_the_manner_is_the_same_whatever_role_the_seat_is_dealt() -> None:
    """The names alone decide, and they do not depend on the deal."""
    spec = make_spec(get_board("sla7"), 5)
    wolves = make_spec(get_board("sla7"), 5, deal={1: "Werewolf", 2: "Werewolf"})
    assert manners_by_seat(spec.names) == manners_by_seat(wolves.names)


def _share_in(manner: str, word: str) -> float:
    """How many sentences of a bot that was given `word` stand in the file of `manner`."""
    slots = {
        "target": "@",
        "other": "@",
        "dead": "@",
        "role": "",
        "a_role": "",
        "when": "",
        "night": "",
        "day": "",
        "then": "",
        "count": "",
    }
    lines = [line for found in manner_lines("en", manner).values() for line in found]
    own = {
        shape
        for line in lines
        for words in line.variants
        for shape in sentences(words.format_map(slots))
    }
    view, bot = (
        view_with(
            "sla7", 4, "Villager", *DAY_1, f.Said(1, "speak", "Dov is a wolf. Dov, who is it?")
        ),
        HouseBot((word,)),
    )
    ask = Ask("d1.speak.4", 4, "speak", 1, "discussion", (0,))
    texts = (bot.answer_now(view, ask, Desk.of_seed(ask, seed)).text for seed in range(60))
    said = [shape for text in texts for shape in sentence_shapes(text, view.names)]
    return sum(shape in own for shape in said) / len(said)


def test_a_word_beside_the_level_chooses_the_manner() -> None:
    assert read_bot_options(("hard", "folksy", "quiet")).manner == "folksy"
    assert read_bot_options(("folksy", "hard"))[:2] == read_bot_options(("hard",))[:2]
    assert read_bot_options(("hard",)).manner == ""
    assert _share_in("folksy", "folksy") > 0.6
    assert _share_in("folksy", "formal") < 0.3


def test_two_manners_are_refused() -> None:
    with pytest.raises(ConfigError, match="one manner, not 2"):
        HouseBot(("folksy", "hard", "dry"))
    with pytest.raises(ConfigError, match="Did you mean `nervous`"):
        HouseBot(("nervos",))


@pytest.mark.parametrize("word", MANNERS)
def test_a_table_of_one_manner_plays_to_its_end_and_repeats_nothing(word: str) -> None:
    game = Game(make_spec(get_board("plus9"), 6))
    bot = HouseBot((word,))
    while game.asks:
        answers: dict[str, Answer] = {
            ask.id: bot.answer_now(game.view(ask.seat), ask, Desk.of_seed(ask, 6))
            for ask in game.asks
        }
        game.submit(answers)
    said = [sentence for speech in speeches(game) for sentence in sentences(speech.text)]
    assert game.over
    assert len(said) == len(set(said))
