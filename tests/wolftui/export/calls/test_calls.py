"""Model calls for other programs: each form opened by the library of that form."""

from __future__ import annotations

import base64
import io
import json
from pathlib import Path
from typing import Any, get_args
from zipfile import ZipFile

import msgspec
import pytest
from google.protobuf.json_format import ParseDict
from msgspec.structs import replace
from opentelemetry.proto.trace.v1.trace_pb2 import Span, TracesData

from tests.wolftui.export.calls.model_games import CALLERS, HOSTILE, model_game
from wolfcore.errors import ConfigError, LogError
from wolfcore.players import CallRecord, RequestRecord
from wolfcore.records import CALLS_FILE, SavedGame, read_game
from wolfcore.table import Noted, read_calls
from wolftui.cli.game_commands import EXPORT_FORMS
from wolftui.export.calls.call_formats import CALL_SUFFIXES, write_calls
from wolftui.export.calls.chat_lines import chat_lines
from wolftui.export.calls.game_calls import GameCalls, json_text
from wolftui.export.calls.inspect_log import write_inspect_log
from wolftui.export.calls.otel_spans import otel_lines
from wolftui.export.formats import CallFormat
from wolftui.export.redaction import redact_saved
from wolftui.words.outcome import Outcome


@pytest.fixture
async def saved(tmp_path: Path) -> SavedGame:
    return await model_game(tmp_path)


def recorded(saved: SavedGame) -> list[Noted]:
    return [each for each in read_calls(saved.path).records if each.call]


def rewritten(saved: SavedGame, lines: list[bytes]) -> GameCalls:
    """The calls of a game whose file of calls has other lines."""
    (saved.path / CALLS_FILE).write_bytes(b"".join(line + b"\n" for line in lines))
    return GameCalls(read_game(saved.path, strict=False))


def spans_of(lines: list[str]) -> list[Span]:
    """Spans as an OpenTelemetry reader has them; ids are hexadecimal in OTLP and base64 elsewhere."""
    found: list[Span] = []
    for line in lines:
        data: dict[str, Any] = json.loads(line)
        for span in data["resourceSpans"][0]["scopeSpans"][0]["spans"]:
            for name in ("traceId", "spanId", "parentSpanId"):
                if name in span:
                    span[name] = base64.b64encode(bytes.fromhex(span[name])).decode()
        read = ParseDict(data, TracesData())  # refuses what the protocol does not have
        found += read.resource_spans[0].scope_spans[0].spans
    return found


def values(span: Span) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for each in span.attributes:
        kind = each.value.WhichOneof("value")
        assert kind
        found[each.key] = getattr(each.value, kind)
    return found


def test_a_game_is_one_trace_of_asks_and_their_calls(saved: SavedGame) -> None:
    calls = recorded(saved)
    spans = spans_of(list(otel_lines(GameCalls(saved))))
    by_id = {span.span_id: span for span in spans}
    assert len(by_id) == len(spans) == len(calls) + len({each.ask for each in calls}) + 1
    assert len({span.trace_id for span in spans}) == 1
    assert {(len(span.trace_id), len(span.span_id)) for span in spans} == {(16, 8)}
    (root,) = (span for span in spans if not span.parent_span_id)
    for span in spans:
        parent = by_id.get(span.parent_span_id)
        assert parent or span is root
        assert 0 < span.start_time_unix_nano <= span.end_time_unix_nano
        if parent:
            assert parent.start_time_unix_nano <= span.start_time_unix_nano
            assert span.end_time_unix_nano <= parent.end_time_unix_nano
    chats = [span for span in spans if span.kind == Span.SPAN_KIND_CLIENT]
    assert len(chats) == len(calls)
    for span, each in zip(chats, calls, strict=True):
        told, call = values(span), each.call
        assert call
        assert span.name == f"chat {call.model}"
        sent = json.loads(told["gen_ai.input.messages"])
        assert [part["parts"][0]["content"] for part in sent] == [text for _, text in call.messages]
        assert {part["role"] for part in sent} <= {"system", "user"}
        assert told.get("gen_ai.usage.input_tokens") == call.tokens_in
        assert ("error.type" in told) == bool(call.problem) == (span.status.code == 2)
        if call.replied:
            (said,) = json.loads(told["gen_ai.output.messages"])
            assert said["parts"][-1]["content"] == call.reply
            assert said["finish_reason"] == (call.finish or "unknown")
        else:
            assert "gen_ai.output.messages" not in told
            assert told["error.type"] == "no_reply"


