package io.nightmarket.testnode;

import io.nightmarket.bootstrap.DerivedKeys;
import io.nightmarket.bootstrap.gateway.NotificationSignature;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.time.Clock;

/** Reports payments as the sandbox gateway of nodes with the same secret does. */
public final class PaymentProvider {
    private final NotificationSignature signature;

    /** @param secret the secret of the nodes' tokens */
    public PaymentProvider(String secret) {
        this.signature = new NotificationSignature(
                Clock.systemUTC(), new DerivedKeys(secret.getBytes(StandardCharsets.UTF_8)).paymentNotifications());
    }

    /** The notification of this id that a payment was captured. */
    public String captured(long payment, String id, long cents) {
        return new JsonObject()
                .put("id", id)
                .put("payment", Long.toString(payment))
                .put("outcome", "CAPTURED")
                .put("amount", cents)
                .encode();
    }

    /** The header {@code Payment-Signature} of a notification. */
    public String sign(String body) {
        return signature.sign(body.getBytes(StandardCharsets.UTF_8));
    }
}
