"""The vanilla agent: one call an ask, and what is done about output that cannot be used."""

from __future__ import annotations

import json
import re
from collections import Counter

import pytest
from msgspec import field
from msgspec.structs import replace

from tests.core.agents.replies import model, reply, vanilla
from wolfcore.agents import LanguagePlayer
from wolfcore.errors import ModelRefused, ModelUnreachable, PromptTooLong, SeatError
from wolfcore.game import Answer, Ask, Belief, Game, View, dice_of, get_board, make_spec
from wolfcore.game import facts as f
from wolfcore.models import ChatReply, Delta, Usage
from wolfcore.models.chat import ChatRequest, DeltaListener
from wolfcore.models.scripted import ScriptedReply
from wolfcore.players import CallRecord, Desk, Progress, TraceRecord, fallback_answer
from wolfcore.players.conformance import check_player

GAME = Game(make_spec(get_board("duel6"), 4))
NAMES = GAME.spec.names
VIEW: View = GAME.view(3)
VOTE = Ask("d1.vote.3", 3, "vote", 1, "vote", (0, 1, 2, 4))
KILL = Ask("n1.kill.3", 3, "kill", 1, "night", (1, 2, 4))
SPEAK = Ask("d1.speak.3", 3, "speak", 1, "discussion", (0,))
CLOSING = Ask("d1.summarise.3", 3, "summarise", 1, "summary", (0, 1, 2))
SUSPECT = Ask("d1.vote.3.suspect", 3, "suspect", 1, "vote", (0,))
LONG = View(
    3,
    VIEW.board,
    VIEW.names,
    [*VIEW.facts, *(f.Said(1, "speak", f"{day} " + "talk " * 100) for day in range(30))],
)
LABEL = {seat: f"{seat} {name}" for seat, name in enumerate(NAMES, 1)}


class Listening(Desk, kw_only=True, eq=False, gc=True):
    """A desk that keeps what it is told."""

    told: list[str | Progress | CallRecord | TraceRecord] = field(default_factory=list)

    def say(self, partial: str) -> None:
        self.told.append(partial)

    def progress(self, progress: Progress) -> None:
        self.told.append(progress)

    def record(self, call: CallRecord) -> None:
        self.told.append(call)

    def trace(self, step: TraceRecord) -> None:
        self.told.append(step)

    @property
    def calls(self) -> list[CallRecord]:
        return [each for each in self.told if isinstance(each, CallRecord)]

    @property
    def said(self) -> list[str]:
        return [each for each in self.told if isinstance(each, str)]

    @property
    def doing(self) -> list[str]:
        return list(dict.fromkeys(each.doing for each in self.told if isinstance(each, Progress)))


async def answered(ask: Ask, *first: ScriptedReply) -> tuple[Answer, Listening, list[ChatRequest]]:
    player, asked = vanilla(*first)
    desk = Listening(ask, dice_of(4, ask.id))
    return await player.answer(VIEW, ask, desk), desk, asked.requests


def question_options(question: str) -> list[str]:
    """The options in the order in which a question lists them."""
    (line,) = re.findall(r"^Options: (.*)$", question, re.MULTILINE)
    return line.split(" | ")


@pytest.mark.slow
def test_it_keeps_the_contract_of_a_machine_player() -> None:
    check_player(lambda: vanilla()[0], seeds=(1,))


async def test_a_choice_takes_one_call() -> None:
    answer, desk, requests = await answered(VOTE, reply(reasoning="2 hesitates", choice=LABEL[2]))
    assert answer == Answer(2, thought="2 hesitates")
    assert len(requests) == 1
    assert requests[0].schema
    assert (
        requests[0].schema["required"]
        == list(requests[0].schema["properties"])
        == ["reasoning", "choice"]
    )
    assert requests[0].schema["additionalProperties"] is False
    assert [(call.model, call.parsed, call.problem) for call in desk.calls] == [
        ("tiny", LABEL[2], "")
    ]
    assert [message.role for message in requests[0].messages] == ["system", "user"]
    assert desk.calls[0].messages == tuple(
        (message.role, message.text) for message in requests[0].messages
    )
    assert desk.told[-1] == TraceRecord("act", LABEL[2], "given")


