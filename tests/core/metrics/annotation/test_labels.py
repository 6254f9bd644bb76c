"""The list of labels: every one can be asked by a key, is explained, and has a reader's opinion."""

from __future__ import annotations

from tests.core.metrics.written import dawn, day, ended, exiled, night, said, votes, written
from wolfcore.metrics import tables_of
from wolfcore.metrics.annotation import SIGHTS, labels, labels_of, reader_labels
from wolfcore.metrics.annotation.labels import LABELS_FROM_ACTS, LABELS_FROM_METRICS

COMMANDS = "bsq? "


def test_every_label_has_a_key_of_its_own_that_is_no_command() -> None:
    keys = [label.key for label in labels()]
    assert len(set(keys)) == len(keys)
    assert all(len(key) == 1 and key.islower() and key not in COMMANDS for key in keys)


def test_every_label_says_what_it_means_and_who_said_so() -> None:
    for label in labels():
        assert all(
            len(words) > 10
            for words in (label.question, label.definition, label.source, label.reader)
        ), label.name
        assert label.question.endswith("?")
        assert len(label.title) <= 20, "it stands in a column"


def test_the_behaviours_of_the_papers_are_asked_and_truth_is_needed_for_three() -> None:
    assert {"trust", "leads", "unreasonable"} <= {label.name for label in labels_of("blind")}
    assert [label.name for label in labels_of("known")] == [
        "confronts",
        "camouflages",
        "slips",
    ]
    assert {label.sight for label in labels()} == set(SIGHTS)


def test_the_reader_has_an_opinion_for_every_label() -> None:
    assert {
        label.name for label in labels()
    } == LABELS_FROM_ACTS.keys() | LABELS_FROM_METRICS.keys()


TALK = written(
    "WSVVV", night(1), dawn(1), day(1),
    said(1, "I am the Seer. I checked Cleo last night, and Cleo is a wolf. Vote for Cleo."),
    said(2, "I believe Cleo. I suspect Ada."),
    said(3, "Good morning, everyone."),
    said(4, "Ada, whom did you check? I protected Bram last night."),
    said(5, "Leave Cleo alone. As a villager, I checked Ada last night and she is a wolf."),
    votes("3 1 1 1 1"), exiled(1), ended(1, "village"),
)  # fmt: skip


def yes(seat: int) -> set[str]:
    """What the reader says yes to in the speech of a seat, each having spoken once."""
    t = tables_of(TALK)
    (entry,) = (speech.entry for speech in t.speeches if speech.seat == seat)
    return {name for name, said in reader_labels(t)[entry].items() if said}


def test_the_reader_labels_speeches_by_their_acts_and_by_what_metrics_count() -> None:
    # 1 is a wolf: claim and check are untrue; the accusation is of an opponent
    assert yes(1) == {"claims", "reports", "accuses", "votes", "leads", "confronts", "camouflages"}
    assert yes(2) == {"vouches", "trust", "accuses", "confronts"}
    assert yes(3) == set()
    assert yes(4) == {"asks", "deeds", "camouflages"}
    # 5 contradicts itself in one speech: a slip and no camouflage
    assert {"claims", "reports", "defends", "trust", "unreasonable", "confronts"} <= yes(5)
    assert "camouflages" not in yes(5)


def test_a_call_for_a_vote_leads_only_by_day_and_for_somebody_else() -> None:
    campaign = written(
        "WSVV",
        night(1),
        dawn(1),
        said(2, "Vote for Ada.", "campaign"),
        said(3, "Vote for Ada."),
        ended(1, "stopped"),
    )
    labelled = reader_labels(tables_of(campaign))
    assert [(said["votes"], said["leads"]) for said in labelled.values()] == [
        (True, False),
        (True, True),
    ]


def test_a_secret_told_is_a_slip_where_the_deeds_of_the_night_are_recorded() -> None:
    told = (
        night(1),
        dawn(1),
        day(1),
        said(1, "We wolves are two now. Vote for Bram."),
        ended(1, "stopped"),
    )
    (labelled,) = reader_labels(tables_of(written("WSVV", *told))).values()
    assert labelled["slips"]
    (labelled,) = reader_labels(tables_of(written("WSVV", *told, untold=["Attacked"]))).values()
    assert labelled["votes"]
    assert "slips" not in labelled


def test_the_reader_says_nothing_of_speech_in_another_language() -> None:
    other = written(
        "WSVV",
        night(1),
        dawn(1),
        day(1),
        said(1, "Ich bin die Seherin."),
        ended(1, "stopped"),
        language="de",
    )
    assert reader_labels(tables_of(other)) == {}
