package io.nightmarket.mysql;

import static io.nightmarket.domain.base.Arguments.require;

import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;

/**
 * How to reach the server, and how long to wait for it.
 *
 * @param uri {@code mysql://user:password@host:port/database}; user and password percent-encoded where needed
 * @param poolSize the most connections, the writers' own aside
 * @param commandTimeout how long a statement may take
 * @param connectTimeout how long a connection may take to be made, or to become free
 * @param settleTimeout how long a statement of the settlement may take, which no request waits for
 * @param tls how connections are encrypted
 */
public record MySqlConfig(
        String uri,
        int poolSize,
        Duration commandTimeout,
        Duration connectTimeout,
        Duration settleTimeout,
        MySqlTls tls) {
    public MySqlConfig {
        URI parsed = parse(uri);
        require("mysql".equals(parsed.getScheme()), "a MySQL address begins with mysql://");
        require(parsed.getHost() != null, "a MySQL address names a host: mysql://user:password@host:port/database");
        require(
                parsed.getUserInfo() != null && !parsed.getUserInfo().startsWith(":"),
                "a MySQL address names a user: mysql://user:password@host:port/database");
        require(
                parsed.getPath() != null && parsed.getPath().matches("/[^/]+"),
                "a MySQL address names a database: mysql://user:password@host:port/database");
        require(
                parsed.getRawQuery() == null && parsed.getRawFragment() == null,
                "a MySQL address has no parameters: remove what follows the database, and set TLS by 'mysql-tls' and"
                        + " 'mysql-ca'");
        require(poolSize > 0, "a pool needs a connection");
        require(
                commandTimeout.toMillis() > 0 && connectTimeout.toMillis() > 0 && settleTimeout.toMillis() > 0,
                "a time-out is longer than nothing");
    }

    /** This configuration for a server at another address. */
    public MySqlConfig at(String address) {
        return new MySqlConfig(address, poolSize, commandTimeout, connectTimeout, settleTimeout, tls);
    }

    public String host() {
        return parse(uri).getHost();
    }

    public int port() {
        int port = parse(uri).getPort();
        return port < 0 ? 3306 : port;
    }

    public String database() {
        return parse(uri).getPath().substring(1);
    }

    public String user() {
        return credentials()[0];
    }

    /** Empty when the address has none. */
    public String password() {
        String[] parts = credentials();
        return parts.length > 1 ? parts[1] : "";
    }

    /** The mode of {@link #tls}, decided: never {@code AUTO}. */
    public MySqlTls.Mode tlsMode() {
        if (tls.mode() != MySqlTls.Mode.AUTO) {
            return tls.mode();
        }
        return isLoopback() && tls.ca().isEmpty() ? MySqlTls.Mode.OFF : MySqlTls.Mode.VERIFY_IDENTITY;
    }

    private boolean isLoopback() {
        String host = host();
        try {
            return host.equalsIgnoreCase("localhost")
                    || InetAddress.ofLiteral(host).isLoopbackAddress();
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** The address without the password, for messages. */
    public String maskedUri() {
        return "mysql://" + user() + ":***@" + host() + ":" + port() + "/" + database();
    }

    /** With the password masked, for logs. */
    @Override
    public String toString() {
        return "MySqlConfig[" + maskedUri() + ", poolSize=" + poolSize + ", commandTimeout=" + commandTimeout
                + ", connectTimeout=" + connectTimeout + ", settleTimeout=" + settleTimeout + ", tls=" + tlsMode()
                + "]";
    }

    private String[] credentials() {
        return parse(uri).getUserInfo().split(":", 2);
    }

    /** The parser's own message would repeat the password. */
    private static URI parse(String uri) {
        try {
            return new URI(uri);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("not an address at position " + e.getIndex() + ": " + e.getReason());
        }
    }
}
