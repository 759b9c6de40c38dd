package io.nightmarket.redis;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What Redis reports of itself, as {@code INFO} writes it. */
record ServerInfo(String text) {
    private static final String NO_REPLICATION_ID = "0".repeat(40);

    Optional<String> value(String field) {
        Matcher line =
                Pattern.compile("(?m)^" + Pattern.quote(field) + ":(\\S+)").matcher(text);
        return line.find() ? Optional.of(line.group(1)) : Optional.empty();
    }

    /** Whether another server may be promoted in its place, or it was promoted itself. */
    boolean hasOrHadReplicas() {
        return value("connected_slaves").filter(count -> !count.equals("0")).isPresent()
                || value("repl_backlog_active").filter("1"::equals).isPresent()
                || value("master_replid2")
                        .filter(id -> !id.equals(NO_REPLICATION_ID))
                        .isPresent();
    }
}
