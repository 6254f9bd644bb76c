"""The exception tree of wolftui, drawn below, and `did_you_mean` for hints at the nearest word.

    WolfError
    ├── ConfigError      a setting, board, seat or name is wrong: file, key, hint
    ├── LogError         a saved game cannot be read or continued: file, line
    ├── IllegalAnswer    an answer outside the options of its ask
    ├── SeatError        the player of a seat gave no output at all
    ├── ModelError       a model gave no reply
    │   ├── ModelTimeout      no reply in time
    │   ├── ModelUnreachable  no server at the address, or the connection broke
    │   │   └── ModelUntrusted    no secure connection: its certificate, or no TLS on one side
    │   ├── ModelRefused      the endpoint answered with an error: key, model, limit, server failure
    │   │   └── PromptTooLong     the prompt does not fit into the model's context
    │   └── ModelMalformed    the body received is not a reply
    ├── MemoryProblem    texts cannot be compared, or a pool of experience cannot be read
    └── GameStopped      the game was stopped on purpose (Ctrl-C, end of input); it can be resumed
        └── OverBudget       the budget is spent

A message is one sentence for a person and says what to do next where that is not obvious. Quoted
text may come from anywhere: it is shortened and stripped of control characters and of secrets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from .visible import blank_invisible, clean_sentence, in_one_line, shortened, without_secrets

_PROBLEM, _HINT, _FILE, _KEY = 400, 1200, 240, 80
"""Maximum characters of each part of a message: problem, hint, file and key."""


class WolfError(Exception):
    """Base class of all errors that may be shown to a person. Instances can be pickled."""

    def __init__(self, message: str = "") -> None:
        super().__init__(_clean_message(message))

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.args, self.__dict__)


def _rebuild(
    kind: type[WolfError], args: tuple[object, ...], attributes: dict[str, object]
) -> WolfError:
    """Restore a pickled error without `__init__`, since its message is already formatted."""
    error = kind.__new__(kind, *args)
    error.__dict__.update(attributes)
    return error


def _clean_message(text: str) -> str:
    """Clean and shorten a message but keep its line ends, because a hint may hold a table."""
    return shortened(blank_invisible(_bare(text, 2 * _HINT), keep="\n"), 2 * _HINT)


def _bare(text: str, limit: int) -> str:
    """Remove secrets from the part of a text that can be shown within `limit` characters."""
    return without_secrets(text[: _LOOKED_AT * limit])


_LOOKED_AT = 16
"""The part of a text that is searched for secrets, in limits: a secret may not end at a cut that is
shown."""


def _clause(text: str) -> str:
    return clean_sentence(_bare(text, _PROBLEM), _PROBLEM)


def _sentence(hint: str) -> str:
    return shortened(_bare(hint, _HINT), _HINT)


class ConfigError(WolfError):
    """A setting, a board, a seat or a name is wrong.

    Args:
        problem: What is wrong, as a clause without a full stop.
        file: The file that holds it, or an empty string.
        key: The key or argument at fault, or an empty string.
        hint: What would be right, as a sentence.
    """

    def __init__(self, problem: str, *, file: str = "", key: str = "", hint: str = "") -> None:
        self.problem, self.file, self.key, self.hint = (
            _clause(problem),
            file,
            key,
            _sentence(hint),
        )
        where = ": ".join(
            part for part in (in_one_line(file, _FILE), in_one_line(key, _KEY)) if part
        )
        message = f"{where}: {self.problem}" if where else self.problem
        super().__init__(f"{message}. {self.hint}" if hint else message)


class LogError(WolfError):
    """A saved game cannot be read, continued or trusted.

    Args:
        problem: What is wrong, as a clause without a full stop.
        file: The file at fault.
        line: The line at fault, counted from 1; 0 when no line is.
        hint: What to do next, as a sentence.
    """

    def __init__(self, problem: str, *, file: str = "", line: int = 0, hint: str = "") -> None:
        self.problem, self.file, self.line, self.hint = (
            _clause(problem),
            file,
            line,
            _sentence(hint),
        )
        shown = in_one_line(file, _FILE)
        where = f"{shown}, line {line}" if line else shown
        message = f"{where}: {self.problem}" if where else self.problem
        super().__init__(f"{message}. {self.hint}" if hint else message)


class IllegalAnswer(WolfError):
    """An answer is not among the options of its ask, or its ask is not pending."""

    def __init__(self, ask_id: str, problem: str) -> None:
        self.ask_id, self.problem = ask_id, _clause(problem)
        super().__init__(f"{in_one_line(ask_id, _KEY)}: {self.problem}")


class SeatError(WolfError):
    """The player of a seat gave no output at all: refused, unreachable or broken.

    Unusable output is not this error; it is repaired or replaced.

    Args:
        seat: The seat number.
        problem: What is wrong, as a clause.
        general: The part of the problem that every other seat of the same model could meet too, as
            a clause: nothing in it depends on what the seat was asked or knows. Empty if there is
            none.
    """

    def __init__(self, seat: int, problem: str, general: str = "") -> None:
        self.seat, self.problem, self.shared_problem = (
            seat,
            in_one_line(_bare(problem, _HINT), _HINT),
            in_one_line(_bare(general, _HINT), _HINT),
        )
        super().__init__(f"seat {seat}: {self.problem}")


_TRACEBACK = 20_000
"""Maximum characters of a traceback; of a longer one the end is kept."""


def cause_traceback(error: BaseException) -> str:
    """Return the traceback of an error's cause; empty where the error has no cause."""
    import traceback  # noqa: PLC0415  slow to load, and hardly ever needed

    cause = error.__cause__
    trace = "".join(traceback.format_exception(cause)) if cause else ""
    return without_secrets(trace[-_LOOKED_AT * _TRACEBACK :])[-_TRACEBACK:]


