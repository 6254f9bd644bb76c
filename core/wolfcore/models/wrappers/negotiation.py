"""`CapabilityTracker`: learn which forms, parameters and limits a model accepts and answers to.

There is one tracker for each model and settings. It learns from refusals and from unusable replies.
A token limit is lowered or renamed, never left out, since a call without one has no end.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from wolfcore.errors import ModelRefused, PromptTooLong
from wolfcore.models.capabilities import MAX_THINKING_TOKENS, Capabilities
from wolfcore.models.chat import (
    ANSWER_FORMS,
    AnswerForm,
    Change,
    ChatRequest,
    Message,
    OptionalParameter,
    ThinkingLevel,
)
from wolfcore.models.refusals import is_of_form, refused_parameter, refused_part
from wolfcore.models.token_limits import allowed_limit

from .ladder import LADDER, Switches, Unusable

_FORM_REFUSED_STATUSES = (400, 404, 415, 422, 500, 501)
"""Statuses with which servers refuse an unknown answer form; llama-cpp-python's sends 500."""


_LIMIT_FACTOR = 4
"""The factor from one token limit to the next larger one."""


_MAX_OVERRUNS = 2
"""Replies in a row that used up the largest limit without an answer, after which larger limits are
no longer tried."""


_FAILURES = {False: 2, True: 4}
"""Unusable replies in a row after which a change that helps is kept, by whether the usual request
has been answered before. An empty reply now and then is no reason to ask in another way."""


