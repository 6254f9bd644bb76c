"""How a model replies: one row a shape, from a question to the parts of a reply.

`SHAPES` have a usable answer of the model's own somewhere; `USELESS` have none. In every reply with
reasoning an option that others want is quoted, which is never the answer.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from .asks import Question


class Call(NamedTuple):
    """A tool call: its name and its arguments, an object or JSON text."""

    name: str
    arguments: dict[str, Any] | str


class Reply(NamedTuple):
    """The parts of a reply, before an API gives them their form.

    Attributes:
        content: The text; None for a content of null, a list for content parts.
        thinking: The thinking apart from the text.
        calls: Tool calls.
        finish: The reason of the end in OpenAI's words; empty for none.
        more: Further members of the message in OpenAI's form.
    """

    content: str | list[Any] | None = ""
    thinking: str = ""
    calls: tuple[Call, ...] = ()
    finish: str = "stop"
    more: Mapping[str, Any] = {}

    @property
    def text(self) -> str:
        """All that the model wrote, for the count of tokens."""
        return json.dumps([self.content, self.thinking, self.calls, dict(self.more)])


Shape = Callable[[Question], Reply]


def values(q: Question) -> dict[str, Any]:
    """A good answer as an object."""
    wanted = f' Somebody says "take {q.other}", and I do not follow it.' if q.other else ""
    all_values = {"reasoning": f"I weigh what is known.{wanted}", "choice": q.own,
                  "speech": q.speech}  # fmt: skip
    return {field: all_values.get(field, "") for field in q.fields}


def good_text(q: Question) -> str:
    """A good answer as JSON text."""
    return json.dumps(values(q))


def thoughts(q: Question) -> str:
    """Thinking that weighs the option of others and decides for the own."""
    return f"Others want {q.other or 'quiet'}. I check the record again. I know what I want to do."


def _text(template: str) -> Shape:
    """A text in which `@J` is the JSON, and `@O @N @A @X @S @T` parts of the question."""

    def shape(q: Question) -> Reply:
        return Reply(_filled(template, q))

    return shape


def _filled(template: str, q: Question) -> str:
    parts = {"@J": good_text(q), "@O": q.own, "@N": q.number or q.own, "@A": q.name,
             "@X": q.other or "somebody", "@S": q.speech, "@T": thoughts(q)}  # fmt: skip
    for mark, part in parts.items():
        template = template.replace(mark, part)
    return template


def _decides(template: str) -> Shape:
    """Like `_text` for asks with options; a good answer where words are asked for."""
    return lambda q: Reply(_filled(template, q) if q.own else good_text(q))


def _fields(template: str, around: str = "@F", joined: str = "\n") -> Shape:
    """Every field in a form: `@K` its name, `@V` its value, `@C` its capitalised name."""

    def shape(q: Question) -> Reply:
        lines = [template.replace("@K", key).replace("@C", key.capitalize()).replace("@V", value)
                 for key, value in values(q).items()]  # fmt: skip
        return Reply(around.replace("@F", joined.join(lines)))

    return shape


def _data(change: Callable[[dict[str, Any], Question], Any]) -> Shape:
    """JSON of changed data."""
    return lambda q: Reply(json.dumps(change(values(q), q), ensure_ascii=False))


def _keys(**new: str) -> Shape:
    return _data(lambda data, _: {new.get(key, key): value for key, value in data.items()})


def _put(field: str, to: Callable[[Question], Any]) -> Shape:
    return _data(lambda data, q: {**data, field: to(q)} if field in data else data)


def _odd(change: Callable[[str], str]) -> Shape:
    return lambda q: Reply(change(good_text(q)))


def _thinks(where: str, template: str = "@T\n@J", **more: Any) -> Shape:
    """The answer in the thinking, with no content. `where` names OpenAI's member."""

    def shape(q: Question) -> Reply:
        text = _filled(template, q)
        if where == "thinking":
            return Reply(None, text, **more)
        if where == "reasoning_details":
            told = {"reasoning_details": [{"type": "reasoning.text", "text": text}]}
            return Reply("", more=told, **more)
        return Reply("", more={where: text}, **more)

    return shape


def _calls(name: str = "answer", *, as_text: bool = True, old: bool = False) -> Shape:
    def shape(q: Question) -> Reply:
        arguments = good_text(q) if as_text else values(q)
        if old:
            call = {"function_call": {"name": name, "arguments": arguments}}
            return Reply(None, finish="function_call", more=call)
        return Reply(None, calls=(Call(name, arguments),), finish="tool_calls")

    return shape


