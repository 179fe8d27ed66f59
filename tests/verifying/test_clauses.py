"""What follows from clauses by unit propagation."""

from __future__ import annotations

from hashi_gui.verifying.clauses import Clauses


def clauses_of(*clauses: list[int]) -> Clauses:
    result = Clauses(5)
    for clause in clauses:
        result.add(clause)
    return result


def test_a_clause_follows_if_its_negation_leads_to_a_contradiction() -> None:
    clauses = clauses_of([1, 2], [-2, 3], [-3, -4], [4, 1])
    assert clauses.follows([1])
    assert clauses.follows([1, -3])
    assert not clauses.follows([2])
    assert not clauses.follows([3, 4])
    assert clauses.follows([5, -5])
    assert not any(clauses.values)


def test_what_units_imply_is_known_for_good() -> None:
    clauses = clauses_of([-1, 2], [-2, 3, 4], [1])
    assert [clauses.values[literal] for literal in (1, 2, -2, 3)] == [1, 1, -1, 0]
    clauses.add([-4])
    assert clauses.values[3] == 1
    with clauses.assuming([5]) as consistent:
        assert consistent
        assert clauses.values[5] == 1
    assert clauses.values[5] == 0
    clauses.add([4, 5])
    assert clauses.values[5] == 1
    clauses.add([-3])
    assert clauses.contradiction
    assert clauses.follows([])


def test_an_empty_clause_is_a_contradiction() -> None:
    assert clauses_of([]).contradiction
    assert clauses_of([1], [-1, -1]).contradiction
    assert not clauses_of([1, -1], [1, 1]).contradiction


def test_the_clauses_that_were_used() -> None:
    clauses = clauses_of([-1, 5], [-1, 2], [-2, 3], [-2, 4], [-3, -4], [1, 5])
    with clauses.assuming([1]) as consistent:
        assert not consistent
        assert clauses.used() == {1, 2, 3, 4}
    clauses.add([-1])
    with clauses.assuming([]):
        assert clauses.used([5]) == {5, 6}
        assert clauses.used([]) == set()
    clauses.add([-5])
    assert clauses.used() == {5, 6, 7}
