package io.nightmarket.bootstrap.config;

import io.nightmarket.mysql.MySqlTls;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * The database, for a command that works on nothing else.
 *
 * @param address of a real server; without one the embedded servers are used
 * @param data the folder of the embedded servers
 * @param timeout of a statement
 * @param tls how connections to a real server are encrypted
 */
public record DatabaseConfig(Optional<String> address, Path data, Duration timeout, MySqlTls tls) {
    /** Never shows secrets. */
    @Override
    public String toString() {
        return "DatabaseConfig[" + (address.isPresent() ? "real server" : "embedded under " + data) + ']';
    }
}