async def test_a_speech_is_shown_as_it_comes_and_its_reasoning_never() -> None:
    text = json.dumps({"reasoning": "I am the wolf", "speech": "I trust Bram."})
    answer, desk, _ = await answered(SPEAK, text)
    assert answer == Answer(0, "I trust Bram.", "I am the wolf")
    assert desk.said[-1] == "I trust Bram."
    assert all("I trust Bram.".startswith(said) for said in desk.said)
    assert len(desk.said) > 1
    assert desk.doing == ["thinking", "speaking"]


async def test_a_speech_that_begins_after_very_much_reasoning_is_heard_at_its_end() -> None:
    answer, desk, _ = await answered(SPEAK, reply(reasoning="r" * 9000, speech="Hello."))
    assert (answer.text, desk.said) == ("Hello.", [])


async def test_words_beside_a_choice_are_shown_to_nobody() -> None:
    answer, desk, _ = await answered(
        VOTE, reply(reasoning="r", choice=LABEL[2], speech="I am the wolf")
    )
    assert answer == Answer(2, thought="r")
    assert desk.said == []


async def test_a_summary_is_words_and_a_recommendation() -> None:
    answer, desk, _ = await answered(
        CLOSING, reply(reasoning="", speech="Vote for 1.", choice=LABEL[1])
    )
    assert answer == Answer(1, "Vote for 1.")
    assert desk.told[-1] == TraceRecord("act", f"{LABEL[1]}; 11 characters of speech", "given")


async def test_a_summary_without_its_choice_is_withdrawn_and_asked_for_again() -> None:
    answer, desk, _ = await answered(
        CLOSING,
        reply(reasoning="", speech="Hm."),
        reply(reasoning="", speech="So.", choice=LABEL[1]),
    )
    assert answer == Answer(1, "So.", how="repaired")
    assert desk.said == ["Hm.", "", "So."]


async def test_suspicions_are_beliefs() -> None:
    said = [
        {"player": "2", "role": "uncertain", "confidence": 99},
        {"player": LABEL[1], "role": "Werewolf", "confidence": 8},
        {"player": LABEL[3], "role": "Seer", "confidence": 5},
        {"player": "nobody", "role": "Seer", "confidence": 5},
        {"player": LABEL[4], "role": "Seer", "confidence": float("nan")},
        "nonsense",
    ]
    answer, _, _ = await answered(SUSPECT, reply(reasoning="r", suspicions=said))
    assert answer == Answer(
        0,
        thought="r",
        beliefs=(Belief(1, "Werewolf", 8), Belief(2, "Uncertain", 10)),
        how="repaired",
    )


async def test_suspicions_are_given_as_they_stand_and_repaired_where_a_seat_has_two() -> None:
    said = [{"player": LABEL[seat], "role": "Villager", "confidence": 5} for seat in (4, 1)]
    beliefs = (Belief(1, "Villager", 5), Belief(4, "Villager", 5))
    given, _, _ = await answered(SUSPECT, reply(reasoning="", suspicions=said))
    twice, _, _ = await answered(
        SUSPECT, reply(reasoning="", suspicions=[*said, said[0] | {"role": "Seer"}])
    )
    assert (given, twice) == (
        Answer(0, beliefs=beliefs),
        Answer(0, beliefs=beliefs, how="repaired"),
    )


async def test_where_one_option_is_left_nobody_is_asked() -> None:
    answer, desk, requests = await answered(replace(KILL, options=(4,)))
    assert (answer, requests) == (Answer(4), [])
    assert desk.told == [TraceRecord("act", LABEL[4], "given")]


@pytest.mark.parametrize(
    ("text", "choice"),
    [
        (f'I think: ```json\n{{"reasoning": "r", "choice": "{LABEL[2]}"}}\n```', 2),
        (f"{{'reasoning': 'r', 'choice': '{LABEL[2]}',}}", 2),
        ('{"reasoning": "r", "choice": 2}', 2),
        ('{"reasoning": "r", "choice": "Player 2"}', 2),
        ('{"reasoning": "r", "choice": "abstain"}', 0),
        (f'{{"choice": "{LABEL[2]}"}}', 2),
    ],
)
async def test_a_near_miss_is_repaired_without_another_call(text: str, choice: int) -> None:
    answer, _, requests = await answered(VOTE, text)
    assert (answer.choice, answer.how, len(requests)) == (choice, "repaired", 1)