def test_chats_are_lines_that_fine_tuning_reads(saved: SavedGame) -> None:
    lines = [json.loads(line) for line in chat_lines(GameCalls(saved))]
    calls = [each.call for each in recorded(saved) if each.call and each.call.replied]
    assert len(lines) == len(calls)
    assert 0 < len(calls) < len(recorded(saved))
    keys = {tuple(line["metadata"]) for line in lines}
    assert len(keys) == 1, "tools make columns of them"
    for line, call in zip(lines, calls, strict=True):
        assert set(line) == {"messages", "metadata"}
        *sent, said = line["messages"]
        assert said == {"role": "assistant", "content": call.reply}
        assert [each["content"] for each in sent] == [text for _, text in call.messages]
        assert all(set(each) == {"role", "content"} for each in sent)
        assert {each["role"] for each in sent} <= {"system", "user", "assistant"}
        assert line["metadata"]["problem"] == call.problem
        assert line["metadata"]["won"] in (True, False)


BUSY = CallRecord(
    "big",
    (("system", "Rules."), ("user", "Vote.")),
    '{"choice": 1}',
    parsed="1 Ada",
    retries=2,
    seconds=1.5,
    tokens_in=110,
    tokens_cached=64,
    tokens_out=30,
    cost=0.25,
    problem="is cut",
    thinking="hm",
    tokens_thought=12,
    step="deduce",
    about="5",
    finish="length",
    served_by="vendor/big-2",
    provider="deepseek",
)
"""A call with a value in each exported field, no two alike."""


def with_calls(saved: SavedGame, *calls: CallRecord, time: float = 0.0) -> GameCalls:
    """The game with these calls of the first ask of seat 1."""
    noted = [Noted(ask_of_seat_1(saved), 1, time=time, call=call) for call in calls]
    return rewritten(saved, [msgspec.json.encode(each) for each in noted])


def ask_of_seat_1(saved: SavedGame) -> str:
    return next(each.ask for each in recorded(saved) if each.seat == 1)


def test_a_span_has_each_field_of_its_call_and_of_its_ask(saved: SavedGame) -> None:
    ask = ask_of_seat_1(saved)
    begun = saved.journal[ask].started
    calls = with_calls(saved, BUSY, time=begun + 1.5)
    lines = list(otel_lines(calls))
    assert '{"key":"gen_ai.usage.input_tokens","value":{"intValue":"110"}}' in lines[0]
    call, agent, game = (values(span) for span in spans_of(lines))
    reasons = call.pop("gen_ai.response.finish_reasons")
    assert [each.string_value for each in reasons.values] == ["length"]
    (said,) = json.loads(call.pop("gen_ai.output.messages"))
    thought, text = said["parts"]
    assert thought == {"type": "reasoning", "content": "hm"}
    assert text == {"type": "text", "content": '{"choice": 1}'}
    assert len(json.loads(call.pop("gen_ai.input.messages"))) == 2
    assert call == {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "deepseek",
        "gen_ai.conversation.id": saved.id,
        "gen_ai.request.model": "big",
        "gen_ai.response.model": "vendor/big-2",
        "gen_ai.usage.input_tokens": 110,
        "gen_ai.usage.cache_read.input_tokens": 64,
        "gen_ai.usage.output_tokens": 30,
        "gen_ai.usage.reasoning.output_tokens": 12,
        "error.type": "unusable_reply",
        "wolftui.step": "deduce",
        "wolftui.about": "5",
        "wolftui.parsed": "1 Ada",
        "wolftui.problem": "is cut",
        "wolftui.retries": 2,
        "wolftui.cost": 0.25,
    }
    seat = calls.seats[0]
    assert {key: agent[key] for key in agent if not key.startswith("gen_ai.op")} == {
        "gen_ai.provider.name": "deepseek",
        "gen_ai.agent.id": "1",
        "gen_ai.agent.name": seat.name,
        "gen_ai.conversation.id": saved.id,
        "wolftui.ask": ask,
        "wolftui.player": seat.player,
        "wolftui.role": seat.role,
        "wolftui.answer": "given",
    }
    assert game["wolftui.ended"] == calls.ended
    unknown = replace(BUSY, provider="")
    assert not any(
        "gen_ai.provider.name" in values(span)
        for span in spans_of(list(otel_lines(with_calls(saved, unknown))))
    )
    unfit = replace(BUSY, unfit=True)
    assert '"prompt_too_long"' in next(iter(otel_lines(with_calls(saved, unfit))))


