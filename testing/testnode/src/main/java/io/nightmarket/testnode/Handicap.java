package io.nightmarket.testnode;

import io.vertx.core.eventbus.EventBus;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.time.Duration;
import java.util.Random;

/**
 * What is wrong with a node.
 *
 * @param clockOffset so much its clock is ahead; negative when it is behind
 * @param busLoss this share of the words of the other nodes and its own does not reach it, 0 to 1
 * @param seed which of them
 */
public record Handicap(Duration clockOffset, double busLoss, long seed) {
    public static final Handicap NONE = new Handicap(Duration.ZERO, 0, 0);

    /** Words of the product end so; those of the cluster itself are its own affair. */
    private static final String WORD = ".v1";

    static Handicap of(JsonObject json) {
        return new Handicap(
                Duration.parse(json.getString("clockOffset")), json.getDouble("busLoss"), json.getLong("seed"));
    }

    JsonObject toJson() {
        return new JsonObject()
                .put("clockOffset", clockOffset.toString())
                .put("busLoss", busLoss)
                .put("seed", seed);
    }

    Clock clock() {
        return Clock.offset(Clock.systemUTC(), clockOffset);
    }

    /** From here on the node does not receive all messages. */
    void loseWords(EventBus bus) {
        Random random = new Random(seed);
        var _ = bus.addInboundInterceptor(delivery -> {
            if (!delivery.message().address().endsWith(WORD) || random.nextDouble() >= busLoss) {
                delivery.next();
            }
        });
    }
}