async def test_of_a_long_reply_the_beginning_is_shown_again() -> None:
    _, _, requests = await answered(VOTE, "no " * 5000, reply(reasoning="", choice=LABEL[1]))
    assert requests[1].messages[-2].text == ("no " * 500)


async def test_what_cannot_be_used_is_asked_for_again_with_the_error_in_words() -> None:
    answer, desk, requests = await answered(
        VOTE, "I would rather not say.", reply(reasoning="r", choice=LABEL[4])
    )
    assert answer == Answer(4, thought="r", how="repaired")
    *before, said, words = requests[1].messages
    assert tuple(before) == requests[0].messages
    assert (said.role, said.text) == ("assistant", "I would rather not say.")
    assert "it holds no JSON" in words.text
    listed = question_options(before[-1].text)
    assert sorted(listed) == [LABEL[1], LABEL[2], LABEL[4], "no one"]
    assert question_options(words.text) == listed, (
        "in the order in which they were asked about first"
    )
    assert [call.problem for call in desk.calls] == ["it holds no JSON", ""]
    assert "retrying" in desk.doing


async def test_progress_counts_what_came_of_all_replies_to_an_ask() -> None:
    _, desk, _ = await answered(VOTE, "no", reply(reasoning="r", choice=LABEL[1]))
    told = [each for each in desk.told if isinstance(each, Progress)]
    counts = [each.tokens for each in told]
    again = next(each.tokens for each in told if each.doing == "retrying")
    assert counts == sorted(counts)
    assert counts[0] == 0 < again < counts[-1]


async def test_words_that_were_shown_are_withdrawn_when_they_are_asked_for_again() -> None:
    cut = ChatReply(text='{"reasoning": "r", "speech": "   "}', finish="length")
    good = reply(reasoning="", speech="Hello.")
    answer, desk, requests = await answered(
        SPEAK, '{"reasoning": "r", "speech": ["I am", "Ada"]}', cut, good
    )
    assert (answer.text, answer.how, len(requests)) == ("Hello.", "repaired", 3)
    assert "and it was cut at the limit of tokens: be brief" in requests[2].messages[-1].text
    assert desk.said[-1] == "Hello."


async def test_after_two_repairs_the_fallback_of_the_ask_is_taken() -> None:
    answer, desk, requests = await answered(KILL, "no", '{"choice": "9 Zed"}', "{}")
    assert answer == fallback_answer(KILL, Desk.of_seed(KILL, 4).dice)
    assert (answer.how, len(requests), len(desk.calls)) == ("fallback", 3, 3)
    listed = ", ".join(question_options(desk.calls[0].messages[-1][1]))
    assert desk.calls[1].problem == f"`choice`: `9 zed` names none of the options: {listed}"
    assert desk.calls[2].problem == "`choice` is missing"


async def test_no_output_is_an_error_of_the_seat_and_is_written_down() -> None:
    player, _ = vanilla(ModelUnreachable("tiny", "nobody listens", hint="Start it."))
    desk = Listening(VOTE, dice_of(4, VOTE.id))
    with pytest.raises(SeatError, match=r"^seat 3: tiny: nobody listens\. Start it\.$"):
        await player.answer(VIEW, VOTE, desk)
    assert [call.problem for call in desk.calls] == ["tiny: nobody listens. Start it."]


async def test_a_prompt_that_is_too_long_loses_the_oldest_of_its_record() -> None:
    asked = model(*[PromptTooLong("tiny", "too long", status=400)] * 2)
    answer = await LanguagePlayer(asked).answer(LONG, VOTE, Listening(VOTE, dice_of(4, VOTE.id)))
    sizes = [len(request.messages[-1].text) for request in asked.requests]
    assert answer.how == "given"
    assert sizes[0] > 1.9 * sizes[1] > 3 * sizes[2]
    assert '"29 talk' in asked.requests[-1].messages[-1].text
    assert '"0 talk' not in asked.requests[-1].messages[-1].text


