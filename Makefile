# What there is to do with this repository. The work is in scripts/.

.PHONY: help setup setup-tests demo release install uninstall test docs lint format clean

# Where `make install` puts things, below DESTDIR if a package is being built.
PREFIX ?= /usr/local
DESTDIR ?=

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

setup: ## Install the system packages that are missing (asks nothing)
	@scripts/setup.sh

# What only the tests need, too: a browser.
setup-tests:
	@scripts/setup.sh --tests

demo: setup ## Build, record the example Counter for a moment, and show the report
	@scripts/demo.sh

release: setup ## Build the command signpost for machines without Swift, its manual and completions
	@scripts/install.sh build

install: ## Install what `make release` builds below PREFIX (/usr/local)
	@scripts/install.sh install "$(PREFIX)" "$(DESTDIR)"

uninstall: ## Remove what was installed below PREFIX
	@scripts/install.sh uninstall "$(PREFIX)" "$(DESTDIR)"

test: setup-tests ## Build, check the formatting, and run every test
	@scripts/test.sh

docs: setup ## Build the documentation and the reference of all products as a web site
	@scripts/docs.sh

lint: ## Check the formatting of Swift files, and the prose of documents and comments
	@scripts/format.sh --lint

format: ## Format Swift files, and wrap the prose of documents and comments
	@scripts/format.sh

clean: ## Remove what was built; traces stay
	rm -rf .build .build-tsan .build-asan .build-docs .build-demo .build-samples .build-install Examples/.build Benchmarks/.build
