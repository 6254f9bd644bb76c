"""Each switch of a seat turns what it says, whatever preset it is turned on."""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec
import pytest
from msgspec.structs import replace

from tests.core.agents.steps.one_ask import Seen, put
from tests.core.agents.steps.tables import ask, view
from wolfcore.agents import BRIEF_LENGTHS, PRESETS, SWITCHES, Settings, read_options
from wolfcore.agents.schemas import USUAL_LENGTHS
from wolfcore.agents.seat_options import BRIEF_OPTION
from wolfcore.errors import ConfigError

VOTE, SPEAK = ask("vote"), ask("speak", "discussion")


def heads(seen: Seen) -> str:
    """What stands above all prompts of an ask."""
    return seen.requests[0].messages[0].text


def below(seen: Seen) -> str:
    """The last prompt of the answer, or of the candidates for it."""
    return (seen.prompts("act") or seen.prompts("propose"))[-1]


def section(seen: Seen, title: str) -> int:
    """How many lines of the record stand under a heading of the last prompt; -1 where it has none."""
    found = re.search(rf"^# {title}\n(.*?)(?=^# )", below(seen), re.MULTILINE | re.DOTALL)
    return len(re.findall(r"^\d+\. ", found[1], re.MULTILINE)) if found else -1


def steps(seen: Seen) -> list[str]:
    return list(dict.fromkeys(call.step or "act" for call in seen.calls))


def temperatures(seen: Seen) -> set[float | None]:
    return {request.temperature for request in seen.requests}


