"""Agents without a model: the same steps, with a house bot that believes, proposes and judges."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from wolfcore.agents import PRESETS, QuickAgent, Settings, Thinker, quick_options
from wolfcore.agents.policy import load_checkpoint
from wolfcore.agents.policy_files import checkpoint_file
from wolfcore.agents.prompt import new_turn
from wolfcore.agents.quick_agent import filtered_view, response_counts
from wolfcore.agents.situations import situation_clauses
from wolfcore.agents.steps.record_selection import (
    read_speech,
    with_recalled_lines,
    with_sorted_lines,
)
from wolfcore.agents.turn import latest_memo
from wolfcore.bots import HouseThinker
from wolfcore.bots.house import HouseBot
from wolfcore.errors import ConfigError
from wolfcore.game import Answer, AnsweredAsk, Ask, Game, View, board_names, get_board, make_spec
from wolfcore.game import facts as f
from wolfcore.memory import Experience, ExperienceKind, SimilarExperience
from wolfcore.players import Desk, Intention, SyncPlayer
from wolfcore.players.intentions import HIDE, IDLE
from wolfcore.records import encode_log
from wolfcore.seating import make_player, make_players, parse_player, quick_players
from wolfcore.speech.acts import without_content
from wolfcore.table import play_now

Look = Callable[[View, Ask, Desk], None]


class Looking:
    """A house bot at whose asks somebody looks first."""

    def __init__(self, look: Look, level: str = "normal") -> None:
        self._look, self._bot = look, HouseBot((level,))

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        return self.answer_now(view, ask, desk)

    def answer_now(self, view: View, ask: Ask, desk: Desk) -> Answer:
        self._look(view, ask, desk)
        return self._bot.answer_now(view, ask, desk)


class Fresh:
    """A player made anew for each ask."""

    def __init__(self, word: str) -> None:
        self._word = word

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        return self.answer_now(view, ask, desk)

    def answer_now(self, view: View, ask: Ask, desk: Desk) -> Answer:
        player = make_player(parse_player(self._word))
        assert isinstance(player, SyncPlayer)
        return player.answer_now(view, ask, desk)


def played(board: str, seed: int, *words: str) -> tuple[Game, bytes]:
    """A game of these players in turn, and its log."""
    spec = make_spec(get_board(board), seed)
    seats = [parse_player(words[seat % len(words)]) for seat in range(spec.board.size)]
    players = quick_players(make_players(seats))
    assert players, "whoever thinks without a model answers at once"
    game = Game(spec)
    return game, encode_log(spec, game.log, play_now(game, players))


def watched(board: str, seed: int, look: Look, level: str = "normal") -> None:
    """A game of house bots at whose every ask somebody looks."""
    game = Game(make_spec(get_board(board), seed))
    play_now(game, dict.fromkeys(range(1, game.spec.board.size + 1), Looking(look, level)))


@pytest.mark.parametrize("board", ["sla7", "duel6", "plus9+sheriff"])
def test_with_no_step_but_deduction_it_is_the_house_bot(board: str) -> None:
    for level in ("normal", "hard"):
        for agent in (
            f"vanilla:bots={level}:deduce=each",
            f"atomic:bots={level}:deduce=each:select=first",
        ):
            assert played(board, 4, agent)[1] == played(board, 4, f"bot:{level}")[1]
    assert played(board, 4, "vanilla:bots")[1] != played(board, 4, "bot:normal")[1]


AGENTS = (
    "vanilla:bots",
    "xu2023:bots:deduce=each",
    "helmsman:bots=hard",
    "sla-llm:bots",
    "deduce:bots",
    "plus:bots",
    "sla-llm:bots:select=random:record=recalled:recent=0:informative=0",
    "atomic:bots:select=random",
    "atomic:bots:record=recalled:recent=0:informative=0",
    "atomic:bots",
)


@pytest.mark.slow(only=("classic12", "plus12+sheriff"))
@pytest.mark.parametrize("board", board_names())
def test_every_agent_plays_every_board_to_its_end_without_a_fallback(board: str) -> None:
    game, _ = played(board, 11, *AGENTS)
    assert game.result
    assert not [entry for entry in game.log if isinstance(entry.fact, f.Fallback)]


@pytest.mark.parametrize(
    "word", ["sla-llm:bots", "helmsman:bots", "xu2023:bots:candidates=3:deduce=each", "atomic:bots"]
)
def test_it_keeps_nothing_between_asks(word: str) -> None:
    spec = make_spec(get_board("sla7"), 21)
    game = Game(spec)
    log = encode_log(spec, game.log, play_now(game, dict.fromkeys(range(1, 8), Fresh(word))))
    assert log == played("sla7", 21, word)[1]


def test_what_recall_leaves_out_is_out_of_sight_and_what_a_seat_did_itself_is_not() -> None:
    gaps = 0

    def look(view: View, ask: Ask, desk: Desk) -> None:
        nonlocal gaps
        bare = filtered_view(
            with_recalled_lines(new_turn(view, ask), Settings(recent=0, informative=0), desk)
        )
        assert not [fact for fact in bare.facts if isinstance(fact, f.Said | f.Voted | f.Whispered)]
        others = [
            fact
            for fact in view.facts
            if not isinstance(fact, f.Said | f.Voted | f.Recommended | f.Whispered)
        ]
        assert bare.facts == others
        assert (bare.role, bare.living, bare.mates) == (view.role, view.living, view.mates)
        some = filtered_view(
            with_recalled_lines(new_turn(view, ask), Settings(recent=4, informative=3), desk)
        )
        told = [fact for fact in some.facts if isinstance(fact, f.Said | f.Voted)]
        assert len(told) <= 7
        gaps += len(some.facts) < len(view.facts)
        everything = filtered_view(
            with_recalled_lines(new_turn(view, ask), Settings(recent=200, informative=200), desk)
        )
        assert everything.facts == view.facts

    watched("xu7", 3, look)
    assert gaps


def test_without_deduction_nobody_is_suspected_for_what_was_said_or_voted() -> None:
    deduces, believes = HouseThinker(), HouseThinker(deduces=False)
    differ = 0

    def look(view: View, ask: Ask, desk: Desk) -> None:
        nonlocal differ
        if view.team == "wolves" or view.state.day < 2:
            return
        bare = View(
            view.seat,
            view.board,
            view.names,
            [x for x in view.facts if not isinstance(x, f.Said | f.Voted)],
        )
        prior = believes.beliefs(view, ask, desk)
        assert [each.p_wolf for each in prior] == [
            each.p_wolf for each in believes.beliefs(bare, ask, desk)
        ]
        differ += [each.p_wolf for each in prior] != [
            each.p_wolf for each in deduces.beliefs(view, ask, desk)
        ]

    for seed in range(3):
        watched("sla7", seed, look)
    assert differ


def test_statements_that_nothing_cited_are_forgotten_and_those_cited_stay() -> None:
    agent = QuickAgent(
        HouseThinker(), quick_options((), "sla-llm", PRESETS["sla-llm"].settings).settings
    )
    forgotten = 0

    class Pruning(Looking):
        def answer_now(self, view: View, ask: Ask, desk: Desk) -> Answer:
            nonlocal forgotten
            before, answer, turn = (
                latest_memo(view).memo,
                agent.answer_now(view, ask, desk),
                new_turn(view, ask),
            )
            after = latest_memo(
                View(
                    view.seat,
                    view.board,
                    view.names,
                    view.facts,
                    [*view.answered, AnsweredAsk(ask, answer)],
                )
            ).memo
            if answer.memo:
                assert set(before.cited) <= set(after.cited)
                assert after.judged == len(turn.lines)
                seen = filtered_view(with_sorted_lines(replace(turn, memo=after), desk)).facts
                said = [
                    x
                    for x in turn.lines
                    if isinstance(x.fact, f.Said) and x.fact.text and x.fact.seat != view.seat
                ]
                assert [x.fact in seen for x in said] == [x.number in after.cited for x in said]
                forgotten += any(x.number not in after.cited for x in said)
                assert [x for x in view.facts if not isinstance(x, f.Said)] == [
                    x for x in seen if not isinstance(x, f.Said)
                ]
            return answer

    game = Game(make_spec(get_board("sla7"), 8))
    play_now(game, dict.fromkeys(range(1, 8), Pruning(lambda view, ask, desk: None)))
    assert forgotten


@pytest.mark.slow
def test_candidates_differ_and_the_usual_answer_is_the_first_of_them() -> None:
    thinker, bot = HouseThinker(), HouseBot(("normal",))
    many: dict[str, set[int]] = {}
    plans = set[str]()

    def look(view: View, ask: Ask, desk: Desk) -> None:
        found = thinker.propose(view, ask, desk, 3)
        assert found[0][1] == bot.answer_now(view, ask, desk)
        assert 1 <= len(found) <= 3
        assert len({(answer.choice, answer.text) for _, answer in found}) == len(found)
        assert all(answer.choice in ask.options for _, answer in found)
        many.setdefault(ask.kind, set()).add(len(found))
        plans.update(plan for plan, _ in thinker.propose(view, ask, desk, 8))

    for seed in range(12, 36):
        watched("classic9", seed, look)
    assert all(3 in many[kind] for kind in ("vote", "speak", "kill", "check"))
    assert any(plan.startswith("against seat ") for plan in plans)
    assert {
        "as usual",
        "accuse",
        "show oneself",
        "hide",
        "lead",
        "play the seer",
        "keep quiet",
        "third choice",
    } <= plans


class Listed:
    """A thinker with three plans, of which it finds the last one best."""

    def beliefs(self, view: View, ask: Ask, desk: Desk) -> tuple[()]:
        return ()

    def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        return Answer(ask.options[0], "alone")

    def acts_of_speech(self, view: View, speaker: int, text: str) -> tuple[()]:
        return ()

    def propose(self, view: View, ask: Ask, desk: Desk, limit: int) -> list[tuple[str, Answer]]:
        return [
            (word, Answer(ask.options[0], word)) for word in ("first", "second", "third")[:limit]
        ]

    def value_of(self, view: View, ask: Ask, desk: Desk, answer: Answer) -> float:
        return float(len(answer.text) + (answer.text == "third"))

    def intentions(self, view: View, ask: Ask) -> tuple[Intention, ...]:
        return (IDLE, HIDE, Intention("target", seat=ask.seat))

    def usual_intention(self, view: View, ask: Ask, desk: Desk) -> Intention:
        return HIDE

    def answer_with_intention(
        self, view: View, ask: Ask, desk: Desk, intention: Intention
    ) -> Answer:
        return Answer(
            ask.options[0], {"idle": "alike!", "hide": "alike?"}.get(intention.kind, "worse")
        )


@pytest.mark.parametrize(
    ("words", "said"),
    [("candidates=1", {"alone"}), ("candidates=3:select=first", {"first"}), ("candidates=3:select=model", {"second"}),
     ("candidates=3:select=random", {"first", "second", "third"}), ("candidates=2:select=random", {"first", "second"}),
     ("intentions=on:select=first", {"alike?"}), ("intentions=on:select=random", {"alike!", "alike?", "worse"}),
     ("intentions=on:select=model", {"alike?"})],
)  # fmt: skip
def test_who_chooses_among_candidates_or_intentions_is_a_switch(words: str, said: set[str]) -> None:
    thinker: Thinker = Listed()
    agent = QuickAgent(thinker, quick_options(words.split(":"), "vanilla", Settings()).settings)
    heard = set[str]()

    def look(view: View, ask: Ask, desk: Desk) -> None:
        if ask.kind == "speak":
            heard.add(agent.answer_now(view, ask, desk).text)

    watched("sla7", 1, look)
    watched("sla7", 2, look)
    assert heard == said


PLANNED = [
    SimilarExperience(Experience(number, "plus", "any", plan, score), 1.0)
    for number, (plan, score) in enumerate(
        [
            *(("third", 999.0),) * 3,
            *(("second", 995.0),) * 5,
            *(("first", 994.0),) * 4,
            ("first", 3.0),
            ("third", 4.0),
        ]
    )
]
"""Those of highest reward are the third's, those nearest to the median the second's; the worst is
the first's."""


