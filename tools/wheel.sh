#!/usr/bin/env bash
# Builds the wheel of this machine's Python and repairs it, so that it carries the libraries it needs: build/wheels/*.whl.
# Where build/release is there, what was compiled for it is used as it is.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

usage() {
  cat <<'TEXT'
usage: tools/wheel.sh [PYTHON]

  PYTHON   interpreter that the wheel is for (default python3)

  The wheel is written into build/wheels, repaired by auditwheel; what builds it lives in build/wheel-tools.
TEXT
}
case ${1:-} in -h | --help) usage; exit 0 ;; esac
python=${1:-python3}
tag=$("$python" -c 'import sys; print(f"cp{sys.version_info[0]}{sys.version_info[1]}")')
tools=build/wheel-tools/$tag
[ -x "$tools/bin/python" ] || "$python" -m venv "$tools"
tools=$(cd "$tools" && pwd -P)
"$tools/bin/python" -m pip install --quiet --requirement python/requirements-build.txt
rm -rf "build/wheels/raw/$tag" && mkdir -p "build/wheels/raw/$tag"
settings=()
if [ -f build/release/CMakeCache.txt ] && [ "$tag" = "$(python3 -c 'import sys; print(f"cp{sys.version_info[0]}{sys.version_info[1]}")')" ]; then
  settings=(-C build-dir=build/release -C cmake.define.TAUFORGE_TESTS=ON)
fi
# the compilers that CMake takes by itself: scikit-build-core would take Python's, and compile everything again
export CC=${CC:-cc} CXX=${CXX:-c++}
# without isolation: the tools are pinned, and paths of include folders stay the same from build to build
PATH=$tools/bin:$PATH "$tools/bin/python" -m pip wheel . --quiet --no-deps --no-build-isolation \
  --wheel-dir "build/wheels/raw/$tag" ${settings[@]+"${settings[@]}"} \
  -C 'build.targets=tauforge_python;tauforge_python_stub;tauforge'
PATH=$tools/bin:$PATH "$tools/bin/auditwheel" repair --wheel-dir build/wheels "build/wheels/raw/$tag"/*.whl
