"""Drafts that the program proposes, with what to say of them; the fewest clues that suffice."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field, replace

from hashi_gui.core.board import Board
from hashi_gui.core.i18n import _, ngettext
from hashi_gui.core.puzzle import Cell, Puzzle
from hashi_gui.core.wording import shown_level
from hashi_gui.editing.draft import Draft
from hashi_gui.editing.proposal import UNRESTRICTED, Candidate, Proposal, Restrictions, SearchStep
from hashi_gui.editing.search import only_solution_of
from hashi_gui.solving import CancelToken
from hashi_gui.solving.clue_sets import ClueSets


@dataclass(frozen=True, slots=True)
class FewestClues:
    """The best answer so far: ``clues`` numbers are left, and at least ``at_least`` are needed."""

    proposal: Proposal
    clues: int
    at_least: int

    @property
    def is_proved(self) -> bool:
        """Whether no fewer numbers will do."""
        return self.clues == self.at_least


def fewest_clues(
    puzzle: Puzzle, restrictions: Restrictions = UNRESTRICTED, cancel: CancelToken | None = None
) -> Iterator[FewestClues]:
    """Hide as many numbers of a puzzle with exactly one solution as possible.

    The first answer, without a number that could be hidden on its own, comes at once; then one for
    each better answer or bound. The last is proved. With a symmetry, a number is hidden together
    with those at the images of its cell. Raises ValueError if the puzzle does not have exactly one
    solution, and Cancelled.
    """
    token = cancel or CancelToken()
    solution = only_solution_of(puzzle, token)
    numbers = [island.id for island in puzzle.islands if island.clue is not None]
    # A 0, as a single island may have, does not become "?", which has at least one bridge.
    groups = restrictions.groups(puzzle, [i for i in numbers if puzzle.islands[i].clue])
    fixed = len(numbers) - sum(map(len, groups))
    with closing(ClueSets(puzzle, groups, solution)) as clues:
        known = clues.irreducible(token)
        for found in clues.fewer(known, token):
            hidden = [i for n, group in enumerate(groups) if n not in found.subset for i in group]
            yield FewestClues(
                _proposal(puzzle, solution, hidden),
                fixed + found.cost,
                fixed + found.at_least,
            )


def _proposal(puzzle: Puzzle, solution: bytes, hidden: Collection[int]) -> Proposal:
    candidate = Candidate.of(puzzle).after(SearchStep(clues=dict.fromkeys(hidden)))
    assert candidate is not None
    return Proposal(candidate.puzzle, solution, candidate.changes)


@dataclass(frozen=True, slots=True)
class ProposedDraft:
    """A draft that the setter can apply: a puzzle with one solution.

    ``texts`` are paragraphs that mention islands of ``puzzle``, that of the draft. ``changed`` are
    the islands that are new or different, ``removed`` the clues of islands by the cells that they
    have left. ``solution`` is the number of bridges on each edge.
    """

    draft: Draft
    puzzle: Puzzle
    texts: tuple[str, ...]
    changed: tuple[int, ...]
    solution: bytes
    removed: Mapping[Cell, int | None] = field(default_factory=dict)

    @property
    def changed_cells(self) -> list[Cell]:
        return [self.puzzle.islands[island].cell for island in self.changed]


def draft_of_proposal(draft: Draft, proposal: Proposal) -> ProposedDraft:
    """What a proposal makes of a draft."""
    level = _("The puzzle is {level} then.").format(level=shown_level(proposal.level or ""))
    notes = (level,) if proposal.level else ()
    changed = [change.after.id for change in proposal.changes if change.after is not None]
    before = [change.before for change in proposal.changes if change.before is not None]
    removed = {each.cell: each.clue for each in before if not proposal.puzzle.island_at(*each.cell)}
    texts = proposal.text, *notes
    proposed = _proposed_draft(draft, proposal.puzzle, proposal.solution, texts, changed)
    return replace(proposed, removed=removed)


def draft_of_fewest_clues(draft: Draft, found: FewestClues) -> ProposedDraft:
    """The draft with as few numbers as were found to do."""
    proposal = found.proposal
    changed = [change.after.id for change in proposal.changes if change.after is not None]
    left = ngettext(
        "{n} number left of {total}.", "{n} numbers left of {total}.", found.clues
    ).format(n=found.clues, total=found.clues + proposal.cost)
    if found.is_proved:
        bound = _("No fewer numbers will do.")
    else:
        bound = ngettext(
            "At least {n} is needed.", "At least {n} are needed.", found.at_least
        ).format(n=found.at_least)
    return _proposed_draft(draft, proposal.puzzle, proposal.solution, (left, bound), changed)


def draft_of_puzzle(draft: Draft, puzzle: Puzzle, solution: bytes, text: str) -> ProposedDraft:
    """A puzzle that was made from a draft; all islands that the draft does not have are new."""
    changed = [
        island.id
        for island in puzzle.islands
        if draft.clues.get(island.cell, island) != island.clue
    ]
    return _proposed_draft(draft, puzzle, solution, (text,), changed)


def _proposed_draft(
    draft: Draft, puzzle: Puzzle, solution: bytes, texts: tuple[str, ...], changed: Collection[int]
) -> ProposedDraft:
    """The bridges are those of the solution if the setter has drawn any."""
    board = Board(solution) if draft.bridges else Board.empty(puzzle)
    new = Draft.from_board(puzzle, board, draft.info)
    suggested = replace(draft, clues=new.clues, bridges=new.bridges, rules=new.rules)
    return ProposedDraft(suggested, puzzle, texts, tuple(changed), solution)