def test_of_experiences_the_papers_show_those_of_highest_reward_or_near_the_median_without_the_worst() -> (
    None
):
    assert response_counts("plus", PLANNED) == {"third": 3, "second": 2}
    assert response_counts("xu", PLANNED) == {"second": 5, "first": -1}
    assert response_counts("xu", []) == response_counts("plus", []) == {}


def test_experience_chooses_the_plan_that_it_speaks_for_at_its_stages() -> None:
    told: list[str] = []

    class Pool:
        def similar_to(
            self, kind: ExperienceKind, situation: str, above: float
        ) -> list[SimilarExperience]:
            told.append(situation)
            return PLANNED

    said: dict[str, set[str]] = {}
    for kind in ("plus", "xu"):
        words = f"candidates=3:select=first:experience={kind}:stages=speech:pool=x"
        agent = QuickAgent(
            Listed(), quick_options(words.split(":"), "vanilla", Settings()).settings, Pool()
        )

        def look(
            view: View, ask: Ask, desk: Desk, agent: QuickAgent = agent, kind: str = kind
        ) -> None:
            if ask.kind in ("speak", "vote"):
                answer = agent.answer_now(view, ask, desk)
                said.setdefault(f"{kind} {ask.kind}", set()).add(answer.text)
                mine = View(
                    view.seat, view.board, view.names, view.facts, [AnsweredAsk(ask, answer)]
                )
                assert latest_memo(mine).memo.intention == answer.text
                assert latest_memo(mine).memo.summary.startswith(f"You are a {view.role}. ")

        watched("sla7", 1, look)
    assert said == {
        "plus speak": {"third"},
        "plus vote": {"first"},
        "xu speak": {"second"},
        "xu vote": {"first"},
    }
    assert all("You speak. " in each for each in told)


