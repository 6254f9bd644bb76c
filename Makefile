# Every target sets up what it needs: a virtual environment in .venv and the packages in it.
PYTHON ?= python3
BIN := .venv/bin
# In a terminal pip shows what it does.
PIP = $(BIN)/python -m pip --disable-pip-version-check $$([ -t 1 ] || echo --quiet)
PYTEST := $(BIN)/python -m pytest --dist loadfile --no-loadscope-reorder -n

.PHONY: play test test-rest test-all timings check lint format real bench soak pictures docs release clean

play: .venv/installed ## play a game in this terminal
	@$(BIN)/wolftui play --seat 4=human

# Three at a time on two processors: a third of the time tests wait for screens and other programs.
test: .venv/testing ## the quick tests of every room: no torch, model server or browser
	@$(PYTEST) 3 -m "not slow and not extra"

test-rest: .venv/developing ## the tests that `make test` leaves out
	@$(PYTEST) 3 -m "slow or extra"

test-all: .venv/developing ## all tests
	@$(PYTEST) 3

timings: .venv/developing ## measure all tests and write the marks of the slow ones into their files
	@$(PYTEST) 2 -p no:randomly --write-marks

check: lint test ## what every commit passes

lint: .venv/developing ## style, types and the arrows between rooms
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

soak: .venv/developing ## a web server under 200 visitors, half of them hostile, for ten minutes
	@$(BIN)/python -m bench soak --visitors 200 --seconds 600

pictures: .venv/developing ## render the pictures of README and the site from the program
	@$(BIN)/python -m docs.pictures

docs: .venv/documenting ## build the site of these pages into site/
	@$(BIN)/python -m docs.site

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit("wolftui needs Python 3.11 or newer; set PYTHON=...") if sys.version_info < (3, 11) else None'
	@$(PYTHON) -m venv .venv

.venv/installed: .venv/bin/python pyproject.toml constraints.txt
	@echo "Setting up .venv (once) ..."
	@$(PIP) install --upgrade pip
	@$(PIP) install --constraint constraints.txt --editable .
	@$(BIN)/python -m compileall -q core wolftui
	@touch $@

.venv/testing: .venv/installed
	@echo "Installing what the quick tests need (once) ..."
	@$(PIP) install --constraint constraints.txt --group test --editable '.[memory]'
	@touch $@

.venv/documenting: .venv/installed
	@echo "Installing what builds the site (once) ..."
	@$(PIP) install --constraint constraints.txt --group docs
	@touch $@

SERVER := tests/core/models/packaged-server.txt
BINDINGS := tests/core/models/packaged-bindings.txt

.venv/developing: .venv/testing .venv/documenting $(SERVER) $(BINDINGS)
	@echo "Installing what all tests and checks need, torch among them (once) ..."
	@$(PIP) install --constraint constraints.txt --group dev --editable '.[sentences]'
	@if [ "$$(uname -sm)" = "Linux x86_64" ]; then \
		rm -rf .venv/llama-cpp-python && $(PIP) install --no-deps --require-hashes -r $(SERVER) && \
		SKBUILD_WHEEL_CMAKE=false $(PIP) install --no-cache-dir --no-warn-conflicts --target .venv/llama-cpp-python -r $(BINDINGS); fi
	@touch $@

release: .venv/testing ## build what a publisher uploads into dist/, and check it: metadata, the quick tests in the sdist, a game from the wheel
	@rm -rf dist
	@$(PIP) install --group release
	@$(BIN)/python -m build --outdir dist .
	@$(BIN)/python -m twine check --strict dist/*
	@mkdir dist/sdist && tar xzf dist/*.tar.gz -C dist/sdist --strip-components 1
	@$(MAKE) -C dist/sdist test
	@$(PYTHON) -m venv dist/wheel && dist/wheel/bin/python -m pip --disable-pip-version-check --quiet install dist/*.whl
	@cd dist/wheel && bin/wolftui run --games 1 --no-save
	@rm -rf dist/sdist dist/wheel && ls dist

clean:
	@rm -rf .venv .pytest_cache .ruff_cache .hypothesis build dist site
