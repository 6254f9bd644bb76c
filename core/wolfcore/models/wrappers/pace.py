"""`Pace`: when a model's next call may begin, by what the headers of earlier replies allow.

A call counts against an allowance from its start until a reply to it, or to a later call, says what
is left then. An allowance either grows steadily (OpenAI, Anthropic: token buckets) or is renewed at
its reset.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import NamedTuple

from wolfcore.models.rate_headers import Allowance

LONGEST_PACE = 61.0
"""Seconds; a call is not delayed for longer, since such a limit is not one of a minute. Its refusal
says what it is."""


_MINUTE = 60.0


_TOLERANCE = 0.1
"""By how much, as a share, the growth of an allowance may differ from its limit a minute."""


_RECHECK = 1.0
"""Seconds after which a call looks again whether a reply has told a renewed allowance."""


_MOST_CALLS = 1000
"""Calls that are remembered: more than begin in a minute."""


_SMOOTHING = 0.2
"""The weight of the latest reply in the usual length of replies."""


class Need(NamedTuple):
    """What a call uses of the allowances.

    Attributes:
        prompt: Tokens of the prompt, as estimated.
        most: Tokens that the reply may have.
    """

    prompt: int = 0
    most: int = 0


class _Call(NamedTuple):
    number: int
    begun: float
    need: Need


class _Told(NamedTuple):
    """An allowance, the number of the call whose reply told it, and when.

    `growth` is what becomes allowed each second; None for one that is renewed at its reset.
    """

    allowance: Allowance
    number: int
    at: float
    growth: float | None = None

    @property
    def resets_at(self) -> float:
        return self.at + self.allowance.resets_in

    def after(self, before: _Told | None) -> _Told:
        """Return this with its growth, as it shows in two replies of one window."""
        left, limit, seconds = self.allowance
        if limit is None or seconds <= 0 or before is None or self.at >= before.resets_at:
            return self
        growth, usual = (limit - left) / seconds, limit / _MINUTE
        if abs(growth - usual) > _TOLERANCE * usual:
            return self
        # Each call puts off the moment at which a growing allowance is whole again; the end of a
        # window stays where it is.
        used = before.allowance.remaining - left + growth * (self.at - before.at)
        put_off = self.resets_at - before.resets_at
        return self._replace(growth=growth) if put_off >= used / growth / 2 > 0 else self


class Pace:
    """The allowances of one model at an endpoint, and the calls that began since they were told."""

    def __init__(self) -> None:
        self._told: dict[str, _Told] = {}
        self._calls: deque[_Call] = deque(maxlen=_MOST_CALLS)
        self._usual_reply = 0.0
        self._reserves_most = False

    def begin(self, number: int, now: float, need: Need) -> None:
        """Record that a call begins; later calls have larger numbers."""
        self._calls.append(_Call(number, now, need))

    def observe(self, number: int, now: float, told: Mapping[str, Allowance]) -> None:
        """Record what a reply to the call `number` says is left."""
        for bucket, allowance in told.items():
            before = self._told.get(bucket)
            # Replies may come in another order than their calls were counted.
            if before is None or number >= before.number or now >= before.resets_at:
                self._told[bucket] = _Told(allowance, number, now).after(before)

    def record_reply(self, tokens: int) -> None:
        """Record the length of a reply, in tokens."""
        self._usual_reply += _SMOOTHING * (tokens - self._usual_reply)

    def record_refusal(self) -> None:
        """Record that a call was refused: from now on each reserves all tokens that it may use."""
        self._reserves_most = True

    def earliest(self, now: float, need: Need) -> float:
        """Return the earliest time at which a call may begin, as known now."""
        moments = [self._allowed_at(bucket, told, now, need) for bucket, told in self._told.items()]
        return max((each for each in moments if each - now <= LONGEST_PACE), default=now)

    def _allowed_at(self, bucket: str, told: _Told, now: float, need: Need) -> float:
        left, limit, _ = told.allowance
        renewed = now >= told.resets_at
        if renewed and (limit is None or now >= told.resets_at + _MINUTE):
            return now
        since = told.resets_at if renewed else float("-inf")
        used = sum(
            self._share(bucket, call.need, limit)
            for call in self._calls
            if call.number > told.number and call.begun >= since
        )
        lacking = self._share(bucket, need, limit) + used - (limit or 0 if renewed else left)
        if lacking <= 0:
            return now
        if renewed:
            return now + _RECHECK
        return told.resets_at if told.growth is None else told.at + lacking / told.growth

    def _share(self, bucket: str, need: Need, limit: int | None) -> float:
        """Return what a call uses of an allowance, at most all of it."""
        reply = need.most if self._reserves_most else min(self._usual_reply, need.most)
        if bucket.startswith("requests"):
            used = 1.0
        elif bucket.startswith("input"):
            used = need.prompt
        elif bucket.startswith("output"):
            used = reply
        else:
            used = need.prompt + reply
        return used if limit is None else min(used, limit)
