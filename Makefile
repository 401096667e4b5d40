# Everything a developer runs. `make help` lists it.
#
# Each step sets itself up first; stamps keep it from doing so twice. On the command line:
#   PYTHON=python3.12    the Python to make .venv with (3.11 to 3.14)
#   PIP_FLAGS=…          further options for pip, such as another index
#   LAB_FLAGS=…          further options for JupyterLab

PYTHON ?= $(shell for p in python3 python3.11 python3.12 python3.13 python3.14; do \
	$$p -c 'import sys, venv, ensurepip; sys.exit(not (3, 11) <= sys.version_info < (3, 15))' 2>/dev/null && echo $$p && break; \
	done)
PIP_FLAGS ?=
LAB_FLAGS ?=

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --disable-pip-version-check -qq $(PIP_FLAGS) -c requirements/constraints.txt
STATIC := src/dynexplain/static
# One esbuild run writes all files of the viewer; this one stands for them.
BUNDLE := $(STATIC)/widget.js
CHECKS := ruff format mypy tsc biome vitest pytest e2e

# Developers see every warning of the C compiler, as an error.
export DYNEXPLAIN_STRICT := 1
# Nothing here may ask a model hub for anything: models are made with random weights.
export HF_HUB_OFFLINE := 1

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup demo lab test $(CHECKS:%=check-%) build lint fix dist clean goldens

help: ## List what there is to run
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(VENV)/.installed $(BUNDLE) ## Make .venv with torch, dynexplain and its tools, and build the viewer

demo: setup ## Explain a real model: prints the report, writes the tour, SVG, JSON and HTML into demo-output/
	@$(BIN)/python notebooks/demo.py demo-output

lab: setup ## Open JupyterLab on the tour
	$(BIN)/jupyter lab $(LAB_FLAGS) notebooks/01_tour.ipynb

test: setup ## Run every check: linters, types, tests in Python and TypeScript, and the browser
	@failed=; for check in $(CHECKS); do \
		printf '\n--- %s\n' $$check; \
		$(MAKE) --no-print-directory check-$$check || failed="$$failed $$check"; \
	done; \
	if [ -n "$$failed" ]; then printf '\nFailed:%s\n' "$$failed"; exit 1; fi; \
	printf '\nAll passed: %s\n' "$(CHECKS)"

build: $(BUNDLE) ## Build the viewer into src/dynexplain/static/

lint: setup ## Run the linters and type checkers only
	@$(MAKE) --no-print-directory --keep-going check-ruff check-format check-mypy check-tsc check-biome

fix: setup ## Let ruff and Biome repair what they can
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	cd js && npx --no-install biome check --write .

goldens: setup ## Record the golden reports anew, and the texts drawn from them
	$(BIN)/python tests/support/record_goldens.py
	DYNEXPLAIN_UPDATE_GOLDEN=1 $(BIN)/pytest -q tests/render

dist: setup ## Build sdist and wheel into dist/, viewer included
	rm -rf dist
	$(BIN)/python -m build --quiet .
	@ls -1 dist

