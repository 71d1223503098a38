# Regatta's commands. All they need beforehand is Python 3.11 or newer, make and git; everything else is installed
# into .venv (and frontend/node_modules) in the versions that locks/ and frontend/package-lock.json hold.
#
#   make PYTHON=python3.13 test        another Python
#   make test ARGS="-k joker -x"       arguments for pytest
#   make play ARGS="--port 9000"       arguments for the server

PYTHON ?= python3
ARGS ?=

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input

# What the editable install is made from; a change here installs (and bundles the front end) anew.
PACKAGE := pyproject.toml hatch_build.py README.md $(wildcard src/regatta/locale/*/LC_MESSAGES/*.po) \
  $(shell find frontend -name node_modules -prune -o -type f -print 2>/dev/null)
LOCALE := src/regatta/locale
UV := $(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
  --no-emit-index-url --no-header --no-annotate

.DEFAULT_GOAL := help
.PHONY: help setup develop play test lint format check proof bench budgets screens wheel lock messages golden clean

help: ## this list
	@echo "Regatta: make COMMAND, where COMMAND is one of"
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  \1\t\2/p' $(firstword $(MAKEFILE_LIST)) | expand -t 12

# ------------------------------------------------------------------------------------------------- for players

setup: $(VENV)/.run ## install the program: .venv/bin/regatta
	@echo "Ready: $(BIN)/regatta"

play: setup ## open the site on http://127.0.0.1:8000
	$(BIN)/regatta serve $(ARGS)

# ---------------------------------------------------------------------------------------------- for developers

develop: $(VENV)/.dev ## install the program with all tools of a developer

test: develop ## the quick tests, the browser ones included
	$(BIN)/python -m pytest --numprocesses auto --maxprocesses 4 --dist worksteal $(ARGS)

lint: develop ## style, types, layers
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python hatch_build.py check

format: develop ## put the sources into the house style
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

check: lint test ## all that a change must pass

proof: develop ## the slow proofs: full solves, load, faults, limits, a long search
	$(BIN)/python -m pytest -o faulthandler_timeout=0 tests/proof $(ARGS)
	HYPOTHESIS_PROFILE=search $(BIN)/python -m pytest -o faulthandler_timeout=0 -m hypothesis $(ARGS)

bench: develop ## measurements, as Markdown tables
	$(PIP) install --quiet --require-hashes -r locks/bench.txt
	$(BIN)/python -m benchmarks $(ARGS)

budgets: develop ## what a page and a tap may cost, measured in a real browser
	$(BIN)/python tools/budgets.py

screens: develop ## the pictures of docs/screens, from a real browser
	$(BIN)/python tools/screens.py

wheel: $(VENV)/.run ## dist/regatta-*.whl with the built front end inside
	$(PIP) wheel --quiet --no-build-isolation --no-deps --wheel-dir dist .
	@ls -l dist/*.whl

messages: develop ## collect the sentences, and bring the catalogue of each language up to date
	@mkdir -p $(LOCALE)
	$(BIN)/pybabel --quiet extract --mapping-file pyproject.toml --project regatta --sort-by-file --add-location file \
	  --omit-header --add-comments "Translators:" --output $(LOCALE)/regatta.pot src/regatta
	@for file in $(wildcard $(LOCALE)/*/LC_MESSAGES/regatta.po); do \
	  $(BIN)/pybabel --quiet update --input-file $(LOCALE)/regatta.pot --output-file $$file --ignore-obsolete \
	    --locale $$(basename $$(dirname $$(dirname $$file))) || exit 1; done
	$(BIN)/python hatch_build.py messages

golden: develop ## write the golden texts of the rules anew; look at the difference before you commit it
	$(BIN)/python tests/golden.py

lock: develop ## raise the locked versions to the newest that pyproject.toml and package.json allow
	$(UV) pyproject.toml --group build --group dev --output-file locks/dev.txt
	$(UV) pyproject.toml --group build --constraint locks/dev.txt --output-file locks/run.txt
	$(UV) pyproject.toml --extra bench --constraint locks/dev.txt --output-file locks/bench.txt
	$(BIN)/python hatch_build.py lock

clean: ## remove everything that was installed or built here
	rm -rf $(VENV) frontend/node_modules src/regatta/web/static dist build
	rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage htmlcov test-results
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

# ------------------------------------------------------------------------------------- what stands under .venv

$(BIN)/python:
	@command -v $(PYTHON) >/dev/null || { echo "Regatta needs Python 3.11 or newer: '$(PYTHON)' was not found." \
	  "Install it, or name yours: make PYTHON=/path/to/python3 ..." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Regatta needs Python 3.11 or newer;" \
	  "$(PYTHON) is $$($(PYTHON) --version). Name another one: make PYTHON=python3.12 ..." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "$(PYTHON) cannot make virtual environments." \
	  "On Debian and Ubuntu install what it lacks, as root: apt-get install python3-venv" >&2; exit 1; }
	@rm -rf $(VENV)
	$(PYTHON) -m venv $(VENV)

$(VENV)/.run-locked: locks/run.txt | $(BIN)/python
	$(PIP) install --quiet --require-hashes -r $<
	@touch $@

$(VENV)/.dev-locked: locks/dev.txt | $(BIN)/python
	$(PIP) install --quiet --require-hashes -r $<
	@touch $@ $(VENV)/.run-locked

# The program itself, once its locked packages are there. (Whether .run-locked or .dev-locked brought them is all one.)
$(VENV)/.run: $(VENV)/.run-locked $(PACKAGE)
	$(PIP) install --quiet --no-build-isolation --no-deps --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.dev-locked $(PACKAGE)
	@$(MAKE) --no-print-directory $(VENV)/.run
	@touch $@
