#!/usr/bin/env bash
# Sourced by the scripts beside it: goes to the root of the checkout and holds what several of them need.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# The one command line of a section's sh block in README.md; fails unless there is exactly one.
readme_command() {
  local lines
  lines=$(awk -v title="## $1" '
    /^## / { inside = ($0 == title) }
    /^```/ { block = (inside && $0 == "```sh"); next }
    block' README.md)
  if [ "$(grep -c . <<<"$lines")" != 1 ]; then
    echo "README.md: '## $1' must hold one sh block of one line, found: $lines" >&2
    return 1
  fi
  printf '%s\n' "$lines"
}

# A folder for this run only.
scratch() {
  scratch=$(mktemp -d)
  trap 'rm -rf "$scratch"' EXIT
}

# Copies the tree to a folder, as git sees it (new files too, ignored ones not), so that a special build has
# nothing in common with the build folder here.
copy_tree() {
  mkdir -p "$1"
  git ls-files -z --cached --others --exclude-standard | while IFS= read -r -d '' file; do
    [ ! -e "$file" ] || cp --parents "$file" "$1"
  done
}

# The venv that the steps other than the tests share, with the package installed as this tree has it: again when a
# source is newer. A build that pip isolates compiles everything each time, its Cython being new each time.
ci_venv() {
  venv=$PWD/.venv-ci
  local stamp=$venv/installed
  local sources=(src pyproject.toml setup.py ! -name '*.c' ! -name '*.so' ! -path '*__pycache__*')
  if [ ! -e "$stamp" ] || [ -n "$(find "${sources[@]}" -newer "$stamp")" ]; then
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet '.[test,lint]'
    touch "$stamp"
  fi
}
