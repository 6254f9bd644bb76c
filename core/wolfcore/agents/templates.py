"""The templates of prompts: those of the package, or a user's own in their place.

Own templates may come from anybody, and are no code: they may use only statements, values and
attributes that the package's own templates use. Their loops and their output are bounded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from traceback import extract_tb
from typing import Any, cast

from jinja2 import (
    Environment,
    FunctionLoader,
    PackageLoader,
    StrictUndefined,
    Template,
    TemplateSyntaxError,
    meta,
    nodes,
)
from jinja2.sandbox import ImmutableSandboxedEnvironment

from wolfcore.errors import ConfigError, WolfError, did_you_mean
from wolfcore.game import Switches

from .presets import PromptTexts

_ENDING = ".j2"


_MOST_ROUNDS, _MOST_CHARACTERS = 20_000, 1 << 18
"""The most rounds of all loops in own templates, and characters that they give, in one prompt."""


_OF_ASKS = frozenset({"switches", "phase", "day", "role", "line_words"})
"""The values that every template in `asks/` is given."""


_FILTERS = ("capitalize", "first", "join", "last", "length", "lower", "trim", "upper")


_NODES = (
    nodes.Output, nodes.TemplateData, nodes.Name, nodes.If, nodes.Call, nodes.Filter,
    nodes.CondExpr, nodes.Compare, nodes.Const, nodes.Getattr, nodes.Getitem, nodes.Concat,
    nodes.And, nodes.Or, nodes.Not, nodes.Tuple,
)  # fmt: skip


_OPTIONS: Mapping[str, Any] = {
    "undefined": StrictUndefined,
    # Prompts are plain text, so HTML escaping would corrupt them.
    "autoescape": False,
    "trim_blocks": True,
    "lstrip_blocks": True,
    "keep_trailing_newline": False,
}


_NOT_IN_MACROS = (nodes.For, nodes.Call, nodes.Include)


@cache
def shipped_prompts() -> Mapping[str, str]:
    """Return the templates of the package, by file name such as `asks/vote.j2`."""
    environment, loader = _shipped(), PackageLoader("wolfcore.agents", "prompts")
    return {
        name: loader.get_source(environment, name)[0]
        for name in loader.list_templates()
        if name.endswith(_ENDING)
    }


@lru_cache(maxsize=512)
def template(name: str, prompts: PromptTexts = ()) -> Template | _OwnTemplate:
    """Load a template; its `render` raises an error for a value that is not given.

    Args:
        name: Its file name without the ending.
        prompts: Own templates, as `check_prompts` returns them.
    """
    if prompts:
        return _OwnTemplate(f"{name}{_ENDING}", _own(prompts))
    return _shipped().get_template(f"{name}{_ENDING}")


def check_prompts(texts: Mapping[str, str], folder: str) -> PromptTexts:
    """Check own templates, which must take the place of all of the package.

    Args:
        texts: The templates by file name.
        folder: Their folder, for messages.

    Raises:
        ConfigError: One is missing or unknown, is no template, or uses what it may not; names the
            file and the line.
    """
    known, environment = shipped_prompts(), _OwnEnvironment(**_OPTIONS)
    for name in (*texts, *known):
        if name not in known:
            hint = did_you_mean(name, known)
            raise ConfigError("is no prompt of the agents", file=f"{folder}/{name}", hint=hint)
        if name not in texts:
            hint = "`wolftui players prompts FOLDER` writes all prompts into a new folder."
            raise ConfigError("is missing", file=f"{folder}/{name}", hint=hint)
        try:
            _check(environment.parse(texts[name]), name)
        except (TemplateSyntaxError, RecursionError) as error:
            problem, line = "is nested too deeply", ""
            if isinstance(error, TemplateSyntaxError):
                problem, line = error.message or "is no template", f"line {error.lineno}"
            raise ConfigError(problem, file=f"{folder}/{name}", key=line) from None
    return tuple(sorted(texts.items()))


@cache
def _used() -> tuple[Mapping[str, set[str]], set[str], set[str]]:
    """Return the values by file, the attributes, and the included files of the package's own."""
    trees = {name: _shipped().parse(text) for name, text in shipped_prompts().items()}
    values = {name: meta.find_undeclared_variables(tree) for name, tree in trees.items()}
    attributes, included = {"first", "last", *Switches.__struct_fields__}, set[str]()
    for name, tree in trees.items():
        attributes |= {each.attr for each in tree.find_all(nodes.Getattr)}
        for inside in filter(None, meta.find_referenced_templates(tree)):
            included.add(inside)
            values[name] |= values[inside]
        if name.startswith("asks/"):
            values[name] |= _OF_ASKS
    return values, attributes, included


