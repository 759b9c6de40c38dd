package io.nightmarket.http.answer;

import io.nightmarket.http.RequestMeter.OperationMeter;
import io.vertx.ext.web.RoutingContext;
import java.util.function.LongSupplier;

/** The time of one request, from its first step to its first answer. Used by one event loop. */
public final class RequestTimer {
    private static final String KEY = "timer";
    private static final String DONE = "OK";

    private final OperationMeter meter;
    private final LongSupplier nanoTime;
    private final long begin;
    private boolean ended;

    private RequestTimer(OperationMeter meter, LongSupplier nanoTime) {
        this.meter = meter;
        this.nanoTime = nanoTime;
        this.begin = nanoTime.getAsLong();
    }

    /** Begins to measure a request. */
    public static void begin(RoutingContext ctx, OperationMeter meter, LongSupplier nanoTime) {
        ctx.put(KEY, new RequestTimer(meter, nanoTime));
    }

    /** The answer was written; does nothing for a request that is not measured, or was answered already. */
    static void end(RoutingContext ctx, Answer answer) {
        RequestTimer timer = ctx.get(KEY);
        if (timer != null && !timer.ended) {
            timer.ended = true;
            timer.meter.answered(
                    answer instanceof Answer.Refused refused ? refused.code().name() : DONE,
                    timer.nanoTime.getAsLong() - timer.begin);
        }
    }
}
