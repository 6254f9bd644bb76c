"""The styles: words in any order beside the level, heard at the table, and no sign of a team that
is not asked for."""

from __future__ import annotations

import pytest

from tests.core.bots.play.test_night import DAY_1, pack_view, view_with
from wolfcore.bots import LEVELS, STYLES, HouseBot
from wolfcore.bots.profiles import read_bot_options
from wolfcore.errors import ConfigError
from wolfcore.game import Answer, Ask, Fact, Game, View, get_board, make_spec
from wolfcore.game import facts as f
from wolfcore.players import Desk
from wolfcore.speech import Accuses, Act, ClaimsRole, read


def speeches(view: View, word: str, seeds: int = 80) -> list[tuple[Act, ...]]:
    """What a bot of this style does with its words in one discussion, over seeds."""
    ask = Ask(f"d1.speak.{view.seat}", view.seat, "speak", 1, "discussion", (0,))
    texts = (
        HouseBot((word,)).answer_now(view, ask, Desk.of_seed(ask, seed)).text
        for seed in range(seeds)
    )
    return [read(text, view.seat, view.names, view.board.size) for text in texts]


def accusing(said: list[tuple[Act, ...]], *, firmly: bool = False) -> int:
    """How many speeches accuse somebody."""
    return sum(
        any(isinstance(act, Accuses) and (act.sure or not firmly) for act in acts) for acts in said
    )


def test_a_level_and_a_style_may_be_given_in_any_order() -> None:
    for level in LEVELS:
        for style in STYLES:
            assert (
                read_bot_options((level, style))
                == read_bot_options((style, level))
                == (LEVELS[level], STYLES[style], "")
            )


def test_what_is_not_given_is_normal_and_default() -> None:
    assert read_bot_options(()) == (LEVELS["normal"], STYLES["default"], "")
    assert read_bot_options(("quiet",))[0] == LEVELS["normal"]
    assert read_bot_options(("hard",))[1] == STYLES["default"]


def test_two_styles_and_unknown_words_are_refused() -> None:
    with pytest.raises(ConfigError, match="one style, not 2"):
        HouseBot(("quiet", "hard", "active"))
    with pytest.raises(ConfigError, match="Did you mean `aggressive`"):
        HouseBot(("agressive", "easy"))


def test_an_aggressive_wolf_accuses_oftener_and_more_firmly_than_a_quiet_one() -> None:
    view = pack_view("sla7", 4, (4, 6), *DAY_1, f.Said(1, "speak", "Hm."))
    aggressive, quiet = speeches(view, "aggressive"), speeches(view, "quiet")
    assert accusing(aggressive) > accusing(quiet) + 25
    assert accusing(aggressive, firmly=True) > accusing(quiet, firmly=True) + 15


def test_a_proactive_seer_comes_out_oftener_than_a_secretive_one() -> None:
    facts: tuple[Fact, ...] = (f.Checked(4, 3, "village"), *DAY_1[1:])
    view = view_with("sla7", 4, "Seer", DAY_1[0], *facts)

    def out(word: str) -> int:
        return sum(ClaimsRole("Seer") in acts for acts in speeches(view, word))

    assert out("proactive") > out("default") > out("secretive")


def test_a_style_of_the_other_team_changes_nothing() -> None:
    villager = view_with("sla7", 4, "Villager", *DAY_1, f.Said(1, "speak", "Hm."))
    wolf = pack_view("sla7", 4, (4, 6), *DAY_1, f.Said(1, "speak", "Hm."))
    assert speeches(villager, "aggressive", 20) == speeches(villager, "default", 20)
    assert speeches(wolf, "proactive", 20) == speeches(wolf, "default", 20)


@pytest.mark.parametrize("word", STYLES)
def test_a_table_of_one_style_plays_to_its_end(word: str) -> None:
    game = Game(make_spec(get_board("classic9"), 5))
    bot = HouseBot((word, "hard"))
    while game.asks:
        answers: dict[str, Answer] = {
            ask.id: bot.answer_now(game.view(ask.seat), ask, Desk.of_seed(ask, 5))
            for ask in game.asks
        }
        game.submit(answers)
    assert game.over
