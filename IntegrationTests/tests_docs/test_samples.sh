#!/usr/bin/env bash
# The tutorials and guides: their code is compiled, their tests pass, their commands run, and print
# the names and outcomes that the documents show.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

scripts/samples.sh check
