# Commands for building, testing and releasing this repository. The work is in scripts/.

.PHONY: help setup packages packages-for-tests hooks demo release deb tarball install uninstall check test \
	nightly mutants docs lint format clean

# The root of `make install`, below DESTDIR if a package is being built.
PREFIX ?= /usr/local
DESTDIR ?=

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

setup: packages ## Install the system packages that are missing (asks nothing)
	@scripts/hooks.sh --offer

packages:
	@scripts/setup.sh

# Also installs packages that only the tests need, such as a browser.
packages-for-tests:
	@scripts/setup.sh --tests

hooks: ## Install a pre-commit hook that lints the staged files
	@scripts/hooks.sh

demo: packages ## Build, record the example Counter for a moment, and show the report
	@scripts/demo.sh

release: packages ## Build the command signpost for machines without Swift, its manual and completions
	@scripts/install.sh build

deb: release ## Pack what `make release` builds for Debian and Ubuntu, into dist
	@scripts/package.sh deb dist

tarball: release ## Pack the same for any distribution, into dist
	@scripts/package.sh tarball dist

install: ## Install what `make release` builds below PREFIX (/usr/local)
	@scripts/install.sh install "$(PREFIX)" "$(DESTDIR)"

uninstall: ## Remove what was installed below PREFIX
	@scripts/install.sh uninstall "$(PREFIX)" "$(DESTDIR)"

check: packages-for-tests ## Lint the changes since main, and test their targets (ALL=1: lint all)
	@scripts/check.py $(if $(ALL),--all)

test: packages-for-tests ## Lint, build, and run all tests but the long ones of `make nightly`
	@scripts/test.sh

nightly: packages-for-tests ## Run the tests that take hours; goes on where it was interrupted
	@scripts/nightly.sh

mutants: packages ## Count the small changes of Core that its tests find (BASE=…: in changed functions)
	@scripts/mutants.py $(if $(BASE),--base "$(BASE)") $(if $(FILTER),--filter "$(FILTER)")

docs: packages ## Build the documentation and the reference of all products as a web site
	@scripts/docs.sh

lint: ## Check the format and the prose of all files, shell and Python included
	@scripts/format.sh --lint

format: ## Format Swift files, and wrap the prose of documents and comments
	@scripts/format.sh

clean: ## Remove what was built; traces stay
	rm -rf .build .build-tsan .build-asan .build-docs .build-demo .build-samples .build-install .build-check .build-nightly dist .build-mutants Examples/.build Benchmarks/.build
