# The two main commands are `make play` and `make test`. Each sets up .venv first if necessary.
# To use another Python than the newest one found: make play PYTHON=/path/to/python3

# Compiled modules are kept, because the tests start Python hundreds of times.
unexport PYTHONDONTWRITEBYTECODE

# In the locale C, Python 3.11 cannot start from a folder with an umlaut in its name.
ifneq ($(filter C POSIX,$(LC_ALL)),)
export LC_ALL := C.UTF-8
endif

.PHONY: help play test lint messages app deb appimage clean

help:
	@echo 'make play              set up what is missing and open the game'
	@echo 'make play PUZZLE=FILE  the same, on a puzzle of yours (a file, a URL or a game ID)'
	@echo 'make test              set up what is missing and run the tests'
	@echo 'make lint              ruff, mypy and the import contracts'
	@echo 'make messages          bring the translations up to date with the texts of the program'
	@echo 'make messages NEW=fr   the same, and begin another one'
	@echo 'make app               build dist/hashi, the program with Python and Qt, and pack it'
	@echo 'make deb               the same as a package for Debian and Ubuntu'
	@echo 'make appimage          the same as one file, with appimagetool'
	@echo 'make clean             remove .venv and all generated files'

play:
	@.ci/setup play
	@.venv/bin/python -m hashi_gui play $${PUZZLE:+-- "$$PUZZLE"}

test:
	@.ci/setup test
	@.venv/bin/python -m pytest -n $$(($$(getconf _NPROCESSORS_ONLN) + 1)) --maxprocesses 4 --dist worksteal

lint:
	@.ci/setup lint
	.venv/bin/ruff format --check .
	.venv/bin/ruff check .
	.venv/bin/mypy
	.venv/bin/lint-imports

messages:
	@.ci/setup lint
	@.venv/bin/python .ci/messages.py $(NEW)

app:
	@.ci/setup play
	@.ci/app

deb appimage:
	@.ci/setup play
	@.ci/app $@

clean:
	rm -f resources/languages/*.mo
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -prune -exec rm -rf {} +
