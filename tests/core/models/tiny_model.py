"""A language model of random weights in a file that llama.cpp reads: a tenth of a megabyte, the
same bytes every time.

It writes printable ASCII alone, without backslashes, and soon a quotation mark. So a server that
holds it to a JSON schema gets valid JSON of it, and not too much. The format is GGUF 3
(`docs/gguf.md` of ggml), the model a llama of one layer.
"""

from __future__ import annotations

import random
import struct
from array import array
from collections.abc import Iterable, Sequence
from math import prod
from pathlib import Path

LAYERS, WIDTH, HEADS, KEY_HEADS, INNER, CONTEXT = 1, 32, 2, 1, 64, 32_768
CONTROLS = ("<|endoftext|>", "<|im_start|>", "<|im_end|>")
TEMPLATE = (
    "{% for m in messages %}<|im_start|>{{ m['role'] }}\n{{ m['content'] }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
USUAL = (
    " the",
    " and",
    " of",
    " is",
    " in",
    " to",
    " night",
    " day",
    " player",
    " wolf",
    " wolves",
    " vote",
    " that",
    " they",
    " you",
    " not",
    " say",
    " seat",
    " role",
    " choose",
    " attack",
    " answer",
    " what",
    " who",
    " for",
    " with",
    " one",
    " all",
    " it",
)
"""Words that are one token each, which shortens prompts."""
NEVER, OFTEN = -60.0, 1.5
"""How much the first number of what flows through the layers, which is the same for every token,
speaks for a token."""
_ALIGNED = 32
_UINT32, _INT32, _FLOAT32, _BOOL, _TEXT, _ARRAY = 4, 5, 6, 7, 8, 9
_NORMAL, _CONTROL = 1, 3

Tensor = tuple[str, Sequence[int], bytes]
"""A name, the lengths (the innermost first) and the numbers."""


def write_tiny_model(file: Path) -> None:
    """Write the model to `file`."""
    words = _words()
    values = _values(words)
    tensors = [*_ends(words), *_layers()]
    listed, numbers = b"", b""
    for name, lengths, body in tensors:
        listed += _text(name) + struct.pack(
            f"<I{len(lengths)}QIQ", len(lengths), *lengths, 0, len(numbers)
        )
        numbers += _padded(body)
    head = struct.pack("<4sIQQ", b"GGUF", 3, len(tensors), len(values))
    head += b"".join(_text(key) + value for key, value in values.items())
    file.write_bytes(_padded(head + listed) + numbers)


def _words() -> list[str]:
    """The vocabulary, as GPT-2 writes one: a sign for each byte, and each beginning of the usual
    words."""
    signs = _signs()
    beginnings = (word[:length] for word in USUAL for length in range(2, len(word) + 1))
    return [
        *CONTROLS,
        *signs,
        *dict.fromkeys("".join(signs[ord(sign)] for sign in beginning) for beginning in beginnings),
    ]


def _signs() -> list[str]:
    """What stands for each byte: itself where it can be printed and is no blank, else a letter from
    256 on."""
    shown = {*range(33, 127), *range(161, 173), *range(174, 256)}
    others = iter(range(256, 512))
    return [chr(byte if byte in shown else next(others)) for byte in range(256)]


def _values(words: Sequence[str]) -> dict[str, bytes]:
    whole = {
        "context_length": CONTEXT,
        "embedding_length": WIDTH,
        "block_count": LAYERS,
        "feed_forward_length": INNER,
    }
    whole |= {
        "attention.head_count": HEADS,
        "attention.head_count_kv": KEY_HEADS,
        "rope.dimension_count": WIDTH // HEADS,
    }
    whole |= {"vocab_size": len(words)}
    joined = words[len(CONTROLS) + 256 :]
    kinds = [_CONTROL] * len(CONTROLS) + [_NORMAL] * (len(words) - len(CONTROLS))
    tokenizer = {
        "model": _value(_TEXT, _text("gpt2")),
        "pre": _value(_TEXT, _text("gpt-2")),
        "tokens": _list(_TEXT, map(_text, words)),
        "token_type": _list(_INT32, (struct.pack("<i", kind) for kind in kinds)),
        "merges": _list(_TEXT, (_text(f"{word[:-1]} {word[-1]}") for word in joined)),
        "bos_token_id": _count(0),
        "eos_token_id": _count(CONTROLS.index("<|im_end|>")),
        "padding_token_id": _count(0),
        "add_bos_token": _value(_BOOL, b"\0"),
    }
    return {
        "general.architecture": _value(_TEXT, _text("llama")),
        "general.name": _value(_TEXT, _text("tiny")),
        "general.file_type": _count(0),
        "llama.attention.layer_norm_rms_epsilon": _value(_FLOAT32, struct.pack("<f", 1e-5)),
        "llama.rope.freq_base": _value(_FLOAT32, struct.pack("<f", 10_000.0)),
        **{f"llama.{key}": _count(number) for key, number in whole.items()},
        **{f"tokenizer.ggml.{key}": value for key, value in tokenizer.items()},
        "tokenizer.chat_template": _value(_TEXT, _text(TEMPLATE)),
    }


def _ends(words: Sequence[str]) -> list[Tensor]:
    """What turns tokens into numbers and, after the layers, numbers into tokens."""
    chance = random.Random(1)
    into, out = _noise(chance, WIDTH * len(words), 0.5), _noise(chance, WIDTH * len(words), 0.5)
    for row, word in enumerate(words):
        into[row * WIDTH], out[row * WIDTH] = 1.0, _liking(word)
    table = (WIDTH, len(words))
    return [
        ("token_embd.weight", table, into.tobytes()),
        ("output.weight", table, out.tobytes()),
        ("output_norm.weight", (WIDTH,), _ones()),
    ]


def _liking(word: str) -> float:
    """How much is spoken for a token."""
    if word == '"':
        return OFTEN
    plain = all(33 <= ord(sign) < 127 or sign == _signs()[32] for sign in word) and "\\" not in word
    return 0.0 if plain and word not in CONTROLS else NEVER


def _layers() -> list[Tensor]:
    chance = random.Random(2)
    keys = WIDTH // HEADS * KEY_HEADS
    shapes = {
        "attn_q": (WIDTH, WIDTH),
        "attn_k": (WIDTH, keys),
        "attn_v": (WIDTH, keys),
        "attn_output": (WIDTH, WIDTH),
        "ffn_gate": (WIDTH, INNER),
        "ffn_up": (WIDTH, INNER),
        "ffn_down": (INNER, WIDTH),
    }
    tensors: list[Tensor] = []
    for layer in range(LAYERS):
        tensors += [
            (f"blk.{layer}.{norm}.weight", (WIDTH,), _ones()) for norm in ("attn_norm", "ffn_norm")
        ]
        for name, lengths in shapes.items():
            tensors.append(
                (
                    f"blk.{layer}.{name}.weight",
                    lengths,
                    _noise(chance, prod(lengths), 0.1).tobytes(),
                )
            )
    return tensors


def _noise(chance: random.Random, size: int, scale: float) -> array[float]:
    return array("f", (chance.uniform(-scale, scale) for _ in range(size)))


def _ones() -> bytes:
    return array("f", [1.0] * WIDTH).tobytes()


def _text(text: str) -> bytes:
    data = text.encode()
    return struct.pack("<Q", len(data)) + data


def _value(kind: int, body: bytes) -> bytes:
    return struct.pack("<I", kind) + body


def _count(number: int) -> bytes:
    return _value(_UINT32, struct.pack("<I", number))


def _list(kind: int, bodies: Iterable[bytes]) -> bytes:
    items = list(bodies)
    return _value(_ARRAY, struct.pack("<IQ", kind, len(items)) + b"".join(items))


def _padded(data: bytes) -> bytes:
    return data + b"\0" * (-len(data) % _ALIGNED)
