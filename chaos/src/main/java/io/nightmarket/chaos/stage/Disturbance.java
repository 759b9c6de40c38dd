package io.nightmarket.chaos.stage;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How a proxy disturbs replies.
 *
 * @param share of the pieces that meet this fate, 0 to 1
 * @param longest delay of a piece
 */
public record Disturbance(ReplyFate fate, double share, Duration longest) {
    public static final Disturbance NONE = new Disturbance(ReplyFate.PASS, 0, Duration.ZERO);

    ReplyFate next(RandomGenerator random) {
        return random.nextDouble() < share ? fate : ReplyFate.PASS;
    }

    Duration delay(RandomGenerator random) {
        return Duration.ofNanos(random.nextLong(Math.max(1, longest.toNanos())));
    }
}
