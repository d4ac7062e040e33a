# shellcheck shell=bash
# What several scripts here need: the root of the checkout as working directory, how a release is built, and two ways to
# speak. Sourced by them, never run.
cd -P "$(dirname "${BASH_SOURCE[0]}")/.." || exit

# How `swift build` makes what people run: with Swift's libraries within, where the toolchain has them so (on Linux; on a
# Mac they are part of the system). It answers a fifth more requests and needs nothing of Swift where it runs.
release=(-c release)
libraries="$(swift -print-target-info 2>/dev/null | sed -n 's/.*"runtimeResourcePath": *"\(.*\)".*/\1/p' || true)"
if [[ $(uname) == Linux && -d ${libraries}_static ]]; then release+=(--static-swift-stdlib); fi

# Builds products for release. Where a source has changed since the last time, all of ours are compiled anew, which takes
# hardly longer: an object kept from before may have been told how large a class of another module is, and be wrong by now.
# Their objects are deleted for that. Sources with a new time would be compiled for debugging again, too, and by packages that have
# this folder as a dependency.
build_release() {
  local folder sources product module
  folder="$(swift build "${release[@]}" --show-bin-path)"
  sources="$(find Package.swift Sources Apps Plugins -type f -exec cksum {} + | sort | cksum)"
  if [[ -d $folder && $(cat "$folder/sources.cksum" 2>/dev/null) != "$sources" ]]; then
    for module in Sources/*/ Apps/*/; do
      module=$folder/$(basename "$module").build
      if [[ -d $module ]]; then find "$module" -name '*.o' -delete; fi
    done
  fi
  for product in "$@"; do swift build "${release[@]}" --product "$product" >&2; done
  printf '%s\n' "$sources" >"$folder/sources.cksum"
}

# Says what happens now.
say() {
  printf '==> %s\n' "$*" >&2
}

# Says what is wrong and what to do, one argument to a line, and gives up.
fail() {
  printf '%s\n' "$@" >&2
  exit 1
}
