"""Chats as lines (JSONL): one model call per line in the `messages` form of OpenAI's chats.

Each line has the same keys, so that tools which infer columns from them (`datasets`) read it.
"""

from __future__ import annotations

from collections.abc import Iterator

from wolfcore.players import CallRecord
from wolfcore.players.request_bodies import complete_requests, place_of_reply

from .game_calls import GameCalls, json_text


def chat_lines(calls: GameCalls, *, ascii_only: bool = False) -> Iterator[str]:
    """Yield a line per call that got a reply: `messages`, ending with it, and `metadata`.

    A call without a reply is no chat and is left out.
    """
    for each in calls:
        call, seat = each.call, calls.seats[each.seat - 1]
        if not call.replied:
            continue
        messages = [{"role": role, "content": text} for role, text in each.messages]
        yield json_text(
            {
                "messages": [*messages, {"role": "assistant", "content": call.reply}],
                "metadata": {
                    "game": calls.game,
                    "board": calls.board,
                    "ended": calls.ended,
                    "ask": each.ask,
                    "step": call.step,
                    "about": call.about,
                    "seat": each.seat,
                    "name": seat.name,
                    "player": each.player,
                    "model": call.model,
                    "role": seat.role,
                    "team": seat.team,
                    "won": seat.won,
                    "answer": calls.ask_outcome(each.ask),
                    "problem": call.problem,
                    "finish": call.finish,
                    "thinking": call.thinking,
                    "tokens_in": each.tokens_in,
                    "tokens_out": each.tokens_out,
                    "request": _request(call),
                },
            },
            ascii_only=ascii_only,
        )


def _request(call: CallRecord) -> str:
    """Return the packed body of the request that got the reply, as JSON; empty where unknown.

    It is text, since the fields of bodies differ; its references are to the `messages` of the line.
    """
    requests = complete_requests(call)
    return json_text(requests[place_of_reply(requests)].body) if requests else ""
