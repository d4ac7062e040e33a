# What several scripts here need: the root of the checkout as working directory, and two ways to speak.
# Sourced by them, never run.
cd -P "$(dirname "${BASH_SOURCE[0]}")/.."

# Says what happens now.
say() {
  printf '==> %s\n' "$*" >&2
}

# Says what is wrong and what to do, one argument to a line, and gives up.
fail() {
  printf '%s\n' "$@" >&2
  exit 1
}
