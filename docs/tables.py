"""Write the generated tables of the pages: `python -m docs.tables`; tests keep them fresh."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from wolfcore.agents.policy_results import policy_results
from wolfcore.env.spaces import ARRAY_ROWS, PLAN_ROWS, fields_of
from wolfcore.experiments import read_experiment
from wolfcore.game import ROLES, Board, Switches, board_names, board_source, get_board
from wolfcore.game.rulebook import power_sentence, role_list
from wolfcore.metrics.catalogue import CHAPTERS
from wolfcore.models import LocalSettings, ModelSpec
from wolftui.cli.paper_table import construction_sentences
from wolftui.measures.output_forms import range_text
from wolftui.settings.actions import ACTIONS
from wolftui.settings.actions.key_help import reference_table
from wolftui.settings.config import Config, setting_description
from wolftui.settings.paths import shipped_experiments

from .batches import batches_table
from .fields import default_words, field_types, fields_table, markdown
from .switch_rules import switch_rows

HOME = Path(__file__).resolve().parent.parent
DOCS = HOME / "docs"
LEARNING = HOME / "core" / "wolfcore" / "env" / "README.md"

Table: TypeAlias = Callable[[], str]


def boards_table() -> str:
    """Build the table of boards, one row a board."""
    rows: list[tuple[str, ...]] = []
    for name in board_names():
        board = get_board(name)
        sheriff = "" if board.switches.sheriff == "none" else " + sheriff"
        rows.append(
            (f"`{name}`", str(board.size), f"{role_list(board)}{sheriff}", board_source(name))
        )
    return markdown(("board", "seats", "roles", "from"), rows)


def policies_table() -> str:
    """Build the table of what shipped policies gained over `bot:hard`, one row a board."""
    rows = dict.fromkeys(
        (each.player, each.policy, each.board, each.deals) for each in policy_results()
    )
    found = {
        (each.player, each.policy, each.board, each.side): (
            f"{each.gain:+.1f} [{each.low:+.1f}, {each.high:+.1f}]"
            + (" no" if each.is_worse else "")
        )
        for each in policy_results()
    }
    return markdown(
        ("seat", "policy", "board", "as village", "as wolves", "deals"),
        [
            (
                f"`{player}`",
                f"`{policy}`",
                f"`{board}`",
                found.get((player, policy, board, "village"), ""),
                found.get((player, policy, board, "wolves"), ""),
                str(deals),
            )
            for player, policy, board, deals in rows
        ],
    )


def roles_table() -> str:
    """Build the table of roles, with the power of each under the default switches."""
    board = Board("all", tuple(role.name for role in ROLES.values()), Switches())
    return markdown(
        ("role", "team", "power"),
        [(role.name, role.team, power_sentence(role.name, board)) for role in ROLES.values()],
    )


def switches_table() -> str:
    """Build the table of rule switches with the rule of each value."""
    return markdown(("switch", "value", "rule"), switch_rows())


def arrays_table() -> str:
    """Build a table of the arrays that learners observe, shaped for 7 seats and 3 candidates."""
    shapes = {field.name: field.shape for field in fields_of(7, 3)}
    rows: list[tuple[str, ...]] = []
    for name, axes, high, means in (*ARRAY_ROWS, *PLAN_ROWS):
        shape = " x ".join(map(str, shapes[name]))
        bound = "S" if high == "seats" else str(high)
        rows.append((f"`{name}`", axes.replace(" ", ", ") or "1", shape, bound, means))
    return markdown(("array", "axes", "on `sla7`", "up to", "what it holds"), rows)


def keys_table() -> str:
    """Build the table of keys, one row an action."""
    return reference_table(ACTIONS)


def metrics_table() -> str:
    """Build the tables of metrics, one below each chapter heading."""
    parts: list[str] = []
    for title, metrics in CHAPTERS:
        rows: list[tuple[str, ...]] = [
            (
                f"`{metric.name}`",
                metric.meaning,
                range_text(metric),
                "" if metric.direction == "neither" else metric.direction,
                metric.source,
            )
            for metric in metrics
        ]
        parts.append(
            f"### {title}\n\n" + markdown(("metric", "meaning", "range", "better", "source"), rows)
        )
    return "\n".join(parts)


def settings_table() -> str:
    """Build the table of settings of `config.toml`."""
    rows: list[tuple[str, ...]] = [
        (f"`{name}`", words, default_words(field), setting_description(name))
        for name, (field, words) in field_types(Config).items()
    ]
    return markdown(("setting", "type", "default", "meaning"), rows)


def models_table() -> str:
    """Build the table of keys of `[models.NAME]`."""
    return fields_table(ModelSpec)


def local_table() -> str:
    """Build the table of keys of `[local]`."""
    return fields_table(LocalSettings)


def experiments_table() -> str:
    """Build the table of the experiments that ship."""
    plans = {name: read_experiment(file) for name, file in shipped_experiments().items()}
    return markdown(
        ("experiment", "paper", "shows", "asks"),
        [(f"`{name}`", plan.paper, plan.shows, plan.title) for name, plan in plans.items()],
    )


def constructions_list() -> str:
    """Build the list of what each experiment plays, and of what differs from its paper."""
    plans = {name: read_experiment(file) for name, file in shipped_experiments().items()}
    lines: list[str] = []
    for paper in dict.fromkeys(plan.paper for plan in plans.values()):
        lines += [f"### {paper}", ""]
        for name, plan in plans.items():
            if plan.paper != paper:
                continue
            models = [f"without models: {line}" for line in plan.differs_without_models]
            lines += [f"- **{plan.shows}** (`{name}`)"]
            lines += [f"    - Plays {line}" for line in construction_sentences(plan)]
            # Commands are named, not shown: those on pages are run by a test.
            lines += [
                f"    - Differs: {line.replace('`wolftui ', '`')}"
                for line in (*plan.differs, *models)
            ]
        lines.append("")
    return "\n".join(lines[:-1]) + "\n"


def with_table(text: str, name: str, table: str) -> str:
    """Return the text of a page with `table` between the markers of the table `name`.

    Raises:
        ValueError: The page does not have both markers, each once.
    """
    start, end = f"<!-- {name} -->\n", f"<!-- /{name} -->"
    if text.count(start) != 1 or text.count(end) != 1:
        raise ValueError(f"the page has no place for the table {name}")
    before, _, rest = text.partition(start)
    _, _, after = rest.partition(end)
    return f"{before}{start}{table}{end}{after}"


TABLES: tuple[tuple[Path, str, Table], ...] = (
    (DOCS / "how" / "engine.md", "batches", batches_table),
    (LEARNING, "arrays", arrays_table),
    (DOCS / "agents.md", "policies", policies_table),
    (DOCS / "boards.md", "boards", boards_table),
    (DOCS / "boards.md", "roles", roles_table),
    (DOCS / "boards.md", "switches", switches_table),
    (DOCS / "experiments.md", "experiments", experiments_table),
    (DOCS / "experiments.md", "constructions", constructions_list),
    (DOCS / "keys.md", "keys", keys_table),
    (DOCS / "metrics.md", "metrics", metrics_table),
    (DOCS / "models.md", "models", models_table),
    (DOCS / "models.md", "local", local_table),
    (DOCS / "settings.md", "settings", settings_table),
)
"""The page, the name and the maker of each table."""

if __name__ == "__main__":
    for page, name, made in TABLES:
        page.write_text(
            with_table(page.read_text(encoding="utf-8"), name, made()), encoding="utf-8"
        )
