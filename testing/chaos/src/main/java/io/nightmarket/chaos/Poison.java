package io.nightmarket.chaos;

import io.nightmarket.chaos.check.Answer.OrderAnswered;
import io.nightmarket.chaos.check.Answer.OrderState;
import io.nightmarket.chaos.check.Event;
import io.nightmarket.chaos.check.Event.Operation;
import io.nightmarket.testkit.Eventually;
import io.nightmarket.testkit.RedisPeek;
import io.nightmarket.testnode.Crowd;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Entries that can't be read, one that can be read in part, and an order whose time the database refuses.
 * Orders that can be read are reserved as an admission would, in the name of a buyer who clicks nowhere else.
 */
final class Poison {
    private static final List<List<String>> ENTRIES = List.of(
            List.of("nothing", "of", "ours", "here"),
            List.of("voucher", "x", "at", "1", "orders", "1:1"),
            List.of("voucher", "1", "at", "never", "orders", "1:1"),
            List.of("voucher", "1", "orders", "1:1"));
    private static final List<String> BAD_ORDERS = List.of("", "77", "x:y", "0:5", "8:-1");

    /** Milliseconds of the year 9999. */
    private static final long TOO_LATE = 253_370_764_800_000L;

    /** A difference counts for the audit when it stands for some rounds. */
    private static final int AUDITS = 4;

    private static final Duration AUDITED = Duration.ofMinutes(1);

    static final int LETTERS = ENTRIES.size() + BAD_ORDERS.size();

    /** In whose name orders are reserved: the user behind those who click. */
    static final int BUYERS = 1;

    private Poison() {}

    static void mixIn(ScenarioContext context) throws IOException {
        context.awaitTheMiddle();
        RedisPeek redis = context.stage.redis.peek();
        for (List<String> entry : ENTRIES) {
            var _ = redis.send(List.of(add(context, entry)));
        }
        reserve(context, System.currentTimeMillis(), String.join(" ", BAD_ORDERS) + ' ');
    }

    /** Returns when the audit has seen the dead letter for some rounds. */
    static void reserveUnwritable(ScenarioContext context) throws IOException {
        context.awaitTheMiddle();
        reserve(context, TOO_LATE, "");
        long audits = audits(context);
        Eventually.await("audits", AUDITED, () -> audits(context) >= audits + AUDITS);
    }

    private static long audits(ScenarioContext context) throws IOException {
        return context.stage.fleet.metric("nightmarket_audit_iterations_total");
    }

    /** @param before orders in the same entry */
    private static void reserve(ScenarioContext context, long at, String before) throws IOException {
        long buyer = Crowd.user(context.stage.tokens.size());
        long order = 1 + context.random.nextLong(1_000_000_000_000L);
        long sent = context.now();
        var _ = context.stage
                .redis
                .peek()
                .send(List.of(
                        RedisPeek.request(Command.MULTI),
                        RedisPeek.request(Command.HINCRBY, RedisSales.saleKey(context.sale), "free", "-1"),
                        RedisPeek.request(
                                Command.HSET,
                                RedisSales.buyersKey(context.sale),
                                Long.toString(buyer),
                                Long.toString(order)),
                        RedisPeek.request(
                                Command.HSET,
                                RedisSales.queuedKey(context.sale),
                                Long.toString(order),
                                Long.toString(buyer)),
                        add(
                                context,
                                List.of(
                                        "voucher",
                                        Long.toString(context.sale.voucher()),
                                        "at",
                                        Long.toString(at),
                                        "orders",
                                        before + order + ':' + buyer)),
                        RedisPeek.request(Command.EXEC)));
        context.note(new Event(
                buyer, Operation.BY_HAND, 0, "", sent, context.now(), new OrderAnswered(order, OrderState.ACCEPTED)));
    }

    private static Request add(ScenarioContext context, List<String> fields) {
        List<String> words = new ArrayList<>(List.of(RedisSales.ordersKey(context.sale), "*"));
        words.addAll(fields);
        return RedisPeek.request(Command.XADD, words.toArray(String[]::new));
    }
}