def test_its_house_bot_hears_what_everybody_reads() -> None:
    thinker, many = HouseThinker(), 0

    def look(view: View, ask: Ask, desk: Desk) -> None:
        nonlocal many
        for fact in view.facts[-8:]:
            speaker, text = f.public_words(fact)
            if text:
                heard = without_content(thinker.acts_of_speech(view, speaker, text))
                assert set(heard) == set(without_content(read_speech(view, speaker, text)))
                many += bool(heard)

    watched("sla7", 5, look, "hard")
    assert many
    said = 2, "im the seer and 3 is a wolf, checked him last nite"
    view = View(1, get_board("sla7"), make_spec(get_board("sla7"), 1).names, [])
    assert [*thinker.acts_of_speech(view, *said)] == [*read_speech(view, *said)] != []


def test_a_situation_names_nobody_and_changes_with_what_is_heard() -> None:
    thinker, found = HouseThinker(), set[str]()

    def look(view: View, ask: Ask, desk: Desk) -> None:
        situation = situation_clauses(view, ask, thinker.beliefs(view, ask, desk))
        assert not set(view.names) & set(situation.replace(".", " ").split())
        assert f"It is day {view.state.day}" in situation or view.state.day > 3
        found.update(situation.removesuffix(".").split(". "))

    for seed in range(6):
        watched("sla7", seed, look, "hard")
    assert {
        "You speak",
        "You are asked to vote",
        "You are a Seer",
        "Nobody claimed to be the Seer",
        "One player claimed to be the Seer",
        "You have claimed it yourself",
        "You were reported to be a wolf",
        "Nobody spoke against you today",
        "One player spoke against you today",
        "You are all but sure of a wolf",
        "Nobody stands out",
    } <= found