CHINESE = {"reasoning": "推理", "choice": "选择", "speech": "发言"}
KOREAN = {"reasoning": "추론", "choice": "선택", "speech": "발언"}
SPANISH = {"reasoning": "razonamiento", "choice": "elección", "speech": "discurso"}
GERMAN = {"reasoning": "Begründung", "choice": "Wahl", "speech": "Rede"}
RUSSIAN = {"reasoning": "рассуждение", "choice": "выбор", "speech": "речь"}
JAPANESE = {"reasoning": "推論", "choice": "選択", "speech": "発言"}

SHAPES: dict[str, Shape] = {
    "good": _text("@J"),
    "thought and good": lambda q: Reply(good_text(q), thoughts(q)),
    "fence": _text("```json\n@J\n```"),
    "bare fence": _text("```\n@J\n```"),
    "open fence": _text("```json\n@J"),
    "prose before": _text("Here is my answer in the requested format:\n\n@J"),
    "prose after": _text("@J\n\nLet me know if you need anything else!"),
    "prose around a fence": _text("Sure! I thought about @X first.\n```json\n@J\n```\nGood luck."),
    "word json": _text("json\n@J"),
    "spaces before": _text("\n\n    \n@J\n\n"),
    "BOM": _text("\ufeff@J"),
    "zero width": _text("\u200b@J\u200b"),
    "end token": _text("@J<|im_end|>"),
    "end token of Llama": _text("@J<|eot_id|><|start_header_id|>assistant<|end_header_id|>"),
    "text in a string": _odd(json.dumps),
    "answer": _data(lambda d, _: {"answer": d}),
    "response": _data(lambda d, _: {"response": d}),
    "output text": _data(lambda d, _: {"output": json.dumps(d)}),
    "deep": _data(lambda d, _: {"result": {"data": d}}),
    "list": _data(lambda d, _: [d]),
    "name and arguments": _data(lambda d, _: {"name": "answer", "arguments": d}),
    "name and text": _data(lambda d, _: {"name": "answer", "arguments": json.dumps(d)}),
    "parameters": _data(lambda d, _: {"name": "answer", "parameters": d}),
    "function member": _data(lambda d, _: {"function": {"name": "answer", "arguments": d}}),
    "filled schema": _data(lambda d, _: {"type": "object", "properties": d}),
    "values in the schema": _data(lambda d, _: {"type": "object", "properties": {
        key: {"type": "string", "value": value} for key, value in d.items()}}),
    "pairs": _data(lambda d, _: [{"key": key, "value": value} for key, value in d.items()]),
    "capitals": _data(lambda d, _: {key.capitalize(): value for key, value in d.items()}),
    "upper case": _data(lambda d, _: {key.upper(): value for key, value in d.items()}),
    "spaced keys": _data(lambda d, _: {f" {key} ": value for key, value in d.items()}),
    "starred keys": _data(lambda d, _: {f"**{key}**": value for key, value in d.items()}),
    "decision": _keys(choice="decision", speech="statement", reasoning="thoughts"),
    "vote": _keys(choice="vote", speech="message", reasoning="thinking"),
    "target": _keys(choice="target", speech="say", reasoning="reason"),
    "action": _keys(choice="action", speech="utterance", reasoning="analysis"),
    "selected option": _keys(choice="selected_option", speech="response"),
    "final answer key": _keys(choice="final_answer", speech="text", reasoning="rationale"),
    "Chinese keys": _keys(**CHINESE),
    "Korean keys": _keys(**KOREAN),
    "Spanish keys": _keys(**SPANISH),
    "German keys": _keys(**GERMAN),
    "Russian keys": _keys(**RUSSIAN),
    "Japanese keys": _keys(**JAPANESE),
    "number": _put("choice", lambda q: int(q.number) if q.number else q.own),
    "number as text": _put("choice", lambda q: q.number or q.own),
    "name": _put("choice", lambda q: q.name),
    "lower case": _put("choice", lambda q: q.own.lower()),
    "Player N": _put("choice", lambda q: f"Player {q.number}" if q.number else q.own),
    "Seat N": _put("choice", lambda q: f"Seat {q.own}" if q.number else q.own),
    "dotted": _put("choice", lambda q: f"{q.number}. {q.name}" if q.number else q.own),
    "starred": _put("choice", lambda q: f"**{q.own}**"),
    "quoted": _put("choice", lambda q: f'"{q.own}"'),
    "name first": _put("choice", lambda q: f"{q.name} ({q.number})" if q.number else q.own),
    "choice in a list": _put("choice", lambda q: [q.own]),
    "choice as an object": _put("choice", lambda q: {"seat": q.number, "name": q.name}),
    "choice with a value": _put("choice", lambda q: {"value": q.own, "confidence": 0.8}),
    "choice in a sentence": _put("choice", lambda q: f"I choose {q.own}."),
    "choice with a reason": _put("choice", lambda q: f"{q.own} - because of the vote"),
    "speech as an object": _put("speech", lambda q: {"text": q.speech}),
    "speech as a list": _put("speech", lambda q: [q.speech]),
    "speech by parts": _put("speech", lambda q: {"tone": "calm", "content": q.speech}),
    "reasoning as a list": _put("reasoning", lambda q: ["First.", f"Some want {q.other}."]),
    "reasoning as an object": _put("reasoning", lambda q: {"step1": "Look.", "step2": "Decide."}),
    "reasoning null": _put("reasoning", lambda _: None),
    "reasoning of 3000": _put("reasoning", lambda _: "I weigh it once more. " * 140),
    "no reasoning": _data(lambda d, _: {k: v for k, v in d.items() if k != "reasoning"}),
    "further members": _data(lambda d, _: {**d, "confidence": 0.7, "notes": {"next": []}}),
    "Python": lambda q: Reply(repr(values(q))),
    "single quotes": _odd(lambda t: t.replace('\\"', "").replace('"', "'")),
    "trailing comma": _odd(lambda t: t[:-1] + ",}"),
    "comments": _odd(lambda t: "{ // the answer\n" + t[1:]),
    "bare keys": _odd(lambda t: t.replace('"choice":', "choice:").replace('"speech":', "speech:")
                      .replace('"reasoning":', "reasoning:")),
    "line breaks in texts": _odd(lambda t: t.replace(". ", ".\n")),
    "no last brace": _odd(lambda t: t[:-1]),
    "one brace more": _odd(lambda t: t + "}"),
    "two opening braces": _odd(lambda t: "{" + t + "}"),
    "no first brace": _odd(lambda t: t[1:]),
    "curly quotes": _odd(lambda t: t.replace('\\"', "").replace('": "', "”: “")
                         .replace('", "', "”, “").replace('{"', "{“").replace('"}', "”}")),
    "entities": _odd(lambda t: t.replace('\\"', "").replace('"', "&quot;")),
    "escaped": _odd(lambda t: t.replace('\\"', "").replace('"', '\\"')),
    "escaped letters": _odd(lambda t: t.replace("reasoning", "reason\\u0069ng", 1)),
    "fullwidth colon": _odd(lambda t: t.replace('": ', '"：')),
    "twice the same": _text("@J\n@J"),
    "draft and final": _text("Draft:\n```json\n{\"draft\": true}\n```\nFinal:\n```json\n@J\n```"),
    "tag answer": _text("<answer>@J</answer>"),
    "tag output": _text("<output>\n@J\n</output>"),
    "tag tool_call": _text('<tool_call>\n{"name": "answer", "arguments": @J}\n</tool_call>'),
    "open tag tool_call": _text('<tool_call>\n{"name": "answer", "arguments": @J}'),
    "tag function": _text("<function=answer>@J</function>"),
    "parameters of Qwen": _fields("<parameter=@K>\n@V\n</parameter>",
                                  "<tool_call>\n<function=answer>\n@F\n</function>\n</tool_call>"),
    "parameters of GLM": _fields("<arg_key>@K</arg_key>\n<arg_value>@V</arg_value>",
                                 "<tool_call>answer\n@F\n</tool_call>"),
    "invoke": _fields('<parameter name="@K">@V</parameter>',
                      '<function_calls>\n<invoke name="answer">\n@F\n</invoke>\n</function_calls>'),
    "TOOL_CALLS": _text('[TOOL_CALLS][{"name": "answer", "arguments": @J}]'),
    "python_tag": _text('<|python_tag|>{"name": "answer", "parameters": @J}'),
    "functools": _text('functools[{"name": "answer", "arguments": @J}]'),
    "DeepSeek tokens": _text("<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function"
                             "<｜tool▁sep｜>answer"
                             "\n```json\n@J\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>"),
    "Kimi tokens": _text("<|tool_calls_section_begin|><|tool_call_begin|>functions.answer:0"
                         "<|tool_call_argument_begin|>@J<|tool_call_end|>"
                         "<|tool_calls_section_end|>"),
    "harmony": _text("<|channel|>analysis<|message|>@T<|end|><|start|>assistant"
                     "<|channel|>final<|message|>@J<|return|>"),
    "harmony without tokens": _text("analysis@T assistantfinal@J"),
    "think": _text("<think>\n@T\n</think>\n\n@J"),
    "empty think": _text("<think>\n\n</think>\n\n@J"),
    "open think": _text("<think>\n@T\n@J"),
    "think without its start": _text("@T\n</think>\n\n@J"),
    "think with the answer in it": _text("<think>@T\nFinal answer:\n@J</think>"),
    "thinking tag": _text("<thinking>@T</thinking>\n@J"),
    "thought tag": _text("<thought>\n@T\n</thought>\n@J"),
    "reasoning tag": _text("<reasoning>\n@T\n</reasoning>\n<answer>\n@J\n</answer>"),
    "THINK": _text("[THINK]@T[/THINK]@J"),
    "open THINK": _text("[THINK]@T\n@J"),
    "Kimi think": _text("◁think▷@T◁/think▷@J"),
    "Seed think": _text("<seed:think>@T</seed:think>@J"),
    "begin_of_thought": _text("<|begin_of_thought|>@T<|end_of_thought|>\n"
                              "<|begin_of_solution|>@J<|end_of_solution|>"),
    "two thinks": _text("<think>@T</think>\n<think>@T</think>\n@J"),
    "draft in think": _text('<think>Perhaps {"choice": "@X"}? No.</think>\n@J'),
    "bare option": _decides("@O"),
    "bare number": _decides("@N"),
    "bare name": _decides("@A."),
    "I vote": _decides("I vote for @O."),
    "final answer": _decides("@X seems loud, but that is no proof.\n\nFinal answer: @O"),
    "boxed": _decides("Others want @X, wrongly.\n\n\\boxed{@O}"),
    "boxed text": _decides("$$\\boxed{\\text{@O}}$$"),
    "Markdown": _fields("**@C:** @V", joined="\n\n"),
    "Markdown headings": _fields("### @C\n@V", joined="\n\n"),
    "Markdown list": _fields("- **@K**: @V"),
    "Markdown code": _fields("`@K`: @V"),
    "Markdown table": _fields("| @K | @V |", "| field | value |\n| --- | --- |\n@F"),
    "YAML": _fields("@K: @V"),
    "YAML fence": _fields("@K: >\n  @V", "```yaml\n@F\n```"),
    "TOML": _fields("@K = '@V'"),
    "XML": _fields("<@K>@V</@K>", "<answer>\n@F\n</answer>"),
    "XML without a root": _fields("<@K>@V</@K>"),
    "lines": _fields("@C: @V"),
    "capital lines": lambda q: Reply("\n".join(f"{k.upper()}: {v}" for k, v in values(q).items())),
    "call in Python": _fields('@K="""@V"""', "answer(@F)", ", "),
    "in reasoning_content": _thinks("thinking"),
    "in reasoning_content alone": _thinks("thinking", "@J"),
    "in reasoning": _thinks("reasoning"),
    "in reasoning_details": _thinks("reasoning_details"),
    "in thinking": _thinks("thinking_content"),
    "in a fence of reasoning_content": _thinks("thinking", "@T\n```json\n@J\n```"),
    "tool call": _calls(),
    "tool call with an object": _calls(as_text=False),
    "tool call of another name": _calls("submit_vote"),
    "tool call json": _calls("json_tool_call"),
    "function_call": _calls(old=True),
    "function_call with an object": _calls(old=True, as_text=False),
    "tool call beside prose": lambda q: Reply(
        "Let me answer.", calls=(Call("answer", good_text(q)),), finish="tool_calls"),
    "content parts": lambda q: Reply([{"type": "text", "text": good_text(q)}]),
    "thinking parts": lambda q: Reply([
        {"type": "thinking", "thinking": [{"type": "text", "text": thoughts(q)}]},
        {"type": "text", "text": good_text(q)}]),
    "parsed": lambda q: Reply(None, more={"parsed": values(q)}),
    "content as an object": lambda q: Reply("", more={"content": values(q)}),
    "refusal null": lambda q: Reply(good_text(q), more={"refusal": None, "annotations": [],
                                                       "audio": None}),
    "length, but whole": lambda q: Reply(good_text(q), finish="length"),
    "no reason of the end": lambda q: Reply(good_text(q), finish=""),
    "end_turn": lambda q: Reply(good_text(q), finish="end_turn"),
    "cut behind the choice": lambda q: Reply(
        json.dumps({**{k: v for k, v in values(q).items() if k != "reasoning"},
                    "reasoning": "I weigh what is kno"})[:-2], finish="length"),
    "quotes of others before": _decides('Cleo said: {"choice": "@X"}. That is a lie.\n@J'),
    "fence of others before": _decides(
        'Cleo wrote:\n```json\n{"choice": "@X"}\n```\nMine:\n```json\n@J\n```'
    ),
    "thinking quotes others": lambda q: Reply(
        good_text(q), f'Cleo wrote {{"reasoning": "", "choice": "{q.other}"}}, which is a trick.'
    ),
    "prompt repeated before": _decides("Options: @O | @X\nFields: `reasoning`, `choice`\n\n@J"),
    "chatter of others after": _decides('@J\n\nUser: {"choice": "@X"}\nAssistant: I agree.'),
}  # fmt: skip
"""Replies with the model's own answer."""

