package io.nightmarket.http;

import io.nightmarket.http.session.TokenSecret;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Optional;

/**
 * How this node is reached, and what it accepts.
 *
 * @param port 0 takes any free one
 * @param timeZone what times without a zone are local to
 * @param tokenSecret the key (HS256) that signs tokens, the same on all nodes
 * @param tokenTrust so long a checked token is not checked again
 * @param maxBodyBytes a longer body is refused
 * @param drain so long a stop waits for requests in flight
 * @param probeDeadline so long a probe of readiness may take
 * @param pages what is served beside the API
 * @param trustedProxies whose word is taken on where a request came from
 * @param buying how often one may click "buy"
 * @param reading how often one may look at shops
 * @param maxAges how long others may keep an answer without asking whether it still holds
 */
public record HttpConfig(
        String host,
        int port,
        ZoneId timeZone,
        TokenSecret tokenSecret,
        Duration tokenTrust,
        int maxBodyBytes,
        Duration drain,
        Duration probeDeadline,
        Pages pages,
        TrustedProxies trustedProxies,
        Buying buying,
        Reading reading,
        MaxAges maxAges) {
    private static final int USUAL_BODY_BYTES = 64 * 1024;

    /**
     * What is served beside the API.
     *
     * @param docs whether the documentation is served at {@code /docs}
     * @param site the folder of a static site, served at {@code /}
     * @param images a folder of pictures, served at {@code /imgs/} before those of the site
     */
    public record Pages(boolean docs, Optional<Path> site, Optional<Path> images) {
        /** The documentation and no site. */
        public static final Pages USUAL = new Pages(true, Optional.empty(), Optional.empty());
    }

    /** How often one may click "buy" on this node: from one address, as one user, and all together in one sale. */
    public record Buying(RateLimit perAddress, RateLimit perUser, RateLimit perSale) {
        /** Without limits. */
        public static final Buying UNLIMITED = new Buying(RateLimit.NONE, RateLimit.NONE, RateLimit.NONE);
    }

    /** How often one may look at shops on this node: from one address, and all together at one shop. */
    public record Reading(RateLimit perAddress, RateLimit perShop) {
        /** Without limits. */
        public static final Reading UNLIMITED = new Reading(RateLimit.NONE, RateLimit.NONE);
    }

    /**
     * How long browsers and proxies may serve an answer without asking whether it still holds; zero has them ask each time.
     * Nothing takes back what they keep: a change is not seen there until the time is over.
     */
    public record MaxAges(Duration shop, Duration shopTypes, Duration vouchers) {
        /** Shops change, their types hardly do. */
        public static final MaxAges USUAL = new MaxAges(Duration.ZERO, Duration.ofSeconds(60), Duration.ZERO);

        public MaxAges {
            if (shop.isNegative() || shopTypes.isNegative() || vouchers.isNegative()) {
                throw new IllegalArgumentException("a max-age must not be negative");
            }
        }
    }

    public HttpConfig {
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("a port lies from 0 to 65535: " + port);
        }
        if (tokenTrust.isNegative() || drain.isNegative() || !probeDeadline.isPositive() || maxBodyBytes <= 0) {
            throw new IllegalArgumentException("times and sizes must not be negative");
        }
    }

    /** With the token secret as bytes, random, 32 or more. */
    public HttpConfig(
            String host,
            int port,
            ZoneId timeZone,
            byte[] tokenSecret,
            Duration tokenTrust,
            int maxBodyBytes,
            Duration drain,
            Duration probeDeadline,
            Pages pages,
            TrustedProxies trustedProxies,
            Buying buying,
            Reading reading,
            MaxAges maxAges) {
        this(
                host,
                port,
                timeZone,
                new TokenSecret(tokenSecret),
                tokenTrust,
                maxBodyBytes,
                drain,
                probeDeadline,
                pages,
                trustedProxies,
                buying,
                reading,
                maxAges);
    }

    /** With the usual limits: 5 s of trust, bodies of 64 KiB, 5 s to drain, 2 s for a probe; the documentation, no site, no
     * proxy, and neither clicks nor reads limited. */
    public HttpConfig(String host, int port, ZoneId timeZone, TokenSecret tokenSecret) {
        this(
                host,
                port,
                timeZone,
                tokenSecret,
                Duration.ofSeconds(5),
                USUAL_BODY_BYTES,
                Duration.ofSeconds(5),
                Duration.ofSeconds(2),
                Pages.USUAL,
                TrustedProxies.NONE,
                Buying.UNLIMITED,
                Reading.UNLIMITED,
                MaxAges.USUAL);
    }
}