def test_a_chat_has_each_field_of_its_call(saved: SavedGame) -> None:
    ask = ask_of_seat_1(saved)
    sent = (
        RequestRecord("http://h", {}, {"temperature": 0.5}, "busy"),
        RequestRecord("http://h"),
        RequestRecord("http://h", {}, {"temperature": 1}, "the ladder's last step failed"),
    )
    calls = with_calls(saved, replace(BUSY, requests=sent))
    taken_over = replace(saved.journal[ask], player="vanilla@other")
    calls = GameCalls(replace(saved, journal={**saved.journal, ask: taken_over}))
    (line,) = chat_lines(calls)
    seat = calls.seats[0]
    assert json.loads(line)["metadata"] == {
        "game": saved.id, "board": calls.board, "ended": calls.ended, "ask": ask,
        "step": "deduce", "about": "5", "seat": 1, "name": seat.name, "player": "vanilla@other",
        "model": "big", "role": seat.role, "team": seat.team, "won": seat.won, "answer": "given",
        "problem": "is cut", "finish": "length", "thinking": "hm", "tokens_in": 110,
        "tokens_out": 30, "request": '{"temperature":0.5}',
    }  # fmt: skip


def test_a_sample_has_each_field_of_its_call_and_the_header_its_sums(saved: SavedGame) -> None:
    log = io.BytesIO()
    calls = with_calls(saved, BUSY, replace(BUSY, replied=False, tokens_in=None, problem="lost"))
    write_inspect_log([calls], log)
    with ZipFile(log) as opened:
        sample, header, (summary,) = (
            json.loads(opened.read(name))
            for name in ("samples/1_epoch_1.json", "header.json", "summaries.json")
        )
    begin, good, lost, end = sample["events"]
    assert (begin["event"], end["event"]) == ("span_begin", "span_end")
    assert begin["id"] == good["span_id"] == lost["span_id"] == end["id"]
    usage = {
        "input_tokens": 110, "output_tokens": 30, "total_tokens": 140,
        "input_tokens_cache_read": 64, "reasoning_tokens": 12,
    }  # fmt: skip
    assert good["output"]["usage"] == usage
    assert good["output"]["choices"][0]["stop_reason"] == "max_tokens"
    assert (good["retries"], good["role"], good["error"]) == (2, "deduce", None)
    assert (good["working_start"], lost["working_start"]) == (0.0, 1.5)
    assert good["metadata"] == {
        "ask": ask_of_seat_1(saved), "player": calls.seats[0].player, "about": "5",
        "parsed": "1 Ada", "problem": "is cut", "answer": "given", "times_computed": True,
    }  # fmt: skip
    assert (lost["error"], lost["output"]["choices"]) == ("lost", [])
    assert sample["messages"][-1]["content"][-1]["text"] == BUSY.reply, "the latest with a reply"
    for model_usage in (sample["model_usage"], summary["model_usage"]):
        assert model_usage == header["stats"]["model_usage"] == {"big": usage}
    seat = calls.seats[0]
    scores = {"won": seat.won, "survived": seat.alive}
    assert sample["scores"] == {
        name: {"value": "C" if value else "I"} for name, value in scores.items()
    }
    assert [each["metrics"]["accuracy"]["value"] for each in header["results"]["scores"]] == [
        float(bool(value)) for value in scores.values()
    ]


