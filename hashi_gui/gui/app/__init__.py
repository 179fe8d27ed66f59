"""The application: start, main window, actions and settings."""
