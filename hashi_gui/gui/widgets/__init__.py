"""Widgets that know no feature: messages, notices, questions, dialogs that fit the screen."""