def test_calls_without_a_time_follow_each_other_unless_they_ran_in_parallel(
    saved: SavedGame,
) -> None:
    put = saved.journal[ask_of_seat_1(saved)].started
    parallel, single = replace(BUSY, beside=True), BUSY
    calls = list(with_calls(saved, parallel, parallel, single, single))
    assert [each.started - put for each in calls] == [0, 0, 0, 1.5]
    assert "wolftui.times_computed" in next(iter(otel_lines(with_calls(saved, BUSY))))


def test_seats_tell_who_lived_and_won_and_nobody_won_where_nobody_did(
    saved: SavedGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared = redact_saved(saved, "moderator")
    assert shared.outcome
    for seat, fate in zip(GameCalls(saved).seats, shared.outcome.fates, strict=True):
        assert seat.alive == fate.alive
        assert seat.won == (seat.team == shared.outcome.winner)
    drawn = replace(shared.outcome, winner=None)

    def nobody_won(*_: object) -> Outcome:
        return drawn

    monkeypatch.setattr("wolftui.export.redaction.outcome_of", nobody_won)
    assert {seat.won for seat in GameCalls(saved).seats} == {None}


@pytest.mark.slow
@pytest.mark.extra("inspect")
def test_inspect_opens_its_log(saved: SavedGame, tmp_path: Path) -> None:
    from inspect_ai.log import (
        list_eval_logs,
        read_eval_log,
        read_eval_log_sample_summaries,
    )

    file = tmp_path / "game.eval"
    write_calls(file, [GameCalls(saved)], "inspect")
    log = read_eval_log(str(file))
    # The server of the viewer lists logs and reads their headers like this.
    listed = list_eval_logs(str(tmp_path))
    assert [Path(each.name).name for each in listed] == ["game.eval"]
    header = read_eval_log(listed[0], header_only=True)
    assert (header.status, header.results, header.samples) == (log.status, log.results, None)
    calls = recorded(saved)
    assert log.status == "success"
    assert log.samples
    assert [sample.id for sample in log.samples] == list(CALLERS)
    assert len(read_eval_log_sample_summaries(str(file))) == len(CALLERS)
    for sample in log.samples:
        own = [each.call for each in calls if each.seat == sample.id and each.call]
        events = [event for event in sample.events if event.event == "model"]
        begun = [event.id for event in sample.events if event.event == "span_begin"]
        assert begun == [event.id for event in sample.events if event.event == "span_end"]
        assert len(events) == len(own)
        for event, call in zip(events, own, strict=True):
            assert event.output.completion == call.reply
            assert [message.text for message in event.input] == [text for _, text in call.messages]
            assert bool(event.error) != call.replied
            assert event.span_id in begun
        reasons = {event.output.stop_reason for event in events if event.output.choices}
        assert reasons == {"stop", "max_tokens", "unknown"}
        assert sample.model_usage["big"].input_tokens == sum(call.tokens_in or 0 for call in own)
        assert sample.scores
        assert set(sample.scores) == {"won", "survived"}
    assert log.results
    assert {score.name for score in log.results.scores} == {"won", "survived"}
    assert read_eval_log(str(file), header_only=True).stats.model_usage == log.stats.model_usage
    assert log.stats.model_usage["big"].output_tokens == sum(
        each.call.tokens_out or 0 for each in calls if each.call
    )


def every_form(calls: GameCalls) -> dict[str, bytes]:
    log = io.BytesIO()
    write_inspect_log([calls], log)
    return {
        "otel": "\n".join(otel_lines(calls)).encode(),
        "jsonl": "\n".join(chat_lines(calls)).encode(),
        "inspect": log.getvalue(),
    }


def test_equal_games_give_equal_bytes(saved: SavedGame) -> None:
    assert every_form(GameCalls(saved)) == every_form(GameCalls(saved))


def test_lines_hold_nothing_that_a_terminal_obeys_and_every_word(saved: SavedGame) -> None:
    for lines in (list(otel_lines(GameCalls(saved))), list(chat_lines(GameCalls(saved)))):
        text = "\n".join(lines)
        assert "李雷 🐺" in text
        assert not any(char in text for char in "\x1b\u202e\x9b")
    first = json.loads(next(iter(chat_lines(GameCalls(saved), ascii_only=True))))
    assert HOSTILE in first["messages"][0]["content"]
    assert json.loads(json_text(HOSTILE, ascii_only=True)) == HOSTILE
    assert json_text(HOSTILE, ascii_only=True).isascii()


def test_damaged_lines_are_left_out_and_told(saved: SavedGame) -> None:
    whole = (saved.path / CALLS_FILE).read_bytes().splitlines()
    odd = [
        b"{", b"[" * 5000, b'{"ask":"n1.kill.1","seat":"1"}', b'{"ask":"../x","seat":1}', b"\xff",
        b'{"ask":"n1.kill.1","seat":99,"call":{"model":"m","messages":[],"reply":""}}', b"", b"0",
    ]  # fmt: skip
    many = len(recorded(saved))
    calls = rewritten(saved, [*odd, *whole])
    assert len(list(calls)) == many
    assert len(calls.problems) == 6
    assert calls.problems[0].startswith(f"Line 1 of {CALLS_FILE} is damaged and left out (")
    assert calls.problems[-1] == "2 more lines are left out."


def test_numbers_out_of_range_spoil_no_file(saved: SavedGame) -> None:
    call: dict[str, Any] = {
        "model": "m", "messages": [], "reply": "", "tokens_in": 2**63, "tokens_out": -1,
        "tokens_cached": 0, "tokens_thought": 2**53, "seconds": 1e308, "cost": 1e308,
    }  # fmt: skip
    lines = [
        msgspec.json.encode({"ask": "n1.kill.1", "seat": 1, "time": time, "call": call})
        for time in (1e308, -1e308, 1.0, 4e9)
    ]
    calls = rewritten(saved, lines)
    found = [(each.tokens_in, each.tokens_out, each.tokens_thought) for each in calls]
    assert found == [(None, None, None)] * 4
    assert [each.tokens_cached for each in calls] == [0] * 4
    assert len(spans_of(list(otel_lines(calls)))) == 6
    assert all(every_form(calls).values())


def test_games_from_before_calls_had_a_time_are_placed_by_their_asks(saved: SavedGame) -> None:
    old = [
        msgspec.json.encode({
            "ask": each.ask, "seat": each.seat,
            "call": {**msgspec.to_builtins(each.call), "finish": ""},
        })
        for each in recorded(saved)
    ]  # fmt: skip
    calls = rewritten(saved, old)
    begun = {each.ask: each.started for each in reversed(list(calls))}
    assert not any(each.timed for each in calls)
    assert begun == {ask: saved.journal[ask].started for ask in begun}
    assert "finish_reasons" not in "".join(otel_lines(calls))


def test_a_game_without_calls_has_none_and_one_of_damaged_calls_is_refused(
    saved: SavedGame,
) -> None:
    (saved.path / CALLS_FILE).unlink()
    assert not GameCalls(saved).has_calls()
    with pytest.raises(LogError, match=r"all 2 lines of its file of calls are damaged"):
        rewritten(saved, [b"{", b"{"]).has_calls()


def test_a_failed_write_leaves_the_earlier_file(saved: SavedGame, tmp_path: Path) -> None:
    file = tmp_path / "calls.jsonl"
    file.write_text("mine", encoding="utf-8")
    calls = GameCalls(saved)
    with pytest.raises(ConfigError, match="already exists"):
        write_calls(file, [calls], "jsonl")
    assert file.read_text(encoding="utf-8") == "mine"
    write_calls(file, [calls], "jsonl", replace=True)
    assert len(file.read_text(encoding="utf-8").splitlines()) == len(list(chat_lines(calls)))


def test_every_form_of_calls_can_be_chosen() -> None:
    assert set(CALL_SUFFIXES) == set(get_args(CallFormat)) <= set(EXPORT_FORMS)


@pytest.mark.slow
def test_memory_does_not_grow_with_the_calls(saved: SavedGame, tmp_path: Path) -> None:
    import tracemalloc

    line = msgspec.json.encode(
        {
            "ask": "n1.kill.1",
            "seat": 1,
            "call": {"model": "m", "messages": [["user", "word " * 20_000]], "reply": "{}"},
        }
    )
    calls = rewritten(saved, [line] * 300)  # 30 MB
    for form in get_args(CallFormat):
        tracemalloc.start()
        write_calls(tmp_path / form, [calls], form)
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert most < 4_000_000, form
