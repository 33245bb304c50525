# Sourced by ./test: stages with a verdict each, and what they are worth together.
# CI=true: a stage that lacks its tool, and a run that takes longer than its minutes, fail.

logs=${logs:-build/logs}
began=$SECONDS
mkdir -p "$logs"
rm -f "$logs"/*
jobs=$(nproc 2>/dev/null || echo 2)
lacking=77  # exit code of a stage that could not run for lack of a tool
summary=()
failed_stages=0
exec {terminal}>&1  # what stages print goes through tee; build_preset redraws its line here

# stage "Heading" name command...: runs the command, shows and logs its output, notes result and time.
stage() {
  local heading=$1 name=$2 begin=$SECONDS status verdict
  shift 2
  printf '\n== %s\n' "$heading"
  set +e
  (set -e; "$@") 2>&1 | tee "$logs/$name.log"
  status=${PIPESTATUS[0]}
  set -e
  verdict=passed
  if [ "$status" -eq $lacking ] && [ "${CI:-}" != true ]; then
    verdict=skipped
  elif [ "$status" -ne 0 ]; then
    verdict=FAILED
    failed_stages=$((failed_stages + 1))
  fi
  printf '== %s: %s, %d s\n' "$heading" "$verdict" $((SECONDS - begin))
  summary+=("$(printf '%-8s %5d s  %s' "$verdict" $((SECONDS - begin)) "$heading")")
}

need() {
  command -v "$1" >/dev/null || { echo "$1 is not installed: this stage cannot run"; exit $lacking; }
}

# report_stages MINUTES: every stage, the sum of all tests, the verdict as exit code.
report_stages() {
  local minutes=$1 took=$((SECONDS - began))
  printf '\nStages\n'
  printf '  %s\n' "${summary[@]}"
  printf '  %-8s %5d s  of %d s\n' "in all" $took $((60 * minutes))
  # Every run of ctest left its counts in the first lines of an XML file.
  { cat "$logs"/*.xml 2>/dev/null || true; } | awk '
    /<testsuite / { inside = 1 }
    inside && match($0, /tests="[0-9]+"/)    { tests += substr($0, RSTART + 7, RLENGTH - 8) }
    inside && match($0, /failures="[0-9]+"/) { failures += substr($0, RSTART + 10, RLENGTH - 11) }
    inside && match($0, /skipped="[0-9]+"/)  { skipped += substr($0, RSTART + 9, RLENGTH - 10) }
    inside && match($0, /disabled="[0-9]+"/) { skipped += substr($0, RSTART + 10, RLENGTH - 11) }
    />/ { inside = 0 }
    END { printf "%d passed, %d failed", tests - failures - skipped, failures
          if (skipped) printf ", %d skipped", skipped
          print "" }'
  if [ $failed_stages -gt 0 ]; then
    echo "$failed_stages of ${#summary[@]} stages failed"
    exit 1
  fi
  if [ $took -gt $((60 * minutes)) ]; then
    echo "It took longer than its $minutes minutes on two cores: tests have become slower or too many"
    [ "${CI:-}" != true ] || exit 1
  fi
}
