package io.nightmarket.bootstrap.gateway;

import io.nightmarket.domain.base.Hmac;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Signs notifications as {@code t=<seconds>,v1=<hex>}: HMAC-SHA-256 of {@code <t>.<body>}, as Stripe's webhooks do. */
public final class NotificationSignature {
    private static final Pattern FORMAT = Pattern.compile("t=([0-9]{1,12}),v1=([0-9a-f]{64})");
    private static final Duration TOLERANCE = Duration.ofMinutes(5);

    private final Hmac hmac;
    private final Clock clock;

    /** @param keys the first one signs, and signatures of each match */
    public NotificationSignature(Clock clock, byte[]... keys) {
        this.hmac = Hmac.sha256(keys);
        this.clock = clock;
    }

    public String sign(byte[] body) {
        long now = clock.instant().getEpochSecond();
        return "t=" + now + ",v1=" + HexFormat.of().formatHex(hmac.of(time(now), body));
    }

    /** Whether the signature is of this body, and not older or newer than five minutes. */
    public boolean matches(byte[] body, String signature) {
        Matcher parts = FORMAT.matcher(signature);
        if (!parts.matches()) {
            return false;
        }
        long at = Long.parseLong(parts.group(1));
        boolean fresh = Duration.between(Instant.ofEpochSecond(at), clock.instant())
                        .abs()
                        .compareTo(TOLERANCE)
                <= 0;
        byte[] given = HexFormat.of().parseHex(parts.group(2));
        return fresh && hmac.accepted(time(at), body).stream().anyMatch(right -> MessageDigest.isEqual(right, given));
    }

    private static byte[] time(long seconds) {
        return (seconds + ".").getBytes(StandardCharsets.US_ASCII);
    }
}
