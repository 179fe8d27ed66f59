"""The main window, its menus, and the start of the program."""
