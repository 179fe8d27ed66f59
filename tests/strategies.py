"""Hypothesis strategies for puzzles, boards and moves."""

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from hashi_gui.core.board import MARK, Board, Move, Tag, Tags
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import Rules, components, degrees, find_loops, is_blocked


@st.composite
def puzzles(
    draw: DrawFn,
    limits: tuple[int, ...] = (2,),
    unknown: bool = True,
    zero: bool = False,
    loops: SearchStrategy[bool] = st.just(True),  # noqa: B008
) -> Puzzle:
    """Puzzles of up to 7 x 7 cells with one of the ``limits`` of bridges per pair, including
    adjacent islands; with the clue "?" if ``unknown`` and 0 if ``zero``. ``loops`` says whether
    they are allowed. Most have no solution.
    """
    rows, cols = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    limit = draw(st.sampled_from(limits))
    cells = st.tuples(st.integers(0, rows - 1), st.integers(0, cols - 1))
    clues: SearchStrategy[int | None] = st.integers(0 if zero else 1, 4 * limit)
    if unknown:
        clues |= st.none()
    islands = draw(st.dictionaries(cells, clues, min_size=1, max_size=20))
    return Puzzle.from_clues(rows, cols, islands, Rules(limit, draw(loops)))


ANY_PUZZLE = puzzles(limits=(1, 2, 3, 4), zero=True, loops=st.booleans())


def moves(puzzle: Puzzle) -> SearchStrategy[Move]:
    """Any move that changes each edge and each island, and tags of it, at most once."""
    edges = st.sampled_from(range(len(puzzle.edges))) if puzzle.edges else st.nothing()
    islands = st.sampled_from(range(len(puzzle.islands)))
    states = st.integers(MARK, puzzle.rules.max_bridges)
    tags = st.integers(0, sum(Tag)).map(Tag)
    return st.builds(
        lambda edges, locks, tags: Move(tuple(edges.items()), tuple(locks.items()), tags),
        st.dictionaries(edges, states),
        st.dictionaries(islands, st.booleans()),
        st.builds(Tags, st.dictionaries(islands, tags), st.dictionaries(edges, tags)),
    )


@st.composite
def boards(draw: DrawFn, puzzle: Puzzle, locks: bool = True, crossings: bool = True) -> Board:
    """Boards with any bridges and marks, by default also locks and crossing bridges."""
    board = Board.empty(puzzle)
    move = draw(moves(puzzle))
    for edge, state in move.edges:
        if crossings or state <= 0 or not is_blocked(puzzle, board.counts, edge):
            board = board.apply(Move(((edge, state),)))
    return board.apply(Move(locks=move.locks)) if locks else board


@st.composite
def solved(draw: DrawFn) -> tuple[Puzzle, bytes]:
    """A puzzle with one of its solutions: a group of islands that bridges without crossings
    connect.
    """
    layout = draw(ANY_PUZZLE)
    counts = draw(boards(layout, crossings=False)).counts
    sums = degrees(layout, counts)
    group = draw(st.sampled_from(components(layout, counts)))
    clues = {layout.islands[i].cell: sums[i] for i in group}
    puzzle = Puzzle.from_clues(layout.rows, layout.cols, clues, layout.rules)
    by_cells = {tuple(i.cell for i in layout.ends(e)): count for e, count in enumerate(counts)}
    solution = bytes(
        by_cells.get(tuple(i.cell for i in puzzle.ends(edge.id)), 0) for edge in puzzle.edges
    )
    if find_loops(puzzle, solution):
        puzzle = puzzle._replace(rules=puzzle.rules._replace(loops=True))
    return puzzle, solution
