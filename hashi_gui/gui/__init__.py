"""The window: everything that uses Qt's widgets."""