async def test_a_prompt_that_was_shortened_stays_so_when_it_is_asked_again() -> None:
    asked = model(PromptTooLong("tiny", "too long", status=400), "no")
    await LanguagePlayer(asked).answer(LONG, VOTE, Listening(VOTE, dice_of(4, VOTE.id)))
    assert len(asked.requests) == 3
    assert (
        asked.requests[2].messages[:2] == asked.requests[1].messages != asked.requests[0].messages
    )


async def test_a_prompt_that_cannot_be_shorter_is_an_error() -> None:
    player, asked = vanilla(*[PromptTooLong("tiny", "too long", status=400)] * 9)
    with pytest.raises(SeatError, match="too long"):
        await player.answer(VIEW, VOTE, Listening(VOTE, dice_of(4, VOTE.id)))
    assert len(asked.requests) == 1


async def test_a_call_is_written_down_with_what_it_took() -> None:
    whole = replace(
        reply(reasoning="r", choice=LABEL[1]),
        usage=Usage(100, 60, 20),
        seconds=1.2345,
        retries=1,
        cost=0.002,
    )
    _, desk, _ = await answered(VOTE, whole)
    call = desk.calls[0]
    assert (call.tokens_in, call.tokens_cached, call.tokens_out) == (100, 60, 20)
    assert (call.seconds, call.retries, call.cost) == (1.234, 1, 0.002)


class Stuttering:
    """A model whose stream breaks once and begins again."""

    name = "stuttering"

    async def complete(
        self, request: ChatRequest, on_delta: DeltaListener | None = None
    ) -> ChatReply:
        assert on_delta
        on_delta(Delta('{"reasoning": "r", "speech": "I am the S'))
        on_delta(Delta("", restart=True))
        on_delta(Delta('{"reasoning": "r", "speech": "Good evening'))
        return ChatReply(
            text="", parsed={"reasoning": "r", "speech": "Good evening."}, reading="strict"
        )


async def test_words_of_a_stream_that_broke_are_withdrawn() -> None:
    desk = Listening(SPEAK, dice_of(4, SPEAK.id))
    answer = await LanguagePlayer(Stuttering()).answer(VIEW, SPEAK, desk)
    assert answer.text == "Good evening."
    assert desk.said == ["I am the S", "", "Good evening"]
    assert [each.doing for each in desk.told if isinstance(each, Progress)] == [
        "thinking",
        "speaking",
        "retrying",
        "speaking",
    ]


async def test_a_refusal_of_another_kind_is_not_answered_with_a_shorter_prompt() -> None:
    player, asked = vanilla(ModelRefused("tiny", "no such model", status=404))
    with pytest.raises(SeatError, match="no such model"):
        await player.answer(VIEW, VOTE, Listening(VOTE, dice_of(4, VOTE.id)))
    assert len(asked.requests) == 1


async def asked_with(ask: Ask, seed: int, view: View = VIEW) -> ChatRequest:
    """What a model is asked with in a game of this seed."""
    player, asked = vanilla()
    await player.answer(view, ask, Desk.of_seed(ask, seed))
    return asked.requests[0]


async def test_options_are_listed_in_an_order_that_the_dice_of_the_ask_draw() -> None:
    asked = [await asked_with(VOTE, seed) for seed in range(200)]
    listed = [question_options(request.messages[-1].text) for request in asked]
    first = Counter(options[0] for options in listed)
    assert set(first) == {"no one", LABEL[1], LABEL[2], LABEL[4]}
    assert max(first.values()) < 80, "each stands first about as often"
    assert all(sorted(options) == sorted(listed[0]) for options in listed)
    assert [await asked_with(VOTE, seed) for seed in range(9)] == asked[:9], (
        "the same ask of the same game is put in the same way"
    )
    assert [(request.schema or {})["properties"]["choice"]["enum"] for request in asked] == listed


async def test_amounts_stay_in_their_order() -> None:
    bid = Ask("d1.bid.3", 3, "bid", 1, "discussion", (0, 1, 2, 3, 4))
    for seed in range(9):
        assert question_options((await asked_with(bid, seed)).messages[-1].text) == [
            "0",
            "1",
            "2",
            "3",
            "4",
        ]


async def test_an_answer_is_its_seat_wherever_it_stands() -> None:
    for seed in range(9):
        player, _ = vanilla(reply(reasoning="", choice=LABEL[2]))
        assert (await player.answer(VIEW, VOTE, Desk.of_seed(VOTE, seed))).choice == 2
