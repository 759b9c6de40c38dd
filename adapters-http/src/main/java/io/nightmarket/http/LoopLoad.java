package io.nightmarket.http;

import io.nightmarket.domain.overload.LoadGate;
import io.nightmarket.domain.overload.Priority;
import io.nightmarket.http.answer.OverloadAnswers;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.RoutingContext;
import java.util.Optional;

/** The overload control of one event loop. Used by that loop; what it counts may be read by others. */
final class LoopLoad {
    private static final String COUNTED = "overloadCounted";

    private final NodeLoad node;
    private final Optional<LoadGate> gate;
    private volatile int underWay;
    private volatile double limit;
    private volatile double purchaseLimit;

    /** @param gate empty: nothing is rejected */
    LoopLoad(NodeLoad node, Optional<LoadGate> gate) {
        this.node = node;
        this.gate = gate;
        gate.ifPresent(this::show);
    }

    /** Measures how late tasks run from now on; called on the loop. */
    void measure(Vertx vertx) {
        gate.ifPresent(measured -> tickLater(vertx, measured));
    }

    private void tickLater(Vertx vertx, LoadGate measured) {
        long due = node.nanoTime() + LoadGate.TICK.toNanos();
        vertx.setTimer(LoadGate.TICK.toMillis(), _ -> {
            measured.tick(Math.max(0, node.nanoTime() - due));
            show(measured);
            tickLater(vertx, measured);
        });
    }

    private void show(LoadGate shown) {
        underWay = shown.underWay();
        limit = shown.limit();
        purchaseLimit = shown.purchaseLimit();
    }

    /** Whether the request may be served; counts it when not. */
    boolean admits(Priority priority) {
        boolean admitted = gate.isEmpty() || gate.get().admits(priority);
        if (!admitted) {
            node.rejected(priority);
        }
        return admitted;
    }

    void begin(Priority priority) {
        gate.ifPresent(counting -> counting.begin(priority));
    }

    void end(Priority priority) {
        gate.ifPresent(counting -> counting.end(priority));
    }

    OverloadAnswers answers() {
        return node.answers();
    }

    /** Rejects a request of HTTP/2 or has it go on, once if it is routed again; {@link OverloadGuard} saw those of HTTP/1.1. */
    void guard(RoutingContext ctx) {
        if (ctx.request().version() != HttpVersion.HTTP_2 || ctx.get(COUNTED) != null) {
            ctx.next();
            return;
        }
        Priority priority =
                Priorities.of(ctx.request().method().name(), ctx.request().uri());
        if (admits(priority)) {
            ctx.put(COUNTED, true);
            begin(priority);
            ctx.addEndHandler(_ -> end(priority));
            ctx.next();
        } else {
            answers().send(ctx.request());
        }
    }

    boolean isOn() {
        return gate.isPresent();
    }

    int underWay() {
        return underWay;
    }

    double limit() {
        return limit;
    }

    double purchaseLimit() {
        return purchaseLimit;
    }
}