EARLIER = "What comes back to you of the game before that"
Check = Callable[[Seen], bool]
AT_THE_VOTE: dict[str, Check] = {
    "rules=on": lambda seen: "\n# Rules\n" in heads(seen),
    "rules=off": lambda seen: "# Rules" not in heads(seen),
    "tips=on": lambda seen: "\n# What good players know\n" in heads(seen),
    "tips=off": lambda seen: "What good players know" not in heads(seen),
    "style=proactive": lambda seen: "\nHow you play: You speak up." in heads(seen),
    "style=secretive": lambda seen: "\nHow you play: You hide what you are." in heads(seen),
    **{
        f"style={name}": lambda seen: "How you play" not in heads(seen)
        for name in ("quiet", "active", "aggressive", "default")
    },
    "counsel=on": lambda seen: "Vote for whoever is most likely a wolf." in below(seen),
    "counsel=off": lambda seen: "most likely a wolf" not in below(seen),
    "words=plain": lambda seen: "your role is Villager" in below(seen),
    "words=neutral": lambda seen: (
        "your role is Beta" in below(seen) and "illager" not in below(seen)
    ),
    "words=swapped": lambda seen: "your role is Werewolf" in below(seen),
    # Who deduces is shown no reasons of its own.
    "record=growing": lambda seen: (
        section(seen, "Record") > 10
        and ("\n# What others said\n" in below(seen)) == ("deduce" in steps(seen))
    ),
    "record=whole": lambda seen: section(seen, "Record") > 20,
    "record=recalled": lambda seen: (
        section(seen, "What happened last") == 15 and section(seen, "What else matters") == -1
    ),
    "record=sorted": lambda seen: (
        section(seen, "Facts") > 10 and section(seen, "Potential truths") >= 0
    ),
    "record=retrieved": lambda seen: "summarise" in steps(seen) and section(seen, EARLIER) == 10,
    "recent=3 record=recalled": lambda seen: section(seen, "What happened last") == 3,
    "recent=0 record=recalled": lambda seen: section(seen, "What happened last") == -1,
    "informative=2 record=recalled": lambda seen: (
        section(seen, "What else matters of the game so far") == 2
    ),
    "informative=0 record=recalled": lambda seen: (
        section(seen, "What else matters of the game so far") == -1
    ),
    "questions=both": lambda seen: (
        [len(seen.prompts(each)) for each in ("choose", "ask", "answer")] == [1, 1, 7]
    ),
    "questions=free": lambda seen: (
        [len(seen.prompts(each)) for each in ("choose", "ask", "answer")] == [0, 1, 5]
    ),
    "questions=none": lambda seen: (
        "question" not in steps(seen) and "What you asked yourself" not in below(seen)
    ),
    "reflect=on": lambda seen: (
        "reflect" in steps(seen) and "# What you make of it\n" in below(seen)
    ),
    "reflect=off": lambda seen: (
        "reflect" not in steps(seen) and "# What you make of it\n" not in below(seen)
    ),
    "experience=none": lambda seen: (
        not {"advise", "summarise"} & set(steps(seen)) and "other games" not in below(seen)
    ),
    "experience=xu reflect=on": lambda seen: (
        "# What experience of other games says\n" in below(seen)
    ),
    "experience=plus": lambda seen: (
        "summarise" in steps(seen) and "# What was done in situations like this" in below(seen)
    ),
    "stages=vote experience=plus": lambda seen: (
        "# What was done in situations like this" in below(seen)
    ),
    "stages=speech+night experience=plus": lambda seen: "other games" not in below(seen),
    "deduce=none": lambda seen: (
        not seen.prompts("deduce")
        and "What you deduced" not in below(seen)
        and not seen.answer.beliefs
    ),
    "deduce=each": lambda seen: len(seen.prompts("deduce")) == 5 == len(seen.answer.beliefs),
    "deduce=batch": lambda seen: len(seen.prompts("deduce")) == 1 and len(seen.answer.beliefs) == 5,
    # This seat knows nobody's role: tests/core/agents/steps/test_deduce.py has seats that do.
    "known=ask deduce=each": lambda seen: len(seen.prompts("deduce")) == 5,
    "known=skip deduce=each": lambda seen: len(seen.prompts("deduce")) == 5,
    "prune=none deduce=each": lambda seen: (
        "forgotten" not in seen.prompts("deduce")[0] and '"judg' not in seen.answer.memo
    ),
    "prune=vote deduce=each": lambda seen: (
        "forgotten" in seen.prompts("deduce")[0] and '"judging"' in seen.answer.memo
    ),
    "prune=now deduce=each": lambda seen: (
        "forgotten" in seen.prompts("deduce")[0] and '"judged"' in seen.answer.memo
    ),
    "candidates=1": lambda seen: steps(seen)[-1] == "act" and "propose" not in steps(seen),
    "candidates=4 select=model": lambda seen: (
        '"plan_D"' in str(msgspec.json.encode(seen.requests[-2].schema))
    ),
    "select=model candidates=5": lambda seen: steps(seen)[-2:] == ["propose", "select"],
    "select=policy candidates=5": lambda seen: (
        steps(seen)[-1] == "propose" and "candidate A " in seen.of("policy")[0].text
    ),
    "select=random candidates=5": lambda seen: (
        steps(seen)[-1] == "propose" and bool(seen.of("select"))
    ),
    "select=first candidates=5": lambda seen: (
        "candidate A" in seen.of("select")[0].text and not seen.prompts("select")
    ),
    "heat=model": lambda seen: temperatures(seen) == {None},
    "heat=0.7": lambda seen: temperatures(seen) == {0.7},
    "heat=0.5/0.25/1.5": lambda seen: (
        temperatures(seen) <= {0.5, 0.25} and seen.requests[-1].temperature in (0.25, 0.5)
    ),
    "top_p=0.9": lambda seen: {request.top_p for request in seen.requests} == {0.9},
    "max_tokens=300": lambda seen: {request.max_tokens for request in seen.requests} == {300},
    "reason=on": lambda seen: (
        "`reasoning`" in heads(seen)
        and "`reasoning`" in below(seen) + str(seen.requests[-1].schema)
    ),
    "reason=off": lambda seen: (
        "`reasoning` is for yourself" not in heads(seen) and not seen.answer.thought
    ),
    BRIEF_OPTION: lambda seen: (
        f'"maxLength": {BRIEF_LENGTHS.thinking}' in str(seen.requests[-1].schema).replace("'", '"')
    ),
}
"""What a seat that is a Villager asks of its model at a vote."""
IN_A_SPEECH: dict[str, Check] = {
    "intentions=on": lambda seen: (
        "intend" in steps(seen) and "# What you have decided to do with your words\n" in below(seen)
    ),
    "intentions=off": lambda seen: (
        "intend" not in steps(seen) and "have decided" not in below(seen)
    ),
    "counsel=on": lambda seen: "Be careful with what your words tell" in below(seen),
    "stages=speech experience=plus": lambda seen: (
        "# What was done in situations like this" in below(seen)
    ),
    "stages=vote experience=plus": lambda seen: "other games" not in below(seen),
    "candidates=3": lambda seen: len(seen.prompts("act")) == 3,
    "heat=0.5/0.25/1.5 candidates=1": lambda seen: seen.requests[-1].temperature == 1.5,
}


