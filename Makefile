# Everything a newcomer needs: each target sets up what it needs by itself.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SEED := $(shell od -An -N4 -tu4 /dev/urandom | tr -d ' ')
QUICK := --ignore tests/architecture/test_sixth_game.py --ignore tests/architecture/test_budget.py tests/architecture tests/bot/tables tests/bot/ui/frame tests/bot/ui/pages tests/engines/test_replaying.py
SLOW := wire or browser or kill or long or fire or hypothesis
.DEFAULT_GOAL := help
# Compiled once, whatever the shell says: else each worker, and each bot that the tests start, compiles everything anew.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: help play run game test check quick fire lint snapshots bench wheel lock clean
help:            ## say what there is
	@grep -E '^[a-z]+: .*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):[^#]*## /  make \1\t/'

$(VENV)/runtime: requirements.txt pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	touch $@

$(VENV)/server: requirements-server.txt $(VENV)/runtime
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-server.txt
	touch $@

$(VENV)/develop: requirements-dev.txt $(VENV)/runtime
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt
	touch $@

play: $(VENV)/runtime  ## play in the browser, without a token
	$(BIN)/python -m playground

run: $(VENV)/server  ## run the bot on Discord (DISCORD_TOKEN in .env)
	$(BIN)/python -m bot

game: $(VENV)/develop  ## write the skeleton of a new game: NAME=yam
	$(BIN)/python scripts/new_game.py $(NAME)

test: $(VENV)/develop  ## run every test; GAME=tasse: whatever concerns one game
	$(BIN)/python -m pytest --dist worksteal --numprocesses $(if $(GAME),logical --game $(GAME),auto)

check: $(VENV)/develop  ## style, types and the quick tests, side by side: a minute
	$(MAKE) --no-print-directory --jobs 2 lint quick

# How the house is built, what tables do, what all games show, and some games: half a minute on two cores.
quick: $(VENV)/develop
	$(BIN)/python -m pytest --numprocesses logical --dist worksteal --quiet $(QUICK) -m "not ($(SLOW))"

fire: $(VENV)/develop  ## what chance may find, with new seeds, and all that takes long; SEED=… repeats a run
	GOBELET_SEED=$(SEED) $(BIN)/python -m pytest --numprocesses auto --dist worksteal -m "long or fire or hypothesis"

lint: $(VENV)/develop  ## style, types, import directions
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

snapshots: $(VENV)/develop  ## write the pages anew that list all games, and what a click costs
	$(BIN)/python -m tests.snapshots
	$(BIN)/python -m tests.budget --write

bench: $(VENV)/develop  ## measure, and print ratios
	$(BIN)/python -m bench

wheel: $(VENV)/runtime  ## build the wheel into dist/
	rm -rf build
	$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation --wheel-dir dist .

lock: $(VENV)/develop  ## write the hashed requirement files anew
	$(BIN)/python -m pip install --quiet uv==0.13.8
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --no-annotate --extra playground requirements.in pyproject.toml -o requirements.txt
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --no-annotate --extra postgres --extra http --extra ops requirements.in pyproject.toml -o requirements-server.txt
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --no-annotate --extra playground --extra postgres --extra http --extra ops --extra test --extra bench requirements.in pyproject.toml -o requirements-dev.txt

clean:           ## remove the virtual environment and caches
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist *.egg-info
