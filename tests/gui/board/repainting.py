"""What a scene looks like, and what of it is painted again."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QImage, QPainter

from hashi_gui.gui.board.scene import BoardScene
from hashi_gui.rendering.painting import painting_on


def image_of(scene: BoardScene, area: QRectF) -> QImage:
    """An area of the scene, with a pixel for each unit."""
    image = QImage(area.size().toSize(), QImage.Format.Format_RGB32)
    with painting_on(image) as painter:
        painter.translate(-area.topLeft())
        scene.draw(painter, area)
    return image


def patched(before: QImage, scene: BoardScene, area: QRectF, parts: Iterable[QRectF]) -> QImage:
    """An image of the scene before, with what is in some parts of the scene now."""
    new = image_of(scene, area)
    if scene.sceneRect() in parts:
        return new
    image = before.copy()
    with painting_on(image) as painter:
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
        for each in parts:
            part = each.translated(-area.topLeft()).toAlignedRect() & QRect(new.rect())
            painter.drawImage(part, new, part)
    return image
