"""Reading QR codes with another program."""

import pytest
from PySide6.QtGui import QImage


def scanned(image: QImage) -> str:
    reader = pytest.importorskip("zxingcpp")
    numpy = pytest.importorskip("numpy")
    grey = image.convertToFormat(QImage.Format.Format_Grayscale8)
    pixels = numpy.frombuffer(grey.constBits(), numpy.uint8)
    rows = pixels.reshape(grey.height(), grey.bytesPerLine())[:, : grey.width()]
    (code,) = reader.read_barcodes(rows.copy())
    return code.text