@pytest.mark.parametrize("words", AT_THE_VOTE)
@pytest.mark.parametrize("preset", PRESETS)
async def test_a_switch_turns_what_is_asked_before_a_vote(preset: str, words: str) -> None:
    assert AT_THE_VOTE[words](
        await put(view(), VOTE, read_options(words.split(), PRESETS[preset].settings).settings)
    )


@pytest.mark.parametrize("words", IN_A_SPEECH)
@pytest.mark.parametrize("preset", PRESETS)
async def test_a_switch_turns_what_is_asked_before_a_speech(preset: str, words: str) -> None:
    assert IN_A_SPEECH[words](
        await put(view(), SPEAK, read_options(words.split(), PRESETS[preset].settings).settings)
    )


def test_every_switch_is_turned_here_to_each_of_its_words() -> None:
    # What these two turn, the pool does: tests/core/seating/test_making.py and
    # tests/core/memory/test_pools.py.
    by_the_pool = {"tags", "scope"}
    turned = {words.split(" ")[0] for words in (*AT_THE_VOTE, *IN_A_SPEECH)}
    for name in SWITCHES.keys() - by_the_pool:
        switch = SWITCHES[name]
        listed = [word for word in switch.words.split(" | ") if re.fullmatch("[a-z]+", word)]
        assert {f"{name}={word}" for word in listed} <= turned
        assert any(words.startswith(f"{name}=") for words in turned)


def test_every_setting_has_a_switch_of_its_own_name() -> None:
    assert {name: switch.field for name, switch in SWITCHES.items()} == {
        name: name for name in SWITCHES
    }
    assert {*SWITCHES, "lengths", "prompts"} == set(Settings.__struct_fields__)
    assert read_options([BRIEF_OPTION]).settings.lengths == BRIEF_LENGTHS


def test_the_room_for_reasoning_is_a_setting_of_its_own() -> None:
    assert read_options(["reasoning=1500"]).settings.lengths == replace(
        USUAL_LENGTHS, thinking=1500
    )
    for words in (["brief", "reasoning=1500"], ["reasoning=1500", "brief"]):
        assert read_options(words).settings.lengths == replace(BRIEF_LENGTHS, thinking=1500)
    for word in ("reasoning=39", "reasoning=10001", "reasoning=", "reasoning=much"):
        with pytest.raises(ConfigError, match="cannot be"):
            read_options([word])


@pytest.mark.parametrize("word", [
    "heat=3", "heat=0.1/0.2", "heat=a/b/c", "heat=", "heat=-1", "heat=0.1/0.2/0.3/0.4", "top_p=2", "top_p=nan", "max_tokens=1",
    "max_tokens=9999999", "max_tokens=1e3", "recent=-1", "candidates=0", "stages=noon", "stages=", "words=klingon", "reflect=maybe",
])  # fmt: skip
def test_what_a_switch_cannot_be_is_refused(word: str) -> None:
    with pytest.raises(ConfigError, match="cannot be"):
        read_options([word])