def crash_traceback(error: BaseException) -> str:
    """Return the traceback of a player that broke; empty for an error that was foreseen."""
    is_crash = isinstance(error, SeatError) and not isinstance(error.__cause__, WolfError)
    return cause_traceback(error) if is_crash else ""


class MemoryProblem(WolfError):
    """Texts cannot be compared by meaning, or a pool of experience cannot be read or written.

    Args:
        problem: What is wrong, as a clause without a full stop.
        file: The file at fault, or an empty string.
        hint: What to do, as a sentence.
    """

    def __init__(self, problem: str, *, file: str = "", hint: str = "") -> None:
        self.problem, self.file, self.hint = (
            _clause(problem),
            file,
            _sentence(hint),
        )
        message = f"{in_one_line(file, _FILE)}: {self.problem}" if file else self.problem
        super().__init__(f"{message}. {self.hint}" if hint else message)


class ModelError(WolfError):
    """A model gave no reply at all.

    Args:
        model: The model's name in the settings.
        problem: What is wrong, as a clause without a full stop.
        hint: What to do, as a sentence.
        again: Whether a retry of the same call may succeed; None for the default of the error
            class.
        wait: Seconds that the endpoint asks to wait before a retry, or None.
    """

    retryable_by_default = True
    """Whether a call that failed with this error may be tried again, where `again` is None."""

    def __init__(
        self,
        model: str,
        problem: str,
        *,
        hint: str = "",
        again: bool | None = None,
        wait: float | None = None,
    ) -> None:
        self.model, self.problem, self.hint = (
            model,
            in_one_line(_bare(problem, _PROBLEM), _PROBLEM),
            _sentence(hint),
        )
        self.retryable = self.retryable_by_default if again is None else again
        self.retry_after = wait
        message = f"{in_one_line(model, _KEY)}: {self.problem}"
        super().__init__(f"{message}. {self.hint}" if hint else message)


class ModelTimeout(ModelError):
    """The model gave no reply in time."""


class ModelUnreachable(ModelError):
    """No server answers at the endpoint, or the connection broke before the reply was complete."""


class ModelUntrusted(ModelUnreachable):
    """No secure connection to the endpoint: TLS fails, or its certificate cannot be verified."""

    retryable_by_default = False


class ModelRefused(ModelError):
    """The endpoint answered with an error.

    Args:
        model: The model's name in the settings.
        problem: What is wrong, as a clause without a full stop.
        status: The HTTP status.
        param: The parameter of the request that the endpoint names as the cause, or an empty
            string.
        words: The endpoint's error text, in one line and without the API key.
        hint: What to do, as a sentence.
        again: Whether a retry of the same call may succeed; None for the default of this error.
        wait: Seconds that the endpoint asks to wait before a retry, or None.
    """

    retryable_by_default = False

    def __init__(
        self,
        model: str,
        problem: str,
        *,
        status: int,
        param: str = "",
        words: str = "",
        hint: str = "",
        again: bool | None = None,
        wait: float | None = None,
    ) -> None:
        self.status, self.param, self.endpoint_text = status, param, words
        super().__init__(model, problem, hint=hint, again=again, wait=wait)


class PromptTooLong(ModelRefused):
    """The prompt does not fit into the model's context; a shorter one may."""


class ModelMalformed(ModelError):
    """The body that the endpoint sent is not a reply."""


class GameStopped(WolfError):
    """The game was stopped on purpose before its end.

    All answers given so far are saved, and the game can be resumed.
    """


class OverBudget(GameStopped):
    """The budget of the game in money, tokens or time is spent."""


def all_problems(checks: Iterable[Callable[[], object]]) -> None:
    """Run all checks; raise one ConfigError with the problems of all that fail.

    The first problem is that of the error; the others, each once, are in its hint.

    Args:
        checks: Each raises ConfigError for one problem.
    """
    found: list[ConfigError] = []
    for check in checks:
        try:
            check()
        except ConfigError as error:
            found.append(error)
    if not found:
        return
    first, more = found[0], dict.fromkeys(map(str, found[1:]))
    more.pop(str(first), None)
    hint = first.hint + "".join(f" Also: {problem.rstrip('.')}." for problem in more)
    raise ConfigError(first.problem, file=first.file, key=first.key, hint=hint.strip()) from first


def did_you_mean(word: str, words: Iterable[str], list_intro: str = "It is one of") -> str:
    """Return a hint sentence with the known word nearest to an unknown one (difflib, 0.5 up).

    Args:
        word: The unknown word.
        words: The known words.
        list_intro: Introduces the list of all known words where none is near enough.
    """
    import difflib  # noqa: PLC0415  slow to load, and for hints alone

    known = tuple(words)
    near = difflib.get_close_matches(word[:_LONGEST_WORD], known, n=1, cutoff=0.5)
    return f"Did you mean `{near[0]}`?" if near else f"{list_intro}: {', '.join(known)}."


_LONGEST_WORD = 80
"""Characters of the unknown word that are compared: the time to compare grows with the square of
the length."""
