# Sourced by ./demo and ./test: what the build needs on Debian 12, and how to get it.
# Nothing is asked of apt when every package is already there.

packages_to_build=(g++ cmake ninja-build git python3
  libtomlplusplus-dev libpugixml-dev zlib1g-dev libzstd-dev liblz4-dev libcli11-dev libfmt-dev nlohmann-json3-dev libeigen3-dev libnlopt-dev
  libgtest-dev)
packages_for_all=(ccache clang tcc clang-format-14 libclang-rt-14-dev valgrind python3-venv python3-dev
  gcc-aarch64-linux-gnu libc6-dev-arm64-cross gcc-arm-none-eabi libnewlib-arm-none-eabi texlive-latex-base rt-tests chromium)

# For the page; where node came another way, npm came with it and Debian's would contradict.
command -v npm >/dev/null || packages_to_build+=(nodejs npm)

# The packages among the arguments that are not installed, one per line.
missing_packages() {
  local package
  for package in "$@"; do
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || echo "$package"
  done
}

# Installs what is missing. Where that is not possible it says so and goes on: the tools may have
# come another way, and the build will tell.
install_packages() {
  local missing as_root=()
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    echo "This is not a Debian-like system; the build needs what Debian calls: $*"
    return 0
  fi
  mapfile -t missing < <(missing_packages "$@")
  [ ${#missing[@]} -gt 0 ] || return 0
  if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
      echo "Missing packages, and no sudo to install them: ${missing[*]}"
      return 0
    fi
    as_root=(sudo)
  fi
  echo "Installing: ${missing[*]}"
  apt_get() { "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y "$@"; }
  apt_get install --no-install-recommends "${missing[@]}" ||
    { apt_get update && apt_get install --no-install-recommends "${missing[@]}"; } ||
    echo "apt-get could not install all of: ${missing[*]}"
}

# Configures and builds a preset, with a sign of progress; further arguments go to cmake --build. The log is
# build/PRESET/build.log. `terminal`: a descriptor of the terminal, where the caller's output goes through a pipe.
build_preset() {
  local preset=$1 log=build/$1/build.log
  shift
  mkdir -p "build/$preset"
  tools/build_progress.py --log "$log" --terminal "${terminal:-1}" -- cmake --preset "$preset" &&
    tools/build_progress.py --log "$log" --append --terminal "${terminal:-1}" -- cmake --build --preset "$preset" "$@"
}

# Other engines to compare with, from PyPI. have_oracles: whether they are there. install_oracles: exit code 77 where they
# cannot be had.
oracles=${TAUFORGE_ORACLES:-build/oracles}/bin/python
have_oracles() { "$oracles" -c 'import pinocchio, mujoco, mcap, rosbags, scipy' 2>/dev/null; }

install_oracles() {
  if ! have_oracles; then
    python3 -m venv "$(dirname "$(dirname "$oracles")")" &&
      timeout 600 "$oracles" -m pip install --quiet --requirement tests/oracles/requirements.txt || true
  fi
  have_oracles || { echo "Pinocchio and MuJoCo could not be installed: no comparison with them"; exit 77; }
  "$oracles" -c 'import pinocchio, mujoco; print("Pinocchio", pinocchio.__version__, "and MuJoCo", mujoco.__version__)'
}
