"""Boards drawn on screen, as pictures, pages and books. Uses QtGui, but no widgets."""
