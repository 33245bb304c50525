# Sourced by benchmarks/run and benchmarks/old_and_new: whose code is timed, and how it is made. Needs $log and $CC.

robots=(robots/puma560.toml robots/panda.toml robots/ur10e.toml benchmarks/quadruped.toml)

say() { echo "$@" >&2; }
quietly() { "$@" >>"$log" 2>&1 || { say "failed: $*"; tail -n 30 "$log" >&2; exit 4; }; }

# The robot file NAME.* has its code in FOLDER/NAME, and NAME begins the names of its functions.
name_of() { basename "${1%.*}"; }

functions_of() {
  case $(name_of "$1") in
    puma560 | panda | ur10e) echo inverse_dynamics,mass_matrix,regressor,forward_dynamics ;;
    *) echo inverse_dynamics ;;  # peers have no more for a floating base
  esac
}

# generate_code PROGRAM ROBOT FOLDER [OPTION...]
generate_code() {
  local program=$1 robot=$2 folder=$3 name
  shift 3
  name=$(name_of "$robot")
  rm -rf "${folder:?}/$name"
  mkdir -p "$folder"
  quietly "$program" generate "$robot" -o "$folder/$name" --prefix "$name" --rigid --batch \
    --functions "$(functions_of "$robot")" "$@"
}

# compile_code FOLDER NAME LIBRARY FLAG...
compile_code() {
  local folder=$1 name=$2 library=$3
  shift 3
  quietly "$CC" "$@" -fPIC -shared "$folder/$name/$name.c" -o "$folder/$name/$library" -lm
}

without_comments() { sed -z 's,/\*\([^*]\|\*\+[^*/]\)*\*\+/,,g' "$1" | sed 's/[[:space:]]*$//; /^$/d'; }

# same_code FOLDER FOLDER NAME: whether both hold the same code but for comments.
same_code() {
  local ending
  for ending in c h; do
    cmp -s <(without_comments "$1/$3/$3.$ending") <(without_comments "$2/$3/$3.$ending") || return 1
  done
}