def test_a_speech_is_worth_what_it_moves_the_tables_belief_to() -> None:
    thinker = HouseThinker()
    better = worse = 0

    def look(view: View, ask: Ask, desk: Desk) -> None:
        nonlocal better, worse
        if ask.kind != "speak":
            return
        beliefs = sorted(thinker.beliefs(view, ask, desk), key=lambda each: each.p_wolf or 0.0)
        against = {
            which: Answer(
                ask.options[0],
                f"I am sure that seat {each.seat} is a wolf. Vote for seat {each.seat}.",
            )
            for which, each in (("least", beliefs[0]), ("most", beliefs[-1]))
        }
        if beliefs[0].p_wolf == beliefs[-1].p_wolf:
            return
        least, most = (
            thinker.value_of(view, ask, desk, against[which]) for which in ("least", "most")
        )
        right = most > least if view.team == "village" else most < least
        better, worse = better + right, worse + (not right)

    for seed in range(4):
        watched("sla7", seed, look)
    assert better > 4 * worse


@pytest.mark.parametrize(
    ("word", "problem"),
    [
        ("atomic:bots:candidates=3", "intentions and several candidates exclude each other"),
        ("sla-llm:bots:intentions=on", "intentions and several candidates exclude each other"),
        (
            "atomic:bots:experience=plus:pool=x",
            "experience needs a pool and at least two candidates",
        ),
        ("sla-llm:bots:questions=both", "`questions=both` needs a model"),
        ("sla-llm:bots:persona=judge", "`persona=judge` needs a model"),
        ("sla-llm:bots:brief", "`brief` needs a model"),
        ("vanilla:bots:record=retrieved", "`record=retrieved` needs a model"),
        ("vanilla:bots:candidates=9", "`candidates` cannot be `9`"),
        ("vanilla:bots=harder", "`harder` is not an option of a house bot"),
        ("vanilla:bots@gpt", "both a house bot and a model"),
        ("vanilla", "`vanilla:bots` needs none"),
        ("sla-llm:bots:experience=plus", "experience needs a pool and at least two candidates"),
        ("sla-llm:bots:pool=x", "names a pool, but does not use experience"),
        ("plus:bots:experience=plus:pool=x", "experience needs a pool and at least two candidates"),
    ],
)
def test_what_needs_a_model_is_said(word: str, problem: str) -> None:
    with pytest.raises(ConfigError, match=problem):
        make_player(parse_player(word))


def test_the_usual_policy_chooses_among_as_many_as_it_learned_among() -> None:
    """Unless somebody says otherwise, or another policy or none chooses."""

    def candidates(*words: str, preset: str = "sla") -> int:
        return quick_options(words, preset, PRESETS[preset].settings).settings.candidates

    learned = load_checkpoint(checkpoint_file("sla-acts")).about.candidates
    assert parse_player(learned).options[-1] == f"candidates={candidates()}" == "candidates=8"
    assert (
        candidates("candidates=3")
        == candidates("policy=sla-text")
        == candidates("select=first")
        == 3
    )
    assert candidates(preset="sla-llm") == 3
    assert candidates("select=policy", preset="atomic") == 1
