# shellcheck shell=bash
# The command "test" of ./nightmarket: which tests run, on which modules, and how long each class took.

# The slow kinds: JUnit tags that the fast suite leaves out.
KINDS=$(sed -n 's/ *| */ /g; s|.*<tests.excluded>\(.*\)</tests.excluded>.*|\1|p' "$ROOT/pom.xml")
readonly KINDS
readonly TIMES=$ROOT/target/test-times.tsv
readonly SLOW_SECONDS=20

test_help() {
  cat <<TEXT
Usage: ./nightmarket test [--all | --only KIND | --changed] [options of Maven]

  (nothing)    build everything and run the fast suite
  --all        everything: many rounds, outages, clusters, chaos, benchmarks for a moment
  --only KIND  the tests of one slow kind alone: ${KINDS// /, }
  --changed    the fast suite of the modules that changed since main, and of those that depend on them
TEXT
}

modules() {
  sed -n 's|.*<module>\(.*\)</module>.*|\1|p' "$ROOT/pom.xml"
}

# Files that differ from main: committed, not committed, and new ones.
changed_files() {
  local base
  if base=$(git merge-base HEAD origin/main 2>/dev/null || git merge-base HEAD main 2>/dev/null); then
    git diff --name-only "$base"
    git ls-files --others --exclude-standard
  else
    # No main to compare with: everything counts as changed.
    printf 'pom.xml\n'
  fi
}

# The module that a file belongs to. Documentation, scripts and settings are tested by bootstrap; the root pom and .mvn by all.
module_of() {
  local module
  while IFS= read -r module; do
    if [[ $1 == "$module"/* ]]; then
      printf '%s\n' "$module"
      return
    fi
  done < <(modules)
  case $1 in
    pom.xml | .mvn/*) modules ;;
    *) printf 'bootstrap\n' ;;
  esac
}

# Modules that changed, and those that depend on them, in the order in which they are built.
affected_modules() {
  local module changed artifacts=
  changed=$(changed_files | while IFS= read -r file; do module_of "$file"; done | sort -u)
  while IFS= read -r module; do
    if grep -qxF "$module" <<<"$changed" ||
      { [[ -n $artifacts ]] && grep -qE "<artifactId>nightmarket-(${artifacts#|})</artifactId>" "$ROOT/$module/pom.xml"; }; then
      artifacts+="|$(basename "$module")"
      printf '%s\n' "$module"
    fi
  done < <(modules)
}

# The time of each test class since the file $1 was written, slowest first: seconds, tests, class.
class_times() {
  find "$ROOT" -path '*/target/*-reports/TEST-*.xml' -newer "$1" -exec awk '
    /<testsuite / {
      match($0, / name="[^"]*"/); name = substr($0, RSTART + 7, RLENGTH - 8)
      match($0, / time="[^"]*"/); time = substr($0, RSTART + 7, RLENGTH - 8); gsub(",", "", time)
      match($0, / tests="[^"]*"/); tests = substr($0, RSTART + 8, RLENGTH - 9)
      printf "%s\t%s\t%s\n", time, tests, name
      nextfile
    }' {} + | sort -rn
}

# The ten slowest classes beside their times in the run before, and those above the limit of the fast suite.
report_times() {
  local before=$TIMES.before
  [[ ! -f $TIMES ]] || mv "$TIMES" "$before"
  class_times "$1" >"$TIMES"
  [[ -f $before ]] || : >"$before"
  awk -F '\t' -v limit="$SLOW_SECONDS" -v all="$2" '
    FILENAME == ARGV[1] { before[$3] = $1; next }
    { classes++; tests += $2 }
    classes <= 10 { printf "%8.1f s  %8s  %s\n", $1, ($3 in before ? sprintf("(%.1f)", before[$3]) : "(new)"), $3 }
    $1 > limit && !all { slow = slow "\n  " $3 }
    END {
      printf "%d tests in %d classes; in brackets the run before.\n", tests, classes
      if (slow) printf "Above %d s, the limit of the fast suite:%s\n", limit, slow
    }' "$before" "$TIMES"
}

# Each failed test since the file $1 was written, with its message and the frames of this project: the last that a run
# prints, since logs of long runs are often cut.
report_failures() {
  find "$ROOT" -path '*/target/*-reports/TEST-*.xml' -newer "$1" -exec awk '
    /<testcase / {
      match($0, / name="[^"]*"/); test = substr($0, RSTART + 7, RLENGTH - 8)
      match($0, / classname="[^"]*"/); test = substr($0, RSTART + 12, RLENGTH - 13) "." test
    }
    /<(failure|error)[ >]/ { printf "FAILED %s\n", test; lines = 6; frames = 6; sub(/^ *<[a-z]+ [^>]*>(<!\[CDATA\[)?/, "") }
    lines > 0 && !/^\tat |^]]>/ { print "    " substr($0, 1, 300); lines-- }
    frames > 0 && /^\tat io\.nightmarket/ { print "    " $0; frames-- }
    /<\/(failure|error)>/ { lines = frames = 0 }' {} +
}

# A tag that is no slow kind would not keep its test out of the fast suite.
check_tags() {
  local tag
  grep -rhoE '@Tag\("[^"]*"\)' --include='*.java' "$ROOT"/*/src/test "$ROOT"/testing/*/src/test | sort -u |
    while IFS='"' read -r _ tag _; do
      grep -qw -- "$tag" <<<"$KINDS" || fail "a test has the tag \"$tag\"; the slow kinds are: ${KINDS// /, }."
    done
}

# What a run leaves behind, also one that was broken off.
tidy_up() {
  rm -f "$1"
  modules | sed 's|$|/target/untested|' | xargs rm -f
}

run_tests() {
  cd "$ROOT"
  local all= started module code=0
  local -a choice=() maven=()
  case ${1:-} in
    --help) test_help; return ;;
    --all) all=1; shift; choice=(-Dtests.suite=all -Dtests.jvm= -Dtests.excluded=) ;;
    --only)
      [[ -n ${2:-} ]] && grep -qw -- "$2" <<<"$KINDS" || fail "--only wants one of: ${KINDS// /, }."
      all=1; choice=(-Dtests.suite=all -Dtests.jvm= -Dtests.excluded= "-Dtests.included=$2"); shift 2 ;;
    --changed)
      shift
      maven=(-am -pl "$(affected_modules | paste -sd, -)")
      [[ -n ${maven[2]} ]] || { printf 'Nothing changed since main.\n'; return; } ;;
  esac
  check_tags
  find_jdk
  find_maven
  mkdir -p target
  started=$(mktemp "$ROOT/target/started.XXXXXX")
  # shellcheck disable=SC2064
  trap "tidy_up '$started'" EXIT
  # A run that was killed may have left its marks.
  modules | sed 's|$|/target/untested|' | xargs rm -f
  if ((${#maven[@]})); then
    while IFS= read -r module; do
      if [[ ,${maven[2]}, != *,$module,* ]]; then
        mkdir -p "$module/target"
        : >"$module/target/untested"
      fi
    done < <(modules)
  fi
  # Coverage is measured where everything runs.
  [[ -n $all ]] || choice+=(-Djacoco.skip=true)
  mvn -B -T 2 verify "${choice[@]}" ${maven[@]+"${maven[@]}"} "$@" || code=$?
  report_times "$started" "$all"
  report_failures "$started"
  return "$code"
}
