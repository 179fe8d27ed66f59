"""What a setter does to a draft: each operation returns another draft.

Operations take the cells that the setter has acted on. If the draft has a symmetry, islands are
placed, moved and removed at the turned and mirrored cells as well, the images. Clues and bridges
follow there only if the draft ties them. What is kept at an image, or stands in the way, stays.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

from hashi_gui.core.errors import HashiError
from hashi_gui.core.i18n import _, ngettext
from hashi_gui.core.puzzle import MAX_SIDE, Cell
from hashi_gui.core.rules import MAX_BRIDGES_LIMIT, Rules
from hashi_gui.core.symmetry import QUARTER_TURNS, Symmetry, Transform, half_turn
from hashi_gui.editing.draft import Draft, Pair, cells_between, pair_of

_Image = Callable[[Cell], Cell]

NO_MOVES: Mapping[Cell, Cell] = {}

_TURNED = {
    Symmetry.LEFT_RIGHT: Symmetry.TOP_BOTTOM,
    Symmetry.TOP_BOTTOM: Symmetry.LEFT_RIGHT,
}
"""The symmetry after a quarter turn, if it is another one."""


class EditError(HashiError):
    """The setter asked for something that cannot be; the message is for the message bar."""


@dataclass(frozen=True, slots=True)
class SizeChange:
    """How many rows and columns are added on each side of the grid; negative ones are removed."""

    top: int = 0
    left: int = 0
    bottom: int = 0
    right: int = 0


class Editing:
    """The operations.

    With ``automatic_clues``, a clue other than "?" becomes the number of bridges at its island as
    soon as an edit changes that number, or when the island is placed.
    """

    def __init__(self, *, automatic_clues: bool = False) -> None:
        self.automatic_clues = automatic_clues

    @property
    def new_clue(self) -> int | None:
        """The clue of an island for which the setter has not said any."""
        return 0 if self.automatic_clues else None

    def place(self, draft: Draft, clues: Mapping[Cell, int | None]) -> Draft:
        """Place islands; those that are there get the new clues. A bridge there is split."""
        there = {cell: clue for cell, clue in clues.items() if cell in draft.clues}
        new = {
            image(cell): clue if draft.ties_clues else self.new_clue
            for cell, clue in clues.items()
            for image in _images(draft)
            if image(cell) not in draft.clues and image(cell) not in draft.kept
        }
        placed = {**new, **_tied(draft, there), **clues}
        rows, cols = {row for row, _ in placed}, {col for _, col in placed}
        bridges = dict(draft.bridges)
        for pair, count in draft.bridges.items():
            (row, col), (last_row, _) = pair
            if (row not in rows) if row == last_row else (col not in cols):
                continue
            on_it = [cell for cell in cells_between(*pair) if cell in placed]
            if on_it:
                del bridges[pair]
                stops = [pair[0], *on_it, pair[1]]
                bridges.update(dict.fromkeys(pairwise(stops), count))
        return self._finish(draft, {**draft.clues, **placed}, bridges)

    def remove(self, draft: Draft, cells: Collection[Cell]) -> Draft:
        """Remove islands with their bridges."""
        images = {image(cell) for image in _images(draft) for cell in cells}
        removed = (images - draft.kept).union(cells)
        clues = {cell: clue for cell, clue in draft.clues.items() if cell not in removed}
        return self._finish(draft, clues, draft.bridges)

    def set_clue(self, draft: Draft, cells: Collection[Cell], clue: int | None) -> Draft:
        """Give islands a clue."""
        return self.change_clues(draft, dict.fromkeys(cells, clue))

    def change_clues(self, draft: Draft, new: Mapping[Cell, int | None]) -> Draft:
        """Give each of some islands a clue of its own; cells without an island are ignored."""
        changed = {**_tied(draft, new), **new}
        present = {cell: clue for cell, clue in changed.items() if cell in draft.clues}
        return self._finish(draft, {**draft.clues, **present}, draft.bridges)

    def step_clue(self, draft: Draft, cells: Collection[Cell], step: int) -> Draft:
        """Add 1 or -1 to the clues of islands: 1, 2, ... up to the largest, and "?" before 1."""
        clues = {cell: draft.clues[cell] for cell in cells if cell in draft.clues}
        return self.change_clues(
            draft,
            {cell: _next_clue(clue, step, draft.rules.max_clue) for cell, clue in clues.items()},
        )

    def move(self, draft: Draft, cells: Collection[Cell], by: Cell) -> Draft:
        """Move islands by a number of rows and columns, with the bridges that stay possible."""
        targets = {cell: (cell[0] + by[0], cell[1] + by[1]) for cell in cells}
        return self.rearrange(draft, targets)

    def transform(self, draft: Draft, cells: Collection[Cell], transform: Transform) -> Draft:
        """Turn or reflect some islands in the smallest box around them.

        The box keeps its top left corner, or its centre if the islands have the symmetry already.
        """
        targets = transformed(cells, transform)
        images = {image(cell) for image in _images(draft) for cell in cells}
        if images == set(cells):
            _, _, rows, cols = box_of(cells)
            down = (rows - cols) // 2 if transform in QUARTER_TURNS else 0
            targets = {cell: (row + down, col - down) for cell, (row, col) in targets.items()}
        return self.rearrange(draft, targets)

    def transform_board(self, draft: Draft, transform: Transform) -> Draft:
        """Turn or reflect everything, with the grid."""
        last = draft.rows - 1, draft.cols - 1
        rows, cols = draft.rows, draft.cols
        if transform in QUARTER_TURNS:
            rows, cols = cols, rows
        bridges = {
            pair_of(transform(one, last), transform(two, last)): count
            for (one, two), count in draft.bridges.items()
        }
        clues = {transform(cell, last): clue for cell, clue in draft.clues.items()}
        kept = frozenset(transform(cell, last) for cell in draft.kept)
        symmetry = draft.symmetry
        if transform in QUARTER_TURNS:
            symmetry = _TURNED.get(symmetry, symmetry)
        if symmetry is Symmetry.DIAGONAL and transform is not half_turn:
            symmetry = Symmetry.NONE  # That would be the other diagonal.
        return replace(
            draft,
            rows=rows,
            cols=cols,
            clues=clues,
            bridges=bridges,
            kept=kept,
            symmetry=symmetry,
        )

    def rearrange(self, draft: Draft, targets: Mapping[Cell, Cell]) -> Draft:
        """Move islands to other cells; islands that are there and do not move are replaced.

        An island on an axis that leaves it becomes several.
        """
        moves: dict[Cell, Cell] = {}
        followed: dict[Cell, Cell] = {}
        split: dict[Cell, Cell] = {}
        for cell, target in targets.items():
            if cell in moves or cell not in draft.clues:
                continue  # It goes where the image of another one goes.
            moves[cell] = target
            for image in _images(draft):
                source, there = image(cell), image(target)
                if source in draft.clues and (source in targets or source not in draft.kept):
                    if moves.setdefault(source, there) != there:
                        split[there] = source
                    elif source != cell:
                        followed[source] = target

        def is_blocked(there: Cell, target: Cell) -> bool:
            """Whether an image cannot go to a cell although the setter's island goes to another."""
            replaces = [cell in draft.clues and cell not in moves for cell in (there, target)]
            return replaces == [True, False] or (there in draft.kept and there not in moves)

        while stuck := [
            source for source, target in followed.items() if is_blocked(moves[source], target)
        ]:
            for source in stuck:
                del followed[source], moves[source]
        placed = {
            there: draft.clues[cell] if draft.ties_clues else self.new_clue
            for there, cell in split.items()
            if cell in moves and not is_blocked(there, moves[cell])
        }
        placed |= {moves[cell]: draft.clues[cell] for cell in followed}
        placed |= {moves[cell]: draft.clues[cell] for cell in moves if cell not in followed}
        clues = {cell: clue for cell, clue in draft.clues.items() if cell not in moves}
        bridges = {
            pair_of(moves.get(one, one), moves.get(two, two))
            if one in moves or two in moves
            else (one, two): count
            for (one, two), count in draft.bridges.items()
        }
        return self._finish(draft, {**clues, **placed}, bridges, moves)

    def paste(self, draft: Draft, piece: Draft, at: Cell) -> Draft:
        """Place the islands and bridges of another draft, its first cell on a cell of this one.

        There are no more bridges then than this draft allows.
        """

        def there(cell: Cell) -> Cell:
            return cell[0] + at[0], cell[1] + at[1]

        draft = self.place(draft, {there(cell): clue for cell, clue in piece.clues.items()})
        most = draft.rules.max_bridges
        pairs = {
            (there(one), there(two)): min(count, most)
            for (one, two), count in piece.bridges.items()
        }
        return self._with_bridges(draft, pairs)

    def draw(self, draft: Draft, one: Cell, two: Cell, count: int) -> Draft:
        """Build ``count`` bridges between two islands, 0 for none.

        With ``automatic_clues``, islands appear at cells of water. Raises EditError if something is
        in the way.
        """
        if self.automatic_clues:
            missing = {cell: 0 for cell in (one, two) if cell not in draft.clues}
            draft = self.place(draft, missing) if missing else draft
        pair = pair_of(one, two)
        if one[0] != two[0] and one[1] != two[1]:
            raise EditError(_("Bridges run along a row or a column."))
        if not draft.sees(pair):
            raise EditError(_("There is another island in between."))
        if count > draft.rules.max_bridges:
            raise EditError(
                ngettext(
                    "Two islands have at most {n} bridge.",
                    "Two islands have at most {n} bridges.",
                    draft.rules.max_bridges,
                ).format(n=draft.rules.max_bridges)
            )
        drawn = self._with_bridges(draft, {pair: count})
        for there in _tied_pairs(draft, {pair: count}):
            if draft.sees(there) and drawn.bridges.get(there, 0) != count:
                raise EditError(_("Another bridge is in the way."))
        return drawn

    def cycle(self, draft: Draft, one: Cell, two: Cell) -> Draft:
        """Add a bridge between two islands, or remove all if there are as many as allowed."""
        count = draft.bridges.get(pair_of(one, two), 0)
        return self.draw(draft, one, two, (count + 1) % (draft.rules.max_bridges + 1))

    def resize(self, draft: Draft, size_change: SizeChange) -> Draft:
        """Add or remove rows and columns; islands keep their places and may get outside.

        Raises EditError if the grid would become too small or too large.
        """
        grown = symmetric_size_change(draft.symmetry, size_change)
        rows = draft.rows + grown.top + grown.bottom
        cols = draft.cols + grown.left + grown.right
        if not (1 <= rows <= MAX_SIDE and 1 <= cols <= MAX_SIDE):
            raise EditError(_("A grid has 1 to {most} rows and columns.").format(most=MAX_SIDE))

        def there(cell: Cell) -> Cell:
            return cell[0] + grown.top, cell[1] + grown.left

        clues = {there(cell): clue for cell, clue in draft.clues.items()}
        bridges = {(there(a), there(b)): count for (a, b), count in draft.bridges.items()}
        kept = frozenset(map(there, draft.kept))
        return replace(draft, rows=rows, cols=cols, clues=clues, bridges=bridges, kept=kept)

    def toggle_kept(self, draft: Draft, cells: Collection[Cell]) -> Draft:
        """Let the assistant leave cells as they are, or no longer if it leaves all of them."""
        chosen = frozenset(cells)
        kept = draft.kept - chosen if chosen <= draft.kept else draft.kept | chosen
        return replace(draft, kept=kept)

    def set_limit(self, draft: Draft, max_bridges: int) -> Draft:
        """Allow another number of bridges per pair; what is drawn is limited to it."""
        if not 1 <= max_bridges <= MAX_BRIDGES_LIMIT:
            raise EditError(
                _("There can be 1 to {most} bridges per pair.").format(most=MAX_BRIDGES_LIMIT)
            )
        bridges = {pair: min(count, max_bridges) for pair, count in draft.bridges.items()}
        rules = Rules(max_bridges, draft.rules.loops)
        changed = replace(draft, rules=rules, bridges=bridges)
        return self._with_automatic_clues(draft, changed, {})

    def clear_bridges(self, draft: Draft) -> Draft:
        """Remove all bridges; the clues stay, even automatic ones."""
        return replace(draft, bridges={})

    def _finish(
        self,
        draft: Draft,
        clues: Mapping[Cell, int | None],
        bridges: Mapping[Pair, int],
        moves: Mapping[Cell, Cell] = NO_MOVES,
    ) -> Draft:
        kept = draft.kept and frozenset(
            there
            for cell in draft.kept
            for there in [moves.get(cell, cell)]
            if (there in clues) == (cell in draft.clues)
        )
        changed = replace(draft, clues=clues, kept=kept)
        if bridges is not draft.bridges or clues.keys() != draft.clues.keys():
            changed = changed.with_bridges(bridges, draft)
        return self._with_automatic_clues(draft, changed, moves)

    def _with_automatic_clues(
        self, before: Draft, after: Draft, moves: Mapping[Cell, Cell]
    ) -> Draft:
        """Let the clues follow the bridges; ``moves`` are the cells of islands that have moved."""
        if not self.automatic_clues:
            return after
        old = {moves.get(cell, cell): degree for cell, degree in before.degrees().items()}
        counted = {
            cell: degree
            for cell, degree in after.degrees().items()
            if degree != old.get(cell) and after.clues[cell] is not None
        }
        return replace(after, clues={**after.clues, **counted})

    def _with_bridges(self, draft: Draft, pairs: Mapping[Pair, int]) -> Draft:
        """Set the numbers of bridges of pairs; bridges in their way stay."""
        bridges = {**draft.bridges, **_tied_pairs(draft, pairs)}
        return self._finish(draft, draft.clues, bridges)


