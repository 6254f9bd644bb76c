"""Everything that attributes, containers, closures and bound methods lead to, and what the
collector sees besides."""

from __future__ import annotations

import gc
from collections import deque
from collections.abc import Iterator
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType


def reachable(*starts: object) -> Iterator[object]:
    """Each object once. Code is left out: classes, modules, and of functions everything but what
    they close over."""
    seen, left = set[int](), deque(starts)
    while left:
        thing = left.popleft()
        if id(thing) in seen or isinstance(thing, type | ModuleType):
            continue
        seen.add(id(thing))
        yield thing
        left += _parts(thing)


def _parts(thing: object) -> list[object]:
    if isinstance(thing, FunctionType):
        cells = thing.__closure__ or ()
        return [*(cell.cell_contents for cell in cells), thing.__defaults__, thing.__kwdefaults__]
    if isinstance(thing, MethodType | BuiltinFunctionType):
        return [thing.__self__, getattr(thing, "__func__", None)]
    kind = type(thing)
    names = [name for base in kind.__mro__ for name in (base.__dict__.get("__slots__") or ())]
    names += getattr(kind, "__struct_fields__", ())
    return (
        [*(getattr(thing, name, None) for name in names), *vars(thing).values()]
        if hasattr(thing, "__dict__")
        else [*(getattr(thing, name, None) for name in names), *gc.get_referents(thing)]
    )
