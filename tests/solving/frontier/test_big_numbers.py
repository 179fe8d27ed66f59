from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from hashi_gui.solving.frontier import big_numbers

NUMBERS = st.lists(st.integers(0, 2**200), min_size=1, max_size=20)


def to_rows(numbers: list[int]) -> big_numbers.BigNumbers:
    rows = max(1, -(-max(number.bit_length() for number in numbers) // 56))
    mask = (1 << 56) - 1
    return np.array(
        [[number >> 56 * row & mask for number in numbers] for row in range(rows)], np.uint64
    )


def to_ints(rows: big_numbers.BigNumbers) -> list[int]:
    return [sum(int(value) << 56 * i for i, value in enumerate(column)) for column in rows.T]


@given(NUMBERS, st.integers(1, 4), st.data())
def test_sums_multiples_and_the_total_are_exact(
    numbers: list[int], factor: int, data: st.DataObject
):
    rows = to_rows(numbers)
    starts = [0, *sorted(data.draw(st.sets(st.integers(1, len(numbers)))) - {len(numbers)})]
    ends = [*starts[1:], len(numbers)]
    assert to_ints(big_numbers.sums(rows, np.array(starts))) == [
        sum(numbers[start:end]) for start, end in zip(starts, ends)
    ]
    assert to_ints(big_numbers.multiplied(rows, factor)) == [factor * each for each in numbers]
    assert big_numbers.total(rows) == sum(numbers)


@given(NUMBERS, st.data())
def test_the_sum_of_products_is_exact(numbers: list[int], data: st.DataObject):
    others = data.draw(
        st.lists(st.integers(0, 2**100), min_size=len(numbers), max_size=len(numbers))
    )
    expected = sum(map(int.__mul__, numbers, others))
    assert big_numbers.sum_of_products(to_rows(numbers), to_rows(others)) == expected


def test_a_sum_may_have_any_number_of_summands():
    largest = to_rows([2**56 - 1] * 100_000)
    starts = np.array([0, 1, 300, 99_999])
    sizes = np.diff(starts, append=100_000).tolist()
    assert to_ints(big_numbers.sums(largest, starts)) == [n * (2**56 - 1) for n in sizes]


def test_products_of_the_largest_digits_are_exact(monkeypatch):
    largest = to_rows([2**64 - 1] * 5000)
    assert big_numbers.sum_of_products(largest, largest) == 5000 * (2**64 - 1) ** 2
    monkeypatch.setattr(big_numbers, "_MAX_PRODUCTS", 7)
    assert big_numbers.sum_of_products(largest, largest) == 5000 * (2**64 - 1) ** 2


@given(st.lists(st.integers(0, 2**63), min_size=1, max_size=8))
def test_rows_may_hold_more_than_their_share_before_they_are_normalised(values: list[int]):
    rows = np.array([values, values], np.uint64)
    expected = [value + (value << 56) for value in values]
    result = big_numbers.normalised(rows)
    assert to_ints(result) == expected


@given(st.lists(st.integers(0, 2**90), min_size=2, max_size=8))
def test_magnitudes_are_in_the_order_of_the_numbers(numbers: list[int]):
    magnitudes = list(big_numbers.magnitudes(to_rows(numbers)))
    by_number = sorted(range(len(numbers)), key=lambda i: numbers[i])
    assert [magnitudes[i] for i in by_number] == sorted(magnitudes)