class CapabilityTracker:
    """Tracks what the endpoint of a model accepts; shared by all calls with the same settings.

    Args:
        forms: The forms of structured answers that it may accept, best first.
        known: The capabilities learned in earlier runs; None for none.
        store: Called with the capabilities after each reply that changed them; None to store
            nothing.
        switches: The body fields that make the model think less; empty where it is not asked to.
        fixed: Parts of a request that the settings ask for, so that a refusal is an error: a
            player of high effort must not silently become one without.
    """

    def __init__(
        self,
        forms: Sequence[AnswerForm] = ANSWER_FORMS,
        known: Capabilities | None = None,
        store: Callable[[Capabilities], None] | None = None,
        switches: Switches | None = None,
        fixed: Collection[OptionalParameter] = (),
    ) -> None:
        self._fixed = fixed
        self._kept = known = known or Capabilities()
        self._keep = store
        # Earlier findings are only the starting point and must be confirmed, since the endpoint may
        # have changed.
        self._forms: tuple[AnswerForm, ...] = tuple(
            form for form in known.forms if form in forms
        ) or tuple(forms)
        self._proven = len(self._forms) == 1
        self._without = set[OptionalParameter](known.without).difference(fixed)
        self._renamed, self._most, self._room = known.renamed, known.most, known.room
        self._responses = known.responses
        self._overrun = 0
        self._switches = switches or {}
        self._thinking: ThinkingLevel | None = (
            known.thinking if known.thinking in self._switches else None
        )
        self._failures, self._answered = 0, False
        self._failed, self._refused_levels = set[Change](), set[ThinkingLevel]()
        self._helped: Change | None = None

    @property
    def capabilities(self) -> Capabilities:
        """The capabilities learned so far, as data for the cache."""
        forms = self._forms if self._proven else self._kept.forms
        return Capabilities(
            forms,
            tuple(sorted(self._without)),
            self._renamed,
            self._most,
            self._room,
            self._responses,
            self._thinking,
        )

    @property
    def thinking_room(self) -> int:
        """Tokens for thinking that were found necessary, in addition to the set limit."""
        return self._room

    @property
    def uses_responses(self) -> bool:
        """Whether the model answers the Responses API and no chat completions."""
        return self._responses

    def record_responses(self) -> None:
        """Record that the Responses API answered where chat completions were refused."""
        self._responses = True

    def larger_limit(self, limit: int) -> int | None:
        """Return the next larger token limit to try; None where there is none or it is no use."""
        most = min(MAX_THINKING_TOKENS, self._most or MAX_THINKING_TOKENS)
        return (
            min(_LIMIT_FACTOR * limit, most)
            if limit < most and self._overrun < _MAX_OVERRUNS
            else None
        )

    def record_needed_room(self, room: int) -> None:
        """Record that an answer came with `room` thinking tokens, after fewer were not enough."""
        self._room, self._overrun = max(self._room, room), 0
        self.save()

    def record_overrun(self) -> None:
        """Record that even the largest limit gave no answer."""
        self._overrun += 1

    def save(self) -> None:
        """Store the capabilities if they have changed since the last time."""
        if self._keep and self.capabilities != self._kept:
            self._kept = self.capabilities
            self._keep(self._kept)

    @property
    def form(self) -> AnswerForm:
        """The best form of structured answers that may still work."""
        return self._forms[0]

    def next_form(self, form: AnswerForm) -> AnswerForm | None:
        """Return the form to try after `form` failed; None if there is no other."""
        # Another call may have dropped this form; then the best one left is next.
        rest = (
            self._forms[self._forms.index(form) + 1 :] if form in self._forms else self._forms[:1]
        )
        return rest[0] if rest else None

    def record_form_followed(self, form: AnswerForm) -> None:
        """Record that a reply followed a form, so that the form is proven to work."""
        if form in self._forms:
            self.record_form_accepted(form)
            self._proven = True

    def record_form_accepted(self, form: AnswerForm) -> None:
        """Record that a form was accepted; drop the better forms, which were refused."""
        if form in self._forms:
            self._forms = self._forms[self._forms.index(form) :]

    def record_form_ignored(self, form: AnswerForm) -> None:
        """Record that a reply did not follow a form; drop the form if it is the current one."""
        if form == self.form and len(self._forms) > 1:
            self._forms, self._proven = self._forms[1:], False

    def may_refuse_form(self, error: ModelRefused, form: AnswerForm) -> bool:
        """Whether a refusal may be due to the answer form.

        True only for the statuses of such refusals, and if no form is proven yet or another call
        has dropped this one.

        Args:
            error: The refusal.
            form: The form of the refused request.
        """
        unproven = not self._proven or form not in self._forms
        return (
            unproven
            and (error.status in _FORM_REFUSED_STATUSES or is_of_form(error))
            and not isinstance(error, PromptTooLong)
        )

    def streams(self, change: Change | None = None) -> bool:
        """Whether replies may be requested as streams, with a change that is tried."""
        return "stream" not in self._without | set(change.without if change else ())

    @property
    def is_settled(self) -> bool:
        """Whether no change has helped that is not yet known to be needed."""
        return self._helped is None

    def next_change(
        self, unusable: Unusable, request: ChatRequest, *, streamed: bool
    ) -> Change | None:
        """Return what to change after an unusable reply; None if every change was tried.

        A change that has helped comes first, then the steps of `LADDER` in order.

        Args:
            unusable: Why the reply was unusable.
            request: The request, unchanged.
            streamed: Whether a listener waits for the pieces of the reply.
        """
        if self._helped and self._helped not in self._failed:
            return self._helped
        changes = (
            change
            for step in LADDER
            if unusable in step.after
            for change in self._changes(step.changes, request, streamed=streamed)
        )
        return next((change for change in changes if change not in self._failed), None)

    def _changes(self, what: str, request: ChatRequest, *, streamed: bool) -> Iterator[Change]:
        """Yield the changes of one step that this request can make."""
        forms = self._forms[1:] if request.schema is not None else ()
        levels = list[ThinkingLevel](self._switches if "thinking" not in self._without else ())
        if self._thinking:
            levels = levels[levels.index(self._thinking) + 1 :]
        parts: dict[OptionalParameter, bool] = {
            "system": any(message.role == "system" for message in request.messages),
            "stream": streamed,
        }
        gone: tuple[OptionalParameter, ...] = tuple(
            part for part, sent in parts.items() if sent and part not in self._without
        )
        if what == "form":
            yield from (Change(form) for form in forms)
        elif what == "thinking":
            yield from (Change(thinking=level) for level in levels)
        elif what == "all":
            level: ThinkingLevel | None = next(iter(self._accepted(levels)), None)
            if bool(forms) + bool(level) + len(gone) > 1:
                yield Change(forms[-1] if forms else None, level, gone)
        else:
            yield from (Change(without=(part,)) for part in gone if part == what)

    def _accepted(self, levels: Sequence[ThinkingLevel]) -> list[ThinkingLevel]:
        return [each for each in levels if each not in self._refused_levels]

    def record_refused(self, change: Change) -> None:
        """Record that the endpoint refused a change that was tried."""
        self._failed.add(change)
        if change.thinking and not change.without:
            self._refused_levels.add(change.thinking)

    def record_outcome(self, change: Change | None, *, useful: bool) -> None:
        """Record whether the reply to a request was of use.

        Args:
            change: What the request changed; None for the usual request.
            useful: Whether it had an answer.
        """
        if not useful:
            self._failures += change is None
            if change:
                self._failed.add(change)
        elif change is None:
            self._failures, self._answered = 0, True
            self._failed.clear()
            self._helped = None
        else:
            self._helped = change
            if self._failures >= _FAILURES[self._answered]:
                self._keep_change(change)

    def _keep_change(self, change: Change) -> None:
        """Make a change a part of every request from now on."""
        if change.form:
            self.record_form_followed(change.form)
        self._thinking = change.thinking or self._thinking
        self._without.update(change.without)
        self._failures, self._answered, self._helped = 0, True, None
        self._failed.clear()
        self.save()

    def adapt_to_refusal(
        self, error: ModelRefused, sent: ChatRequest, *, streamed: bool = False
    ) -> bool:
        """Learn from a refused parameter how to send it later; return whether a retry may help.

        An optional parameter is left out from then on; the token limit is lowered or renamed. Calls
        sent together are refused together: each may retry, even if another has already learned
        this.

        Args:
            error: The refusal.
            sent: The refused request.
            streamed: Whether its reply was requested as a stream.
        """
        field = refused_part(error, sent, streamed=streamed) or refused_parameter(
            error, sent, streamed=streamed
        )
        if field == "max_tokens" or allowed_limit(error, 0 if field else sent.max_tokens or 0):
            return self._limits_otherwise(error, sent)
        # A refused switch of the thinking is one that was tried, and there may be another.
        if (
            field is None
            or field in self._fixed
            or (field == "thinking" and sent.change and sent.change.thinking)
        ):
            return False
        self._without.add(field)
        return True

    def _limits_otherwise(self, error: ModelRefused, sent: ChatRequest) -> bool:
        """Lower the token limit to what the refusal names, or send it under its other name.

        The limit is never left out. Return False if neither is possible.
        """
        most = allowed_limit(error, sent.max_tokens or 0)
        if most:
            self._most = min(most, self._most or most)
        elif sent.other_limit_name:
            # Both names were refused, and without a limit no call is sent.
            return False
        self._renamed = self._renamed or not most
        return True

    def adapted_request(
        self, request: ChatRequest, form: AnswerForm, room: int | None = None
    ) -> ChatRequest:
        """Return `request` changed as the endpoint accepts it: form, token limit and parameters.

        Args:
            request: The original request.
            form: The form of a structured answer.
            room: The most tokens of a reply to this prompt; None where it is not told.
        """
        if request.schema is not None:
            shown = form == "json_schema" or request.schema_in_messages
            messages = request.messages if shown else _with_schema(request.messages, request.schema)
            request = replace(request, form=form, messages=messages)
        if request.max_tokens:
            usual = request.max_tokens
            most = min(usual, self._most or usual, room or usual)
            request = replace(request, max_tokens=most, other_limit_name=self._renamed)
        change = request.change or Change()
        without = self._without.union(change.without)
        if "system" in without:
            request = replace(request, messages=_without_system(request.messages))
        level: ThinkingLevel | None = change.thinking or self._thinking
        added = self._switches[level] if level and "thinking" not in without else {}
        return replace(request, left_out=tuple(sorted(without)), added=added)


def _without_system(messages: tuple[Message, ...]) -> tuple[Message, ...]:
    """Make system messages ones of the user; the dialects merge those that follow each other."""
    return tuple(replace(each, role="user") if each.role == "system" else each for each in messages)


def _with_schema(messages: tuple[Message, ...], schema: dict[str, Any]) -> tuple[Message, ...]:
    """Append the schema as text; the dialects merge it with the last message of the user."""
    words = (
        "Answer with one JSON object and nothing else. It fits this JSON schema: "
        f"{json.dumps(schema, ensure_ascii=False)}"
    )
    return (*messages, Message("user", words))