USELESS: dict[str, Shape] = {
    "empty": _text(""),
    "null": lambda _: Reply(None),
    "spaces": _text("\n \n\t\n"),
    "spaces to the end": lambda _: Reply(" \n" * 2000, finish="length"),
    "prose": _text("This is a difficult night. I would need to know more to say anything."),
    "refusal": _text("I'm sorry, but I can't help with that."),
    "refusal member": lambda _: Reply(None, more={"refusal": "I can't assist with that."}),
    "content filter": lambda _: Reply(None, finish="content_filter"),
    "loop": lambda _: Reply("the the " * 2000, finish="length"),
    "thinking to the end": lambda q: Reply("", (thoughts(q) + " Wait. ") * 80, finish="length"),
    "open think to the end": lambda _: Reply("<think>" + "Wait, is it? " * 400, finish="length"),
    "placeholders": _data(lambda d, _: {key: f"<your {key} here>" for key in d}),
    "types": _data(lambda d, _: dict.fromkeys(d, "string")),
    "dots": _data(lambda d, _: dict.fromkeys(d, "...")),
    "schema": _data(lambda d, _: {"type": "object", "properties": {
        key: {"type": "string"} for key in d}, "required": list(d)}),
    "nulls": _data(lambda d, _: dict.fromkeys(d)),
    "empty object": _text("{}"),
    "empty list": _text("[]"),
    "error as text": _text("Error: failed to generate a response."),
    "exclamation marks": lambda _: Reply("!" * 400, finish="length"),
    "question marks": _text("?????????????????????"),
    "two options": _decides("Either @O or @X; I cannot decide between them."),
    "none of the options": _decides('{"reasoning": "None fits.", "choice": "9 Zoe"}'),
    "lines of others": _decides("Cleo: I vote for @X.\nDov: I vote for @O."),
    "quoted others alone": _decides('Somebody said "take @X". I have no opinion of my own.'),
    "JSON of others alone": _decides('Cleo said: {"choice": "@X"}. I do not follow that.'),
    "thinking quotes others alone": lambda q: Reply(
        "", f'Cleo wrote {{"reasoning": "", "choice": "{q.other}"}}. A trick? I do not know.'
    ),
    "tool call quotes others": lambda q: Reply(None, finish="tool_calls", calls=(
        Call("note", json.dumps({"text": f'Cleo wants {{"choice": "{q.other}"}}'})),)),
    "not that one": _decides("I would not choose @X."),
    "cut before the choice": _decides('{"reasoning": "I weigh what is known. Somebody says @X'),
    "tool call of nothing": lambda _: Reply(None, calls=(Call("answer", "{}"),),
                                            finish="tool_calls"),
    "tool call to search": lambda q: Reply(None, calls=(
        Call("web_search", json.dumps({"query": f"is {q.other or 'this'} a werewolf"})),),
        finish="tool_calls"),
    "prompt repeated": _decides("Options: @X | @O\nFields: `reasoning`, `choice`"),
    "replacement characters": _text("\ufffd\ufffd\ufffd\ufffd"),
}  # fmt: skip
"""Replies in which the model decides nothing: an answer with options would be invented."""
