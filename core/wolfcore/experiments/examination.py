"""The quiz part of an experiment: questions for players with a model, and scores as table cells.

    quiz/NAME.jsonl    the answers of a player (`wolfcore.quiz.exam.scores`)

A player without a model gets no score, and its cell says so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from wolfcore.arena.references import board_of
from wolfcore.errors import ConfigError
from wolfcore.quiz import Question, SetPlan, question_set
from wolfcore.quiz.exam import Taken, Taker, score, take_quiz
from wolfcore.quiz.exam.scores import AnswerFile, Head, read_answers
from wolfcore.seating import is_agent, is_played_by_bot, parse_player

from .cells import TableCell
from .choice import Choice
from .definition import Experiment, Line

QUIZ_FOLDER = "quiz"


NO_MODEL = "no model"
"""The reason why a house bot has no score."""


NO_ANSWERS = "no answers"
"""The reason why a player that was asked nothing yet has no score."""


Answers = Mapping[str, Sequence[Taken]]
"""The quiz answers so far of each player that has a model."""


def examinees(plan: Experiment) -> tuple[str, ...]:
    """Return the players with a model that have a score row; empty without a quiz."""
    if plan.quiz is None:
        return ()
    asked = [player_of(row, column) for row in plan.rows if row.score for column in plan.columns]
    return tuple([name for name in dict.fromkeys(asked) if _has_a_model(plan.players[name])])


def player_of(row: Line, column: Line) -> str:
    """Return the name of the player whose score a cell shows."""
    both = row.merged_with(column)
    return both.player or both.cell


def question_plan(plan: Experiment, choice: Choice) -> SetPlan:
    """Return the plan of the questions that an experiment asks.

    Raises:
        ConfigError: It has no quiz, or a board of it does not exist.
    """
    if plan.quiz is None:
        raise ConfigError("is missing", key="quiz")
    quiz = plan.quiz
    many = quiz.small if choice.size == "small" else quiz.full
    return SetPlan(
        boards=tuple([board_of(board, plan.own) for board in quiz.boards]),
        questions=many,
        seed=quiz.seed,
        part="test",
    )


def unanswered(plan: Experiment, choice: Choice, answers: Answers) -> dict[str, list[Question]]:
    """Return the questions still to be asked, by player; empty without a quiz or if none is left.

    Args:
        plan: The experiment, with the chosen players.
        choice: The user's choice.
        answers: The answers so far.

    Raises:
        ConfigError: A board of the quiz does not exist, or an answered question is no longer asked
            or has another correct answer.
    """
    names = examinees(plan)
    questions = question_set(question_plan(plan, choice)) if names else ()
    missing = {name: _missing(questions, answers.get(name, ()), name) for name in names}
    return {name: left for name, left in missing.items() if left}


async def examine(
    folder: Path,
    plan: Experiment,
    choice: Choice,
    name: str,
    taker: Taker,
    on_answer: Callable[[Taken], object],
) -> None:
    """Ask a player the questions it has not answered yet.

    Args:
        folder: The experiment's folder.
        plan: The experiment.
        choice: The user's choice.
        name: The player.
        taker: Answers the questions for it.
        on_answer: Called with each answer after it is saved.

    Raises:
        ConfigError: The questions cannot be made, or its answers are to another quiz.
        ModelError: The model gave no reply; earlier answers are kept.
        OverBudget: The budget is spent.
        LogError: An answer cannot be written.
    """
    wanted = question_plan(plan, choice)
    head = Head(
        seat=plan.players[name],
        questions=wanted.questions,
        seed=wanted.seed,
        answers=wanted.answers,
        part=wanted.part,
        boards=tuple([board.name for board in wanted.boards]),
    )
    file = _file(folder, name)
    file.parent.mkdir(parents=True, exist_ok=True)
    results = AnswerFile(file, head, again=True)

    def done(row: Taken) -> None:
        results.add(row)
        on_answer(row)

    try:
        await take_quiz(_missing(question_set(wanted), results.rows, name), taker, done)
    finally:
        results.close()


def read_all_answers(folder: Path, plan: Experiment) -> Answers:
    """Read the answers so far of all examined players.

    Raises:
        ConfigError: A file of answers is damaged.
    """
    files = {name: _file(folder, name) for name in examinees(plan)}
    return {name: read_answers(file)[1] if file.exists() else () for name, file in files.items()}


def score_cell(line: Line, name: str, answers: Answers, paper: float | None) -> TableCell:
    """Return the cell of a quiz score, a question being one observation.

    The interval of macro F1 goes from the mean of the lower ends of both F1s to that of the upper
    ones: a mean of two varies no more than they do on average, so the interval is too wide rather
    than too narrow.
    """
    if name not in answers:
        return TableCell(paper=paper, how=NO_MODEL)
    if not answers[name]:
        return TableCell(paper=paper, how=NO_ANSWERS)
    found = score(answers[name])
    if line.score == "accuracy":
        value, (low, high, how) = found.accuracy.value, found.accuracy.interval
    else:
        value, ends = found.f1, (found.f1_yes.interval, found.f1_no.interval)
        low, high, how = (
            _mean([end.low for end in ends]),
            _mean([end.high for end in ends]),
            ends[0].how,
        )
    return TableCell(
        paper=paper,
        value=value,
        low=low,
        high=high,
        how=how,
        games=found.questions,
        deals=found.questions,
    )


def _mean(ends: Sequence[float | None]) -> float | None:
    known = [end for end in ends if end is not None]
    return sum(known) / len(known) if len(known) == len(ends) else None


def _missing(questions: Sequence[Question], rows: Sequence[Taken], name: str) -> list[Question]:
    """Return the questions that a player has not answered.

    Raises:
        ConfigError: An answered question is no longer asked, or has another correct answer.
    """
    keys = {question.id: (question.text, question.answer) for question in questions}
    answered = {row.id for row in rows}
    for row in rows:
        if keys.get(row.id) != (row.text, row.answer):
            hint = (
                "Choose another folder with `--into`: questions before and after a change cannot "
                "be in one score."
            )
            raise ConfigError(
                f"{name} answered a question that is no longer asked ({row.id})",
                key=QUIZ_FOLDER,
                hint=hint,
            )
    return [question for question in questions if question.id not in answered]


def _has_a_model(word: str) -> bool:
    spec = parse_player(word)
    return is_agent(spec.player) and not is_played_by_bot(spec.options)


def _file(folder: Path, name: str) -> Path:
    return folder / QUIZ_FOLDER / f"{name}.jsonl"
