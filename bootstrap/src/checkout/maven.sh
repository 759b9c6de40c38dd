# shellcheck shell=bash
# The Maven of ./nightmarket: the one on the PATH, else one that is fetched once into ~/.m2, when it is said from where.

readonly MAVEN=apache-maven-3.9.9
readonly MAVEN_SHA512=a555254d6b53d267965a3404ecb14e53c3827c09c3b94b5678835887ab404556bfaf78dcfe03ba76fa2508649dca8531c74bca4d5846513522404d48e8c4ac8b
# The address of a Maven repository; the variable is that of the wrapper of Maven itself.
readonly MAVEN_REPOSITORY=${MVNW_REPOURL:-}

find_maven() {
  command -v mvn >/dev/null && return
  local home=${HOME:?}/.m2/$MAVEN
  [[ -x $home/bin/mvn ]] || fetch_maven "$home"
  PATH=$PATH:$home/bin
}

# Two fetches at once do no harm: each has a folder of its own, and the first one stays.
fetch_maven() {
  local home=$1 folder
  [[ -n $MAVEN_REPOSITORY ]] ||
    fail "Maven was not found: install it and put mvn on the PATH, or name a Maven repository in MVNW_REPOURL to have it fetched."
  printf '%s\n' "Maven was not found on the PATH: fetching $MAVEN into $home ..." >&2
  mkdir -p "$(dirname "$home")"
  folder=$(mktemp -d "$home.XXXXXX")
  if ! curl -fsSL -o "$folder/maven.tar.gz" \
    "$MAVEN_REPOSITORY/org/apache/maven/apache-maven/${MAVEN#apache-maven-}/$MAVEN-bin.tar.gz"; then
    rm -rf "$folder"
    fail "Maven can't be fetched: install it and put mvn on the PATH."
  fi
  if [[ $(sha512_of "$folder/maven.tar.gz") != "$MAVEN_SHA512" ]]; then
    rm -rf "$folder"
    fail "what was fetched as $MAVEN is not what was released: install Maven and put mvn on the PATH."
  fi
  tar -xzf "$folder/maven.tar.gz" -C "$folder"
  [[ -d $home ]] || mv "$folder/$MAVEN" "$home"
  rm -rf "$folder"
}

sha512_of() {
  { sha512sum "$1" 2>/dev/null || shasum -a 512 "$1"; } | cut -d ' ' -f 1
}
