"""After a reply that is of no use the next try changes something, and what helps is kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.core.models.asking import CHOICE, WORDS
from tests.core.models.conftest import Open, Serve
from tests.core.models.serving import Request, chat, error, said
from wolfcore.errors import ModelError, ModelRefused, ModelTimeout, OverBudget
from wolfcore.models import (
    SERVERS,
    ChatReply,
    ChatRequest,
    Delta,
    ModelSpec,
    ScriptedModel,
    ServerName,
    Usage,
)
from wolfcore.models.capabilities import Capabilities
from wolfcore.models.chat import Change
from wolfcore.models.wrappers.adaptation import LadderModel
from wolfcore.models.wrappers.ladder import (
    LADDER,
    Unusable,
    thinking_switches,
    unusable_kind,
)
from wolfcore.models.wrappers.negotiation import CapabilityTracker

GOOD = '{"reason": "quiet", "seat": 2}'
Body = dict[str, Any]


def form(body: Body) -> str:
    return body.get("response_format", {}).get("type", "plain")


def thinks(body: Body) -> bool:
    return body.get("chat_template_kwargs", {}).get("enable_thinking", True)


def roles(body: Body) -> list[str]:
    return [each["role"] for each in body["messages"]]


CAUSES: dict[str, tuple[Callable[[Body], bool], bytes]] = {
    # What a server needs to answer, and what it sends without.
    "form": (lambda body: form(body) == "plain", chat("")),
    "object": (lambda body: form(body) == "json_object", chat(" \n")),
    # Groq, "Structured outputs": JSON that does not validate is refused with what was generated.
    "refused generation": (
        lambda body: form(body) == "plain",
        said({"error": {"code": "json_validate_failed", "failed_generation": ""}}, 400),
    ),
    "blanks": (lambda body: form(body) == "plain", chat("\n" * 50, "length")),
    "thinking": (lambda body: not thinks(body), chat("", reasoning_content="Bram, I think.")),
    "long thinking": (
        lambda body: not thinks(body),
        chat("", "length", reasoning_content="Hm." * 9),
    ),
    "leaked thinking": (lambda body: not thinks(body), chat("<think>Hm.</think>So, Bram.")),
    "system": (lambda body: "system" not in roles(body), chat("")),
    "stream": (lambda body: "stream" not in body, chat("")),
    "two": (lambda body: form(body) == "plain" and "system" not in roles(body), chat("")),
}


@pytest.mark.parametrize("cause", CAUSES)
async def test_every_cause_of_replies_without_answer_is_found_and_kept(
    serve: Serve, opened: Open, cause: str
) -> None:
    answers, other = CAUSES[cause]

    def served(request: Request) -> bytes:
        return chat(GOOD) if answers(request.body) else other

    server = serve(served)
    model = opened(server.url)
    asked = [await model.complete(CHOICE, lambda _: None) for _ in range(8)]
    assert asked[-1].parsed == {"reason": "quiet", "seat": 2}
    before = len(server.requests)
    await model.complete(CHOICE, lambda _: None)
    assert len(server.requests) == before + 1, "it is known what helps"


async def test_the_ask_and_its_options_never_change(serve: Serve, opened: Open) -> None:
    server = serve(chat(""))
    model = opened(server.url)
    for _ in range(4):
        await model.complete(CHOICE, lambda _: None)
    asked = [
        "\n\n".join(each["content"] for each in sent.body["messages"]) for sent in server.requests
    ]
    assert len(asked) > 6
    assert all(text.startswith("You are Ada.\n\nWho is it?") for text in asked)
    assert len({str(sorted(sent.body.items(), key=str)) for sent in server.requests}) > 5


async def test_no_step_is_taken_twice_and_each_ends(serve: Serve, opened: Open) -> None:
    server = serve(chat(""))
    model = opened(server.url)
    taken = list[int]()
    for _ in range(9):
        assert (await model.complete(CHOICE, lambda _: None)).problem == "it is empty"
        taken.append(len(server.requests))
    assert taken[:3] == [4, 8, 11], "no call takes more than three steps"
    changed = [sent.body for sent in server.requests]
    # Two forms, three switches, the system message, the stream, and all together.
    assert len(changed) == 9 + 8


async def test_a_fluke_changes_nothing_for_long(serve: Serve, opened: Open) -> None:
    """Of an endpoint that has answered, four empty replies in a row are no fluke."""
    empty = iter([False, True, False, True, True, True, True])
    usual: list[Body] = []

    def served(request: Request) -> bytes:
        if form(request.body) == "json_schema":
            usual.append(request.body)
            return chat("" if next(empty, True) else GOOD)
        return chat(GOOD)

    model = opened(serve(served).url)
    for _ in range(10):
        assert (await model.complete(CHOICE)).parsed
    assert len(usual) == 7


def tracker(**known: Any) -> CapabilityTracker:
    switches = thinking_switches(ModelSpec(model="m"))
    return CapabilityTracker(known=Capabilities(**known), switches=switches)


def steps(fit: CapabilityTracker, kind: Unusable = "empty") -> list[Change]:
    """The steps that are taken while all of them fail."""
    taken = list[Change]()
    while change := fit.next_change(kind, CHOICE, streamed=True):
        taken.append(change)
        fit.record_outcome(change, useful=False)
    return taken


@pytest.mark.parametrize(
    ("kind", "order"),
    [
        ("cut", "off least low json_object plain all"),
        ("words", "off least low"),
        ("blank", "json_object plain off least low all"),
        ("thought", "json_object plain off least low stream all"),
        ("empty", "json_object plain system stream off least low all"),
    ],
)
def test_the_steps_after_each_kind_of_reply_and_their_order(kind: Unusable, order: str) -> None:
    named = [
        [part for part in (each.form, each.thinking, *each.without) if part]
        for each in steps(tracker(), kind)
    ]
    assert " ".join("all" if len(parts) > 1 else parts[0] for parts in named) == order


LOOP = "{" * 40


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        (ChatReply(text="", finish="length", thinking="Hm."), "cut"),
        (ChatReply(text=LOOP, finish="length", thinking="Hm.", reading="unreadable"), "cut"),
        (ChatReply(text=GOOD, finish="length", thinking="Hm.", problem="it was cut"), "cut"),
        (ChatReply(text=" ", finish="length"), "blank"),
        (ChatReply(text=LOOP, finish="length", reading="unreadable"), "blank"),
        (ChatReply(text=GOOD, finish="length", problem="it was cut"), None),
        (ChatReply(text="", usage=Usage(tokens_thought=9)), "thought"),
        (ChatReply(text="Bram.", thinking="Hm.", reading="unreadable"), "words"),
        (ChatReply(text=""), "empty"),
        (ChatReply(text="", finish="filter"), None),
    ],
)
def test_why_a_reply_is_of_no_use(reply: ChatReply, kind: Unusable | None) -> None:
    assert unusable_kind(reply) == kind


async def test_words_without_an_answer_are_left_to_the_next_question() -> None:
    assert unusable_kind(ChatReply(text="Bram, I think.", reading="unreadable")) is None
    withheld = ChatReply(text="", finish="filter", reading="unreadable")
    assert unusable_kind(withheld) is None
    model = ScriptedModel([withheld])
    reply = await LadderModel(model, CapabilityTracker()).complete(CHOICE)
    assert (reply.finish, len(model.requests)) == ("filter", 1)


@pytest.mark.parametrize(
    "bad",
    [
        ModelTimeout("m", "no reply within 120 seconds"),
        ModelError("m", "gone"),
        ModelRefused("m", "busy", status=429, again=True),
        OverBudget("The budget of 9 tokens is spent"),
    ],
)
async def test_a_step_at_which_the_call_fails_leaves_the_reply_that_came(bad: Exception) -> None:
    def answer(request: ChatRequest) -> ChatReply:
        if request.change:
            raise bad
        return ChatReply(text="", reading="unreadable")

    model = ScriptedModel(answer)
    reply = await LadderModel(model, CapabilityTracker()).complete(CHOICE)
    assert reply.text == ""
    assert [request.change for request in model.requests] == [None, Change("json_object")]


async def test_the_calls_for_one_answer_are_told_together() -> None:
    def answer(request: ChatRequest) -> ChatReply:
        text = GOOD if request.change == Change("plain") else ""
        return ChatReply(text=text, usage=Usage(100, None, 7), seconds=2.0, cost=0.5)

    heard: list[Delta] = []
    reply = await LadderModel(ScriptedModel(answer), CapabilityTracker()).complete(
        CHOICE, heard.append
    )
    assert (reply.usage.tokens_in, reply.usage.tokens_out) == (300, 21)
    assert (reply.seconds, reply.cost, reply.retries) == (6.0, 1.5, 2)
    assert heard.count(Delta("", restart=True)) == 2


async def test_a_switch_that_is_refused_is_passed_over_and_the_next_one_tried(
    serve: Serve, opened: Open
) -> None:
    """OpenAI, "Reasoning models": each model knows other efforts."""

    def served(request: Request) -> bytes:
        effort = request.body.get("reasoning_effort")
        if effort in ("none", "minimal"):
            words = f"Unsupported value: 'reasoning_effort' does not support '{effort}'"
            return error(400, words, param="reasoning_effort", code="unsupported_value")
        return chat(GOOD) if effort == "low" else chat("", "length", reasoning_content="Hm.")

    server = serve(served)
    model = opened(server.url, server="openai")
    assert (await model.complete(CHOICE)).parsed
    assert (await model.complete(CHOICE)).parsed
    efforts = [request.body.get("reasoning_effort") for request in server.requests]
    assert efforts[:6] == [None, None, None, "none", "minimal", "low"]
    await model.complete(CHOICE)
    assert server.requests[-1].body["reasoning_effort"] == "low"
    assert form(server.requests[-1].body) == "json_schema"


async def test_what_helped_is_remembered_and_given_up_where_it_is_refused() -> None:
    kept: list[Capabilities] = []
    switches = thinking_switches(ModelSpec(model="m"))
    fit = CapabilityTracker(store=kept.append, switches=switches)
    change = Change(thinking="off")
    for _ in range(2):
        fit.record_outcome(None, useful=False)
        fit.record_outcome(change, useful=True)
    assert kept[-1].thinking == "off"
    again = CapabilityTracker(known=kept[-1], switches=switches)
    assert again.adapted_request(WORDS, "plain").added == switches["off"]
    assert CapabilityTracker(known=kept[-1]).adapted_request(WORDS, "plain").added == {}


@pytest.mark.parametrize(
    ("settings", "field"),
    [
        ({"kind": "anthropic"}, "thinking"),
        ({"kind": "google"}, "generationConfig"),
        ({"kind": "local"}, "chat_template_kwargs"),
        ({"base_url": "http://10.0.0.9/v1"}, "chat_template_kwargs"),
        ({"server": "ollama"}, "think"),
        ({"server": "openrouter"}, "reasoning"),
        ({}, "reasoning_effort"),
    ],
)
def test_each_kind_of_endpoint_has_a_switch_of_its_own(
    settings: dict[str, Any], field: str
) -> None:
    assert set(thinking_switches(ModelSpec(model="m", **settings))["off"]) == {field}


@pytest.mark.parametrize(
    "settings",
    [
        {"extra": {"reasoning_effort": "high"}},
        {"extra": {"thinking": {"type": "enabled", "budget_tokens": 2000}}},
        {"kind": "google", "extra": {"generationConfig": {"thinkingConfig": {}}}},
        {"server": "ollama", "think": True},
    ],
)
def test_a_model_that_is_set_to_think_is_left_to_it(settings: dict[str, Any]) -> None:
    """Else two settings of one model would be compared that think the same."""
    assert thinking_switches(ModelSpec(model="m", **settings)) == {}


def test_what_says_only_how_much_is_written_leaves_the_thinking_to_the_ladder() -> None:
    written = ModelSpec(model="m", verbosity="low")
    assert thinking_switches(written) == thinking_switches(ModelSpec(model="m"))


async def test_gemini_is_asked_with_a_smaller_budget(serve: Serve, opened: Open) -> None:
    def served(request: Request) -> bytes:
        budget = request.body["generationConfig"].get("thinkingConfig", {}).get("thinkingBudget")
        if budget == 0:
            return error(400, "Budget 0 is invalid. This model only works in thinking mode.")
        parts = [{"text": GOOD}] if budget else []
        finish = "STOP" if budget else "MAX_TOKENS"
        candidate = {"content": {"parts": parts}, "finishReason": finish}
        usage = {"thoughtsTokenCount": 2000, "promptTokenCount": 100}
        return said({"candidates": [candidate], "usageMetadata": usage})

    server = serve(served)
    assert (await opened(server.url, kind="google").complete(CHOICE)).parsed
    last = server.requests[-1].body["generationConfig"]
    assert last["thinkingConfig"] == {"thinkingBudget": 512}
    assert "responseJsonSchema" in last


def test_a_change_that_helped_comes_first_until_it_fails() -> None:
    fit, helps = tracker(), Change("plain")
    fit.record_outcome(helps, useful=True)
    assert not fit.is_settled
    assert steps(fit, "cut")[:2] == [helps, Change(thinking="off")]


def test_once_the_usual_request_is_answered_every_step_may_help_again() -> None:
    fit = tracker()
    first = steps(fit)
    assert steps(fit) == []
    fit.record_outcome(Change("plain"), useful=True)
    fit.record_outcome(None, useful=True)
    assert fit.is_settled
    assert steps(fit) == first


def test_thinking_that_was_turned_down_is_turned_down_further() -> None:
    assert steps(tracker(thinking="off"), "words") == [
        Change(thinking="least"),
        Change(thinking="low"),
    ]
    assert steps(tracker(without=("thinking",)), "words") == []


def test_a_refused_switch_is_tried_with_no_other_step() -> None:
    fit = tracker()
    fit.record_refused(Change(thinking="off"))
    assert steps(fit)[-1] == Change("plain", "least", ("system", "stream"))


def test_every_step_has_a_reason() -> None:
    assert all(step.reason.endswith(".") and step.after for step in LADDER)


@pytest.mark.parametrize("server", SERVERS)
def test_every_server_has_switches(server: ServerName) -> None:
    switches = thinking_switches(ModelSpec(model="m", server=server))
    assert {"off", "low"} <= set(switches)
    assert all(switches.values())
