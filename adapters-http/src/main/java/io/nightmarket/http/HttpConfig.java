package io.nightmarket.http;

import io.nightmarket.domain.account.PhoneFormat;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Optional;

/**
 * How this node is reached, and what it accepts.
 *
 * @param port 0 takes any free one
 * @param timeZone what times without a zone are local to
 * @param tokenTrust how long a checked token is not checked again
 * @param maxBodyBytes a longer body is refused
 * @param drain how long a stop waits for requests in flight
 * @param probeDeadline how long a probe of readiness may take
 * @param pages what is served beside the API
 * @param trustedProxies whose word is taken on where a request came from
 * @param buying how many purchase requests are taken
 * @param reading how often one may look at shops and other users
 * @param logins how often one may log in
 * @param phones the phone numbers that users may have
 * @param connections bounds of connections, and of the requests on them
 * @param https the certificate of the node; without one it speaks HTTP in clear
 */
public record HttpConfig(
        String host,
        int port,
        ZoneId timeZone,
        Duration tokenTrust,
        int maxBodyBytes,
        Duration drain,
        Duration probeDeadline,
        WebPages pages,
        TrustedProxies trustedProxies,
        PurchaseRates buying,
        ReadRates reading,
        LoginRates logins,
        PhoneFormat phones,
        Connections connections,
        Optional<Https> https) {
    /**
     * What is served beside the API.
     *
     * @param docs whether the documentation is served at {@code /docs}
     * @param site the folder of a static site, served at {@code /}
     * @param images a folder of pictures, served at {@code /imgs/} before those of the site
     * @param codes whether {@code /pages/code} shows login codes to the storefront, in place of an SMS
     */
    public record WebPages(boolean docs, Optional<Path> site, Optional<Path> images, boolean codes) {}

    /**
     * Purchase requests that this node takes: from one address, as one user, and all together in one sale.
     *
     * @param orders how often a user may buy ordinary vouchers, and pay, cancel and refund orders
     */
    public record PurchaseRates(RateLimit perAddress, RateLimit perUser, RateLimit perSale, RateLimit orders) {}

    /**
     * How often one may read on this node.
     *
     * @param perAddress from one address, whatever is limited below
     * @param perShop all together at one shop
     * @param searches by name, from one address
     * @param users how often one may look at other users, from one address
     * @param orderPages pages of the order list, of one user
     */
    public record ReadRates(
            RateLimit perAddress, RateLimit perShop, RateLimit searches, RateLimit users, RateLimit orderPages) {}

    /** How often this node lets one log in from one address, and how many codes it has sent in all. */
    public record LoginRates(RateLimit perAddress, RateLimit codes) {}

    /**
     * Bounds of connections.
     *
     * @param total open ones of the node at most; 0 is no limit
     * @param perAddress open ones of one client address at most, but of a trusted proxy; 0 is no limit
     * @param requestTimeout within which a request is complete, from its first byte to its last, and a client takes some of an answer
     */
    public record Connections(int total, int perAddress, Duration requestTimeout) {}

    /** Files in PEM format: the certificate with its chain, and its private key. */
    public record Https(Path certificate, Path key) {}

    public HttpConfig {
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("a port lies from 0 to 65535: " + port);
        }
        if (tokenTrust.isNegative() || drain.isNegative() || !probeDeadline.isPositive() || maxBodyBytes <= 0) {
            throw new IllegalArgumentException("times and sizes must not be negative");
        }
        if (connections.total() < 0
                || connections.perAddress() < 0
                || !connections.requestTimeout().isPositive()) {
            throw new IllegalArgumentException("limits of connections must not be negative, their timeout not zero");
        }
    }
}
