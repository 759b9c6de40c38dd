package io.nightmarket.redis;

import static io.nightmarket.domain.base.Arguments.require;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * How to reach Redis, and how what is kept there behaves.
 *
 * @param uri {@code redis://[[user]:password@]host[:port][/database]}, or {@code rediss://} for TLS
 * @param commandTimeout how long to wait for a reply before its command fails and the connection is replaced
 * @param maxInFlight the most commands of one connection that wait for replies; further ones fail at once
 * @param maxBacklog the most orders of a shard that wait for the database; then no buyer is admitted
 * @param codesPerAddressPerHour the most requests for a login code of one address; 0 means any number
 * @param ca a file (PEM) of the certificates that are trusted with TLS; without it those that the JVM trusts are
 */
public record RedisConfig(
        String uri,
        Duration commandTimeout,
        int maxInFlight,
        long maxBacklog,
        int codesPerAddressPerHour,
        Optional<Path> ca) {
    /** What an address may bring behind its question mark. */
    private static final Set<String> PARAMETERS = Set.of("db", "user", "password", "client");

    /** Refuses what can't work; no message shows the password. */
    public RedisConfig {
        require(isRedisUri(uri), "Redis: uri must be redis://host[:port] or rediss://host[:port]");
        require(
                hasKnownParametersOnly(uri),
                "Redis: uri may have the parameters " + String.join(", ", new TreeSet<>(PARAMETERS))
                        + " and no others");
        require(
                ca.isEmpty() || uri.startsWith("rediss:"),
                "'redis-ca' is given, but the address of Redis begins with redis://: TLS needs rediss://");
        require(commandTimeout.toMillis() > 0, "Redis: commandTimeout must be at least a millisecond");
        require(commandTimeout.compareTo(Duration.ofHours(1)) <= 0, "Redis: commandTimeout must be an hour at most");
        require(maxInFlight > 0, "Redis: maxInFlight must be positive");
        require(maxInFlight <= 1_000_000, "Redis: maxInFlight must be a million at most");
        require(maxBacklog > 0, "Redis: maxBacklog must be positive");
        require(codesPerAddressPerHour >= 0, "Redis: codesPerAddressPerHour must not be negative");
    }

    private static boolean isRedisUri(String uri) {
        try {
            URI parsed = new URI(uri);
            boolean scheme = "redis".equals(parsed.getScheme()) || "rediss".equals(parsed.getScheme());
            return scheme && parsed.getHost() != null;
        } catch (URISyntaxException e) {
            return false;
        }
    }

    private static boolean hasKnownParametersOnly(String uri) {
        URI parsed = URI.create(uri);
        String query = parsed.getRawQuery();
        return parsed.getRawFragment() == null
                && (query == null
                        || Stream.of(query.split("&", -1))
                                .allMatch(parameter -> PARAMETERS.contains(parameter.replaceFirst("=.*", ""))));
    }

    /** This configuration for a server at another address. */
    public RedisConfig at(String address) {
        return new RedisConfig(address, commandTimeout, maxInFlight, maxBacklog, codesPerAddressPerHour, ca);
    }

    /** The address without what gives access: for logs. */
    public String address() {
        return uri.replaceFirst("//.*@", "//***@").replaceFirst("\\?.*", "?***");
    }

    @Override
    public String toString() {
        return "RedisConfig[uri=" + address() + ", commandTimeout=" + commandTimeout + ", maxInFlight=" + maxInFlight
                + ", maxBacklog=" + maxBacklog + ", codesPerAddressPerHour=" + codesPerAddressPerHour + ']';
    }
}