def symmetric_size_change(symmetry: Symmetry, size_change: SizeChange) -> SizeChange:
    """Opposite sides grow alike where the symmetry exchanges them."""
    across = size_change.left or size_change.right
    down = size_change.top or size_change.bottom
    both = SizeChange(down, across, down, across)
    match symmetry:
        case Symmetry.NONE:
            return size_change
        case Symmetry.LEFT_RIGHT:
            return replace(both, top=size_change.top, bottom=size_change.bottom)
        case Symmetry.TOP_BOTTOM:
            return replace(both, left=size_change.left, right=size_change.right)
        case Symmetry.QUARTER_TURNS:
            side = across or down
            return SizeChange(side, side, side, side)
        case Symmetry.DIAGONAL:
            first, last = (
                size_change.top or size_change.left,
                size_change.bottom or size_change.right,
            )
            return SizeChange(top=first, right=last, bottom=last, left=first)
    return both


def _images(draft: Draft) -> list[_Image]:
    """The functions that take a cell to its images."""

    def image(transform: Transform) -> _Image:
        return lambda cell: transform(cell, (draft.rows - 1, draft.cols - 1))

    return [image(transform) for transform in draft.symmetry.transforms]


def _tied(draft: Draft, clues: Mapping[Cell, int | None]) -> dict[Cell, int | None]:
    """The clues of the images of some cells, if the draft ties them to theirs."""
    images = _images(draft) if draft.ties_clues else []
    tied = {image(cell): clue for cell, clue in clues.items() for image in images}
    return {
        cell: clue for cell, clue in tied.items() if cell in draft.clues and cell not in draft.kept
    }


