# shellcheck shell=bash
# Finds Java and starts the program: shared by ./nightmarket and by bin/nightmarket of the distribution.

readonly WANTED=25

fail() {
  printf '%s\n' "nightmarket: $*" >&2
  exit 2
}

# The feature version of the Java in a folder; nothing when the folder lacks a program of that name (java, javac).
# Reads the file "release": asking java is slow.
version_of() {
  local folder=$1 program=$2 version
  [[ -x $folder/bin/java && -x $folder/bin/$program ]] || return 0
  version=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$folder/release" 2>/dev/null || true)
  if [[ -z $version ]]; then
    version=$("$folder/bin/java" -version </dev/null 2>&1 | sed -n 's/.* version "\([0-9]*\).*/\1/p' | head -n 1 || true)
  fi
  printf '%s' "$version"
}

# The folder of the Java whose program is on the PATH.
java_on_path() {
  local program
  program=$(command -v "$1" || true)
  [[ -n $program ]] || return 0
  dirname "$(dirname "$(readlink -f "$program")")"
}

# Folders in which a Java may lie, the user's own choice first, one a line.
candidates() {
  local folder
  [[ -z ${JAVA_HOME:-} ]] || printf '%s\n' "$JAVA_HOME"
  java_on_path "$1"
  if [[ -x /usr/libexec/java_home ]]; then
    /usr/libexec/java_home -v "$WANTED" 2>/dev/null || true
  fi
  for folder in /usr/lib/jvm/* "${HOME:-/}"/.sdkman/candidates/java/* "${HOME:-/}"/.jdks/* /opt/* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home; do
    printf '%s\n' "$folder"
  done
}

# Sets JAVA_HOME to a Java that has the program: exactly the wanted version when there is one, else the first newer one.
find_java() {
  local program=$1 folder version newer=
  while IFS= read -r folder; do
    version=$(version_of "$folder" "$program")
    [[ -n $version ]] || continue
    if ((version == WANTED)); then
      export JAVA_HOME=$folder
      return
    elif ((version > WANTED)) && [[ -z $newer ]]; then
      newer=$folder
    fi
  # Ended by a closed pipe once one fits; where signals of pipes are ignored, as under systemd, it would say so.
  done < <(candidates "$program" 2>/dev/null)
  [[ -n $newer ]] || return 1
  export JAVA_HOME=$newer
}

# In a locale such as C, Java can't read names of files outside of ASCII.
use_utf8() {
  case ${LC_ALL:-${LC_CTYPE:-${LANG:-C}}} in
    *[Uu][Tt][Ff]*8*) ;;
    *) export LC_ALL=C.UTF-8 ;;
  esac
}

# Becomes a program: the folder that conf/ lies in, the class path, the main class, and what goes to the program.
become_program() {
  local home=$1 class_path=$2 main=$3
  shift 3
  local -a more=() chosen=()
  use_utf8
  # It takes the least processor time (docs/figures.md). The JVM refuses two collectors.
  [[ "${NIGHTMARKET_JAVA_OPTS:-} ${JAVA_TOOL_OPTIONS:-} ${JDK_JAVA_OPTIONS:-}" =~ -XX:\+Use[A-Za-z]*GC($|[[:space:]]) ]] ||
    more=(-XX:+UseParallelGC)
  read -r -a chosen <<<"${NIGHTMARKET_JAVA_OPTS:-}" || true
  exec "$JAVA_HOME/bin/java" \
    -Xmx512m -XX:+ExitOnOutOfMemoryError \
    --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow \
    "-Dnightmarket.home=$home" "-Dlogback.configurationFile=$home/conf/logback.xml" \
    ${more[@]+"${more[@]}"} ${chosen[@]+"${chosen[@]}"} \
    -cp "$class_path" "$main" "$@"
}