clean: ## Remove what was built and installed
	rm -rf $(VENV) build dist demo-output test-results js/node_modules src/*.egg-info
	rm -rf .mypy_cache .pytest_cache .ruff_cache $(STATIC)/*.js src/dynexplain/hook/*.so
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# --- The checks of `make test`, one by one: `make check-pytest`.

check-ruff:
	@$(BIN)/ruff check

check-format:
	@$(BIN)/ruff format --check

check-mypy:
	@$(BIN)/mypy

check-tsc: js/node_modules/.installed
	@cd js && npx --no-install tsc --noEmit

check-biome: js/node_modules/.installed
	@cd js && npx --no-install biome check .

check-vitest: js/node_modules/.installed
	@cd js && npm run --silent test

check-pytest:
	@$(BIN)/pytest -q -m "not e2e"

check-e2e:
	@$(BIN)/pytest -q -m e2e

# --- Set-up.

$(VENV)/.python:
	@test -n "$(PYTHON)" || { echo "dynexplain needs Python 3.11 to 3.14 with its venv module, and none was found." \
		"Install one (Debian: apt-get install python3 python3-venv), or name it: make PYTHON=/path/to/python3." >&2; exit 1; }
	@$(PYTHON) -c 'import os, sysconfig; raise SystemExit(not os.path.exists(sysconfig.get_path("include") + "/Python.h"))' \
		|| { echo "The frame hook is written in C, and $(PYTHON) comes without its headers (Python.h)." \
		"Install them (Debian: apt-get install python3-dev)." >&2; exit 1; }
	@command -v "$${CC:-cc}" >/dev/null || { echo "The frame hook is written in C, and there is no C compiler ($${CC:-cc})." \
		"Install one (Debian: apt-get install gcc libc6-dev; macOS: xcode-select --install)." >&2; exit 1; }
	@echo "Making $(VENV) with $$($(PYTHON) --version)"
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --disable-pip-version-check -qq $(PIP_FLAGS) --upgrade 'pip>=25.1'
	@touch $@

# torch comes by itself and first, so that nothing that depends on it can choose another build.
$(VENV)/.dependencies: pyproject.toml requirements/constraints.txt | $(VENV)/.python
	@echo "Installing torch and the tools (a few minutes the first time)"
	@$(PIP) torch
	@$(PIP) --group dev
	@touch $@

$(VENV)/.installed: $(VENV)/.dependencies setup.py $(wildcard csrc/*)
	@echo "Compiling the frame hook and installing dynexplain"
	@$(PIP) --no-build-isolation --editable .
	@touch $@

js/node_modules/.installed: js/package.json js/package-lock.json
	@node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' 2>/dev/null && command -v npm >/dev/null \
		|| { echo "The viewer is built with Node 20 or newer and npm, and they were not found" \
		"($$(node --version 2>/dev/null || echo no node)). Install them from nodejs.org or your system's packages." >&2; exit 1; }
	@echo "Installing the viewer's packages"
	@cd js && npm ci --loglevel=error --no-progress >/dev/null
	@touch $@

$(BUNDLE): js/node_modules/.installed $(shell find js/src js/scripts -type f)
	@echo "Building the viewer"
	@cd js && npm run --silent build
	@touch $@

# --- Measured, and pictured.

.PHONY: bench-viewer screenshots

bench-viewer: setup ## Measure the viewer in a browser, beside torchvista and plain Graphviz
	@$(PIP) --group bench
	@$(BIN)/python benchmarks/viewer/bench_viewer.py

screenshots: setup ## Take the pictures of every tab, in docs/screenshots/tabs/
	@$(BIN)/python docs/screenshots/tabs.py

# --- Real models.

.PHONY: sweep
sweep: setup ## Explain more than 50 model classes of transformers and train some, in tiny configurations
	@$(BIN)/python tests/sweep/sweep.py $(MODELS)

# --- Hostile reports.

.PHONY: fuzz
fuzz: setup ## Load and draw 100,000 mutated reports: NUMBER=1000 for fewer
	@$(BIN)/python tests/fuzz/hostile.py $(or $(NUMBER),100000)

# --- PyTorch's own tests.

.PHONY: upstream
upstream: setup ## Run PyTorch's Dynamo tests with and without a session: PYTORCH=path/to/checkout [FILES=test_misc.py] [AROUND=file]
	@test -n "$(PYTORCH)" || { echo "Say where a checkout of PyTorch is: make upstream PYTORCH=path/to/pytorch" >&2; exit 1; }
	@$(PIP) --group upstream
	@$(BIN)/python tests/upstream/run.py $(PYTORCH)/test/dynamo $(FILES) $(if $(AROUND),--around $(AROUND))

# --- Faults, injected.

PART ?= 0/1
.PHONY: reliability
reliability: setup ## Raise at every statement that runs around a call, and compare: [PART=3/10] for every tenth one
	@$(BIN)/python tests/reliability/faults.py --part $(PART) --verbose