def _tied_pairs(draft: Draft, pairs: Mapping[Pair, int]) -> dict[Pair, int]:
    """The numbers of bridges of some pairs, and of their images if the draft ties them."""
    images = _images(draft) if draft.ties_clues else []
    tied = {
        pair_of(image(one), image(two)): count
        for (one, two), count in pairs.items()
        for image in images
    }
    return {**tied, **pairs}


def transformed(cells: Collection[Cell], transform: Transform) -> dict[Cell, Cell]:
    """Where cells go when the smallest box around them is turned or reflected.

    The box keeps its top left corner.
    """
    top, left, rows, cols = box_of(cells)
    moved = {}
    for row, col in cells:
        new_row, new_col = transform((row - top, col - left), (rows - 1, cols - 1))
        moved[row, col] = new_row + top, new_col + left
    return moved


def box_of(cells: Collection[Cell]) -> tuple[int, int, int, int]:
    """The top row, left column, rows and columns of the smallest box around some cells."""
    rows, cols = zip(*cells)
    return min(rows), min(cols), max(rows) - min(rows) + 1, max(cols) - min(cols) + 1


def piece_of(draft: Draft, cells: Collection[Cell]) -> Draft:
    """Some islands and the bridges between them as a draft of their own."""
    top, left, rows, cols = box_of(cells)

    def here(cell: Cell) -> Cell:
        return cell[0] - top, cell[1] - left

    chosen = set(cells)
    clues = {here(cell): clue for cell, clue in draft.clues.items() if cell in chosen}
    bridges = {
        (here(one), here(two)): count
        for (one, two), count in draft.bridges.items()
        if one in chosen and two in chosen
    }
    return Draft(rows, cols, clues, {}, draft.rules).with_bridges(bridges)


def _next_clue(clue: int | None, step: int, largest: int) -> int | None:
    if clue is None:
        return 1 if step > 0 else largest
    if step > 0:
        return clue + 1 if clue < largest else None
    return clue - 1 if clue > 1 else None
