package io.nightmarket.domain.order;

import io.nightmarket.domain.id.IdLayout;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletionStage;

/** Finds where the ids of new orders must begin to stand above those of the orders there are. */
public final class FindIdFloor {
    /** Other software counts seconds of its local time as if they were UTC: no place is further ahead than 14 hours. */
    private static final Duration AHEAD = Duration.ofHours(15);

    private final OrderRepository orders;
    private final Clock clock;

    public FindIdFloor(OrderRepository orders, Clock clock) {
        this.orders = orders;
        this.clock = clock;
    }

    /** The largest id that software with any local time may have made by {@code now}; what is above is of another kind. */
    public static OrderId ceiling(Instant now) {
        return new OrderId(IdLayout.compose(now.plus(AHEAD), IdLayout.MAX_SEQUENCE));
    }

    /** The first time whose ids are all above the largest below the ceiling; ids of another kind don't count. */
    public CompletionStage<Instant> find() {
        return orders.largest(ceiling(clock.instant()))
                .thenApply(found -> found.map(id -> IdLayout.after(id.value())).orElse(IdLayout.EPOCH));
    }
}
