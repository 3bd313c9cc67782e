# What there is to do with this repository. The work is in scripts/.

.PHONY: help setup setup-tests demo test docs lint format clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' Makefile

setup: ## Install the system packages that are missing (asks nothing)
	@scripts/setup.sh

# What only the tests need, too: a browser.
setup-tests:
	@scripts/setup.sh --tests

demo: setup ## Build, record the example Counter for a moment, and show the report
	@scripts/demo.sh

test: setup-tests ## Build, check the formatting, and run every test
	@scripts/test.sh

docs: ## Build the documentation of ComposableCore as a web site
	@scripts/docs.sh

lint: ## Check the formatting of all Swift files
	@scripts/format.sh --lint

format: ## Format all Swift files
	@scripts/format.sh

clean: ## Remove what was built; traces stay
	rm -rf .build .build-tsan .build-asan .build-docs Examples/.build Benchmarks/.build
