"""Boards as pictures, pages and books. Uses QtGui, but no widgets and no window."""
