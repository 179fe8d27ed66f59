"""What the solving path of a draft shows: a column for each step, and a sentence."""

from __future__ import annotations

from hashi_gui.core.wording import quantity
from hashi_gui.gui.editor.path_strip import StepMark
from hashi_gui.logic.solving_path import PathStep, SolvingPath

NO_STEPS = "The empty board is the solution."


def step_marks(path: SolvingPath) -> list[StepMark]:
    """The columns for the steps."""
    key = path.key
    return [_mark(each, is_key=number == key) for number, each in enumerate(path.steps)]


def path_note(path: SolvingPath) -> str:
    """Which step opens the puzzle, and where the path is narrowest."""
    if not path.steps:
        return NO_STEPS
    notes = [quantity(len(path.steps), "step")]
    key, narrowest = path.key, path.narrowest
    if key is not None:
        notes.append(f"step {key + 1} opens the puzzle")
    if narrowest:
        first = narrowest[0]
        notes.append(f"narrowest at step {first + 1}, with {path.steps[first].open} open")
    return f"{', '.join(notes)}."


def _mark(each: PathStep, *, is_key: bool) -> StepMark:
    ways = "" if each.open is None else f", {quantity(each.open, 'step')} open"
    key = " This step opens the puzzle." if is_key else ""
    tip = f"{each.step.technique} ({each.step.level}){ways}.{key}"
    return StepMark(each.step.level, each.open, tip, is_key)
