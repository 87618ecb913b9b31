# One entry point for people and for continuous integration. `make run` and `make test` need Python ≥ 3.10, a C
# compiler and make; everything else goes into .venv.

PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python3.10 python; do \
	$$p -c 'import sys, venv; sys.exit(sys.version_info < (3, 10))' 2>/dev/null && echo $$p && break; done)
CC ?= cc
BIN = .venv/bin
ASAN = build/asan
ASAN_OPTIONS = detect_leaks=0:allocator_may_return_null=1

.PHONY: run test test-full test-sanitized test-pythons sdist-test lint docs dist build bench bench-check bench-pieces

# Solve a real deal: the board, and a line to play.
run: .venv/.stamp-run
	$(BIN)/acesup solve kpat:2

# All tests but the long suite.
test: build
	$(BIN)/python -m pytest

# All tests, and the tests of the compiled searches once more under AddressSanitizer and UBSan.
test-full: build test-sanitized
	$(BIN)/python -m pytest --full

# A build of its own, so that the normal one stays. CPython leaks by design, so leaks are not looked for; and
# too much memory is refused as elsewhere, so that this can be tested.
test-sanitized: .venv/.stamp-test
	ACESUP_SANITIZE=1 $(BIN)/python setup.py -q build --build-base $(ASAN) --build-lib $(ASAN)/lib
	LD_PRELOAD=$$($(CC) -print-file-name=libasan.so) ASAN_OPTIONS=$(ASAN_OPTIONS) PYTHONPATH=$(ASAN)/lib \
	ACESUP_EXPECT_FROM=$(ASAN) $(BIN)/python -m pytest tests/test_kernel*.py tests/test_search*.py tests/test_solve*.py \
	    tests/test_orderings.py

# All tests but the long suite on each other Python from 3.10 to 3.14 that is here, in environments of their own.
test-pythons: $(BIN)/python
	@for minor in 10 11 12 13 14; do \
	    test $$($(BIN)/python -c 'import sys; print(sys.version_info.minor)') = $$minor && continue; \
	    for python in python3.$$minor $$HOME/.pyenv/versions/3.$$minor.*/bin/python; do \
	        $$python -c 'import ensurepip, venv' 2>/dev/null || continue; \
	        echo "Python 3.$$minor"; \
	        $$python -m venv build/python3.$$minor && \
	        build/python3.$$minor/bin/python -m pip install -q --disable-pip-version-check ".[test]" && \
	        build/python3.$$minor/bin/python -m pytest -q || exit 1; \
	        break; \
	    done; \
	done

# The source distribution: complete, and installed and tried in an environment of its own.
sdist-test: build
	$(BIN)/python -m pytest --full tests/test_packaging.py

# Style, types and stubs: every hook of .pre-commit-config.yaml on every file.
lint: build .venv/.stamp-lint .venv/.stamp-docs
	PATH="$(CURDIR)/$(BIN):$$PATH" pre-commit run --all-files

# The documentation, in docs/_build/html, with screenshots if there is a chromium. Warnings are errors.
docs: build .venv/.stamp-docs
	$(BIN)/python docs/make_pictures.py docs/_build/pictures
	$(BIN)/sphinx-build -q -W --keep-going -b html docs docs/_build/html

# What is released, in dist: the source distribution, and a wheel that is built from it.
dist: build
	rm -rf dist
	$(BIN)/python -c "from setuptools.build_meta import build_sdist; build_sdist('dist')"
	$(BIN)/python -m pip wheel -q --disable-pip-version-check --no-deps --wheel-dir dist dist/*.tar.gz

# Speed, against the prototypes in bench/baseline.
bench: build
	$(BIN)/python bench/speed.py

# Nodes and instructions of fixed deals, against bench/expected (bench/README.md: how to accept a change).
bench-check: build
	$(BIN)/python bench/check.py

# Hot pieces, each by itself.
bench-pieces: build .venv/.stamp-bench
	$(BIN)/python -m pytest -q bench/pieces.py

# The compiled modules, always asked for: setuptools compares them with their sources and the headers.
build: .venv/.stamp-test
	$(BIN)/python setup.py -q build_ext --inplace

# An environment with the package and the extras that the stamp names (run: none).
.venv/.stamp-%: pyproject.toml setup.py | $(BIN)/python
	$(BIN)/python -m pip install -q --disable-pip-version-check "setuptools>=77" "cython>=3.1"
	$(BIN)/python -m pip install -q --disable-pip-version-check --no-build-isolation -e ".$(if $(filter run,$*),,[$*])"
	touch $@

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "no Python from 3.10 up with its venv module was found" >&2; exit 1; }
	$(PYTHON) -m venv .venv
