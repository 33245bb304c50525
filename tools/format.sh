#!/usr/bin/env bash
# Layout of the C++ files. Tables and matrices, where alignment is meaning, stand between
# "// clang-format off" and "// clang-format on".
#   tools/format.sh          checks; exit code 1 and a list when files would change
#   tools/format.sh --fix    changes them
# Exit code 77 without clang-format 14; under CI=true that is a failure like others.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

tool=
for candidate in clang-format-14 clang-format; do
  if command -v $candidate >/dev/null && $candidate --version | grep -q 'version 14\.'; then tool=$candidate; break; fi
done
if [ -z "$tool" ]; then
  echo "clang-format 14 is not installed (Debian: clang-format-14); other versions lay out differently"
  [ "${CI:-}" != true ] || exit 1
  exit 77
fi

mapfile -d '' files < <(git ls-files -z '*.h' '*.cpp' ':!tests/generated/golden') # generated code has its own layout
case ${1:-} in
  --fix) exec "$tool" -i "${files[@]}" ;;
  "") ;;
  *) echo "usage: tools/format.sh [--fix]" >&2; exit 2 ;;
esac
status=0
for file in "${files[@]}"; do
  "$tool" "$file" | cmp -s - "$file" || { echo "$file"; status=1; }
done
[ $status -eq 0 ] || echo "The files above would change; tools/format.sh --fix changes them."
exit $status
