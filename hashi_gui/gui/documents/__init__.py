"""Files: opening, saving, recent files, drops, the clipboard, export and print."""
