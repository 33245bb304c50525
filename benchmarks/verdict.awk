# Lines "function robot ratio ratio ratio", times of old code over those of new: a table with a verdict, and exit code 1
# where code became slower. It did where every run says so: one alone may be the machine's mood.
BEGIN {
  least = 0.97
  printf "%-24s %-11s %-22s\n", "old / new", "robot", "runs"
}
{
  slower = faster = NF > 2
  runs = ""
  for (k = 3; k <= NF; ++k) {
    if ($k !~ /^[0-9]+(\.[0-9]+)?$/ || $k == 0) {
      print "no ratio: " $0 > "/dev/stderr"
      exit_code = 4
      exit
    }
    if ($k >= least) slower = 0
    if ($k * least <= 1) faster = 0
    runs = runs sprintf("%-7.3f ", $k)
  }
  if (slower) ++regressions
  printf "%-24s %-11s %s%s\n", $1, $2, runs, slower ? " SLOWER" : faster ? " faster" : ""
}
END {
  if (exit_code) exit exit_code
  if (regressions) printf "%d became slower: old / new is below %.2f in every run\n", regressions, least
  exit regressions > 0
}
