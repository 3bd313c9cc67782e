#!/usr/bin/env bash
# Runs the tutorials and guides: their programs, tests and commands. The reference of the commands
# is the output of their --help.
#
#   samples.sh update    in release configuration, and writes the output of the commands into them
#   samples.sh check     with the products of `make test`; fails if a command fails, or prints other
#                        names and outcomes than a document shows
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# In the order in which they continue each other.
documents=(YourFirstTrace FindASlowReducer TestAFeature ProfileAServer GateARegression)
documents=("${documents[@]/#/Documentation/Tutorials/}")
documents=("${documents[@]/%/.md}" Documentation/Guides/*.md Documentation/Commands.md)
exec scripts/samples.py "$@" "${documents[@]}"