def _check(tree: nodes.Template, name: str) -> None:
    values, attributes, included = _used()
    # Else two templates could include each other for ever.
    may_include = () if name in included else included
    for node in tree.find_all(nodes.Node):
        match node:
            case nodes.Getattr(attr=word) if word not in attributes:
                fault = f"nothing has `.{word}`. {did_you_mean(word, sorted(attributes))}"
            case nodes.Filter(name=word) if word not in _FILTERS:
                fault = f"`{word}` is not a filter here. {did_you_mean(word, _FILTERS)}"
            case nodes.Include(template=nodes.Const(value=word)) if word in may_include:
                continue
            case nodes.For() if not node.recursive and not node.find(nodes.Include):
                continue
            case nodes.Macro() if not node.args and not any(map(node.find, _NOT_IN_MACROS)):
                continue
            case nodes.Expr() | nodes.Stmt() if not isinstance(node, _NODES):
                fault = f"`{type(node).__name__.lower()}` cannot be used in prompts, or not so"
            case _:
                continue
        raise TemplateSyntaxError(fault, node.lineno)
    # Last, because it computes constants.
    unknown = meta.find_undeclared_variables(tree) - values[name]
    for node in tree.find_all(nodes.Name):
        if (word := node.name) in unknown:
            hint = f". {did_you_mean(word, sorted(values[name]))}" if values[name] else ""
            raise TemplateSyntaxError(f"there is no `{word}` here{hint}", node.lineno)


@cache
def _shipped() -> Environment:
    return Environment(loader=PackageLoader("wolfcore.agents", "prompts"), **_OPTIONS)


@lru_cache(maxsize=16)
def _own(prompts: PromptTexts) -> _OwnEnvironment:
    texts = dict(prompts)
    # The name of the file is found in the traceback of an error.
    return _OwnEnvironment(
        loader=FunctionLoader(lambda name: (texts[name], name, None)), **_OPTIONS
    )


class PromptProblem(WolfError):
    """An own template cannot be filled in; the message names the file and the line."""


class _OwnEnvironment(ImmutableSandboxedEnvironment):
    """The environment of own templates, which counts the rounds of their loops."""

    rounds = 0

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.globals.clear()
        cast("dict[str, Any]", self.filters).update(bounded=self.bounded, join=_join)

    def _generate(
        self,
        source: nodes.Template,
        name: str | None,
        filename: str | None,
        defer_init: bool = False,
    ) -> str:
        """Compile a template with a bound around what its loops go through."""
        for loop in source.find_all(nodes.For):
            loop.iter = nodes.Filter(loop.iter, "bounded", [], [], None, None, lineno=loop.lineno)
        source.set_environment(self)
        return super()._generate(source, name, filename, defer_init)

    def bounded(self, items: Iterable[object]) -> Iterator[object]:
        for each in items:
            self.rounds += 1
            if self.rounds > _MOST_ROUNDS:
                raise PromptProblem(f"its loops have more than {_MOST_ROUNDS:,} rounds")
            yield each


def _join(items: Iterable[object], between: str = "") -> str:
    """The filter `join`, whose result is bounded: one within another would fill the memory."""
    parts, left = list[str](), _MOST_CHARACTERS
    for each in items:
        parts.append(str(each))
        left -= len(parts[-1]) + len(between)
        if left < 0:
            raise PromptProblem(f"`join` gives more than {_MOST_CHARACTERS:,} characters")
    return between.join(parts)


class _OwnTemplate:
    """An own template, whose errors are those of its file."""

    def __init__(self, name: str, environment: _OwnEnvironment) -> None:
        self._name, self._environment = name, environment

    def render(self, **values: Any) -> str:
        """Return the text.

        Raises:
            PromptProblem: It cannot be filled in, or is too long.
        """
        parts, left = list[str](), _MOST_CHARACTERS
        self._environment.rounds = 0
        try:
            for part in self._environment.get_template(self._name).generate(**values):
                parts.append(part)
                left -= len(part)
                if left < 0:
                    raise PromptProblem(f"it has more than {_MOST_CHARACTERS:,} characters")
        except Exception as error:
            frames = extract_tb(error.__traceback__)
            lines = [f", line {each.lineno}" for each in frames if each.filename == self._name]
            where = self._name + "".join(lines[-1:])
            raise PromptProblem(f"the prompt {where}: {error}") from error
        return "".join(parts)
