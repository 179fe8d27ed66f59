"""A module for each command of ``hashi``, imported when the command is run."""
