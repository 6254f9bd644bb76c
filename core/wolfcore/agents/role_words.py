"""Other names for the roles in prompts and replies (Xu et al. 5), translated around a model.

Tests whether play depends on training texts about Werewolf. Logs and recorded calls keep the plain
role names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias, cast

from msgspec import Struct
from msgspec.structs import replace

from wolfcore.decoders import NotToml, parse_toml
from wolfcore.errors import ConfigError
from wolfcore.files import TEXT_LIMIT, expand_user_path, read_bytes
from wolfcore.game import ROLES, RoleName
from wolfcore.models import ChatModel, ChatReply, ChatRequest, Delta, DeltaListener, Message
from wolfcore.roles import layout_roles, read_section

from .presets import RoleNaming, RoleRenames
from .resources import Models

TextReplacer: TypeAlias = Callable[[str], str]


class RolePrompts(Struct, frozen=True, forbid_unknown_fields=True):
    """The section `agents` of a role's file.

    Attributes:
        neutral: The word without a meaning that may replace the name of the role.
        swapped: The name of another role that may replace it.
        plural: The plural of the name, or an empty string where it takes an `s`.
        questions: Three questions that its holder may put to its memory (Xu et al. A.2; the paper
            has none for the Hunter).
    """

    neutral: str
    swapped: str
    questions: tuple[str, str, str]
    plural: str = ""


ROLE_PROMPTS = read_section("agents", RolePrompts)


_PLURALS = {"Wolf": "Wolves"} | {
    name: words.plural for name, words in ROLE_PROMPTS.items() if words.plural
}
"""The irregular plurals of role words."""


class _Table(NamedTuple):
    """A table of replacement words.

    Attributes:
        words: The replacement of each word.
        spare: Replacements to use if one of `words` is a player's name at the table.
        also_accepted: Words that no prompt contains but a model may write, with the role words they
            are translated back to.
    """

    words: Mapping[str, str]
    spare: tuple[str, ...]
    also_accepted: Mapping[str, str] = {}


_NAMED = frozenset({*ROLES, "Wolf"})
"""The words that can be replaced."""


_WORD = re.compile(r"[^\W\d_]{1,20}( [^\W\d_]{1,20}){0,2}")


_EXAMPLE = (
    'Write lines such as `Werewolf = "Pretty girl"` and `Wolf = "Girl"`, each role with '
    "words of its own."
)


_TABLES: Mapping[object, _Table] = {
    "neutral": _Table(
        {name: words.neutral for name, words in ROLE_PROMPTS.items()} | {"Wolf": "Alphan"},
        ("Theta", "Iota", "Kappa", "Lambda", "Sigma", "Tau", "Upsilon", "Omega"),
    ),
    "swapped": _Table(
        {name: words.swapped for name, words in ROLE_PROMPTS.items()} | {"Wolf": "Commoner"},
        ("Herald", "Minstrel"),
        {"Wolf": "Villager"},
    ),
}


def known_words(words: str) -> tuple[str, ...]:
    """Return the words that the table `neutral` or `swapped` replaces."""
    return tuple(_TABLES[words].words)


def rename_roles(
    models: Models, words: RoleNaming, names: tuple[str, ...], dealt: tuple[RoleName, ...] = ()
) -> Models:
    """Wrap the models so that they see and use the given role names, for a table of these players.

    Args:
        models: The models.
        words: The table of words, or the words of the user's own file; `plain` returns the models
            unchanged.
        names: The names of the players.
        dealt: The roles that the board deals. Of the roles beyond the first seven, only these are
            renamed: the others are ordinary words ("medium sure").
    """
    if words == "plain":
        return models
    there, back = _changes(words, names, layout_roles(dealt))
    return Models(
        *(
            _RenamingModel(each, there, back)
            for each in (models.thinker, models.speaker, models.judge)
        )
    )


@lru_cache(maxsize=64)
def _changes(
    words: RoleNaming, names: tuple[str, ...], roles: tuple[RoleName, ...]
) -> tuple[TextReplacer, TextReplacer]:
    """Return the replacer for prompts and the reverse replacer for replies."""
    if isinstance(words, str):
        known, spare_words, also = _TABLES[words]
        there = {old: new for old, new in known.items() if old in (*roles, "Wolf")}
        table = _Table(there, spare_words, also)
    else:
        table = _Table(dict(words), ())
    # A name of several words is avoided in each of its parts.
    taken = {part.casefold() for name in names for part in re.findall(r"\w+", name)}
    used = taken.union(word.casefold() for word in table.words.values())
    spare = iter([word for word in table.spare if word.casefold() not in used])
    there = {old: _word_not_taken(new, taken, table, spare) for old, new in table.words.items()}
    back = {new: old for old, new in there.items()} | {**table.also_accepted}
    return _replacer(there), _replacer(back)


def _word_not_taken(word: str, taken: set[str], table: _Table, spare: Iterator[str]) -> str:
    """Return the word, or a spare one if it is part of a player's name.

    In a table that swaps role names, a word that is itself a role name is kept; such a player's
    name is replaced as the role is.
    """
    return next(spare, word) if word.casefold() in taken and word not in table.words else word


def _replacer(table: Mapping[str, str]) -> TextReplacer:
    """Return a function that replaces words, keeps capitals and plurals, and fixes `a` and `an`."""
    # Irregular plurals cannot be made by replacing the singular and keeping the ending.
    plurals = {_plural(old): _plural(new) for old, new in table.items()}
    known = {old.casefold(): new for old, new in (*table.items(), *plurals.items())}
    listed = "|".join(sorted(map(re.escape, known), key=len, reverse=True))
    pattern = re.compile(rf"(?:\b(an?)( +))?\b({listed})\b", re.IGNORECASE)

    def change(found: re.Match[str]) -> str:
        article, gap, old = found.groups()
        new = known[old.casefold()]
        new = new.upper() if old.isupper() else new if old[0].isupper() else new.lower()
        if not article:
            return new
        right = "an" if new[0].casefold() in "aeiou" else "a"
        return f"{right.capitalize() if article[0].isupper() else right}{gap}{new}"

    return lambda text: pattern.sub(change, text)


def role_words_from_file(name: str) -> RoleRenames:
    """Read role names from a TOML file with a line `ROLE = "WORDS"` for each.

    Raises:
        ConfigError: The file cannot be read, or its words could not be translated back.
    """
    try:
        table = parse_toml(read_bytes(expand_user_path(name), TEXT_LIMIT).decode("utf-8"))
    except OSError as error:
        raise ConfigError(
            f"cannot be read ({error.strerror or error})",
            file=name,
            hint="The file should hold words for roles.",
        ) from None
    except (NotToml, UnicodeDecodeError) as error:
        raise ConfigError(f"is not valid TOML ({error})", file=name, hint=_EXAMPLE) from None
    pairs = tuple([(role, words) for role, words in table.items() if isinstance(words, str)])
    if problem := _problem(pairs, len(table)):
        raise ConfigError(problem, file=name, hint=_EXAMPLE)
    return pairs


def _problem(pairs: RoleRenames, many: int) -> str:
    """Return what is wrong with the words of a file, as a clause; empty if nothing is."""
    roles, words = [role for role, _ in pairs], [word.casefold() for _, word in pairs]
    if len(pairs) < many or not all(_WORD.fullmatch(word) for word in words):
        return "has a value that is not one or two words"
    if unknown := [role for role in roles if role not in _NAMED]:
        return f"names `{unknown[0]}`, which is not a role"
    if len(set(words)) < len(words) or any(
        word == role.casefold() for role in _NAMED - set(roles) for word in words
    ):
        return "gives two roles the same name"
    return (
        "lacks words for Werewolf and Wolf, which the rules mention"
        if not {"Werewolf", "Wolf"} <= set(roles)
        else ""
    )


def _plural(word: str) -> str:
    return _PLURALS.get(word, f"{word}s")


class _RenamingModel:
    """Wraps a model and translates role names in requests and replies.

    Streamed text is not passed on, since a word may be split between pieces: the reply is
    translated when it is complete.
    """

    def __init__(self, model: ChatModel, there: TextReplacer, back: TextReplacer) -> None:
        self._model, self._there, self._back = model, there, back

    @property
    def name(self) -> str:
        """The name of the wrapped model."""
        return self._model.name

    async def complete(
        self, request: ChatRequest, on_delta: DeltaListener | None = None
    ) -> ChatReply:
        """Send the request with other role names and return the reply with the plain ones."""

        # A word may be split between two pieces, so that only progress is passed on.
        def listening(delta: Delta) -> None:
            assert on_delta
            on_delta(replace(delta, text="", thinking=True) if delta.text else delta)

        messages = tuple([self._message(each) for each in request.messages])
        schema = cast("dict[str, Any] | None", _within(request.schema, self._there))
        reply = await self._model.complete(
            replace(request, messages=messages, schema=schema), listening if on_delta else None
        )
        return replace(
            reply,
            text=self._back(reply.text),
            thinking=self._back(reply.thinking),
            parsed=_within(reply.parsed, self._back),
        )

    def _message(self, message: Message) -> Message:
        """Translate a message, and move the end of its shared prefix accordingly."""
        return Message(
            message.role,
            self._there(message.text),
            len(self._there(message.text[: message.shared_prefix])),
        )


def _within(value: object, change: TextReplacer) -> object:
    """Translate all strings in a JSON value, including the names of fields."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        return [_within(each, change) for each in cast("list[object]", value)]
    if isinstance(value, dict):
        return {
            change(name): _within(each, change)
            for name, each in cast("dict[str, object]", value).items()
        }
    return value
