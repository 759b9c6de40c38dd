package io.nightmarket.bootstrap.payment;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs notifications as {@code t=<seconds>,v1=<hex>}: HMAC-SHA-256 of {@code <t>.<body>}, as Stripe's webhooks do. */
public final class NotificationSignature {
    private static final Pattern FORMAT = Pattern.compile("t=([0-9]{1,12}),v1=([0-9a-f]{64})");
    private static final Duration TOLERANCE = Duration.ofMinutes(5);
    private static final String ALGORITHM = "HmacSHA256";

    private final SecretKeySpec key;
    private final Clock clock;

    public NotificationSignature(byte[] key, Clock clock) {
        this.key = new SecretKeySpec(key, ALGORITHM);
        this.clock = clock;
    }

    public String sign(byte[] body) {
        long now = clock.instant().getEpochSecond();
        return "t=" + now + ",v1=" + HexFormat.of().formatHex(mac(now, body));
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
        return fresh && MessageDigest.isEqual(mac(at, body), HexFormat.of().parseHex(parts.group(2)));
    }

    private byte[] mac(long at, byte[] body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            mac.update((at + ".").getBytes(StandardCharsets.US_ASCII));
            return mac.doFinal(body);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HmacSHA256", e);
        }
    }
}
