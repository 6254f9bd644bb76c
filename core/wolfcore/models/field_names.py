"""The names that models give to the fields of an answer, in English and other languages."""

from __future__ import annotations

import re
from unicodedata import normalize

NAMES: dict[str, tuple[str, ...]] = {
    "reasoning": (
        "reasoning", "reason", "reasons", "rationale", "thought", "thoughts", "thinking",
        "explanation", "analysis", "理由", "推理", "思考", "分析", "原因", "推論", "추론", "이유",
        "razonamiento", "begründung", "raisonnement", "рассуждение", "raciocínio", "ragionamento",
    ),
    "choice": (
        "choice", "vote", "target", "option", "selection", "selected", "selectedoption",
        "chosenoption", "chosen", "decision", "pick", "finalanswer", "finalchoice", "answer",
        "action", "选择", "投票", "目标", "决定", "选项", "選択", "선택", "elección", "voto",
        "wahl", "auswahl", "choix", "выбор", "escolha", "scelta",
    ),
    "speech": (
        "speech", "statement", "message", "utterance", "say", "text", "content", "finalanswer",
        "answer", "response", "reply", "发言", "发言内容", "说", "発言", "발언", "discurso", "rede",
        "discours", "речь", "fala", "discorso",
    ),
    "suspicions": (
        "suspicions", "suspicion", "suspects", "beliefs", "怀疑", "嫌疑", "疑い", "의심",
        "sospechas", "verdacht", "soupçons", "подозрения",
    ),
    "player": ("player", "seat", "name", "target", "玩家", "座位"),
    "role": ("role", "identity", "角色", "身份"),
    "confidence": ("confidence", "certainty", "sure", "信心", "置信度"),
}  # fmt: skip
"""The names that models give to a field, best first, without spaces, signs and capitals."""


def plain_name(name: str) -> str:
    """Return a name without spaces, signs and capitals, as it stands in `NAMES`."""
    # An accent may be a character of its own.
    return re.sub(r"[\W_]+", "", normalize("NFKC", name).casefold())
