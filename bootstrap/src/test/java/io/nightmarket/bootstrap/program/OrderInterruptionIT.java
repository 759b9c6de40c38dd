package io.nightmarket.bootstrap.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.bootstrap.program.Client.Answer;
import io.nightmarket.testkit.Eventually;
import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * kill -9 of the packaged program between each two steps of cancelling, paying, paying late and refunding: a step is a request
 * to MySQL or Redis. Each order has a sale of its own, so that several calls stand still between their steps when the kill comes.
 */
@Tag("interruption")
final class OrderInterruptionIT {
    private static final int MOST_HELD = 8;

    /** Another one would wait for the transactions of these. */
    private static final int MOST_CANCELS = 2;

    /** A payment that was closed took no money. */
    private static final String RETURNED = "PLACED,EXPIRED,MONEY_RETURNING,MONEY_RETURNED or PLACED,EXPIRED";

    @TempDir(factory = PreparedFolder.class)
    private Path data;

    /** What is interrupted. */
    private enum Kind {
        /** Goes on after its answer, in a job. */
        REFUND("refund", "PLACED,PAID,REFUNDING,REFUNDED"),
        CANCEL("cancel", "PLACED,CANCELLED"),
        /** A request that is repeated late may find its payment closed. */
        PAY("pay", "PLACED,PAID or PLACED"),
        LATE("pay", "PLACED,EXPIRED,REVIVED or " + RETURNED),
        LATE_SOLD_OUT("pay", RETURNED);

        final String action;
        final String histories;

        Kind(String action, String histories) {
            this.action = action;
            this.histories = histories;
        }

        int mostHeld() {
            return this == CANCEL ? MOST_CANCELS : MOST_HELD;
        }

        boolean isLate() {
            return this == LATE || this == LATE_SOLD_OUT;
        }
    }

    /**
     * An order whose call is interrupted.
     *
     * @param step behind which it is interrupted
     */
    private record Victim(Kind kind, int step, long sale, long order, String key) {
        @Override
        public String toString() {
            return kind + " after step " + step + ", order " + order;
        }
    }

    @Test
    void whatIsKilledBetweenItsStepsIsCompletedOnce() throws Exception {
        Map<Kind, Integer> steps = new EnumMap<>(Kind.class);
        List<Victim> victims = new ArrayList<>();
        try (OrderCrash crash = new OrderCrash(data)) {
            Set<Kind> open = EnumSet.allOf(Kind.class);
            while (!open.isEmpty()) {
                List<Victim> held = interrupt(crash, open, steps);
                crash.killAndStart();
                held.stream().filter(victim -> victim.step() % 2 == 0).forEach(victim -> repeat(crash, victim));
                victims.addAll(held);
            }
            System.err.println("Interrupted after as many steps: " + steps);
            steps.forEach((kind, count) -> assertTrue(count > 5, () -> kind + " has more steps than " + count));
            victims.forEach(victim -> repeat(crash, victim));
            Eventually.holds("nothing is pending", () -> nothingIsPending(crash));
            victims.forEach(victim -> assertAddsUp(crash, victim));
            Eventually.holds("no money is without an outcome", () -> crash.secondsWithoutOutcome() == 0);
            assertEquals(0, crash.mysql.number("SELECT COUNT(*) FROM payment WHERE refunded NOT IN (0, captured)"));
        }
    }

    /** Begins calls until one stands still before Redis, or enough before MySQL; a kind whose call ends is done. */
    private static List<Victim> interrupt(OrderCrash crash, Set<Kind> open, Map<Kind, Integer> steps) {
        List<Victim> held = new ArrayList<>();
        for (Kind kind : List.copyOf(open)) {
            boolean next = true;
            for (int same = 0; next && held.size() < MOST_HELD && same < kind.mostHeld(); same++) {
                int step = steps.getOrDefault(kind, 0);
                Interrupted interrupted = interrupt(crash, kind, step);
                if (interrupted.stop() == Stop.COMPLETED) {
                    open.remove(kind);
                } else {
                    steps.put(kind, step + 1);
                    held.add(interrupted.victim());
                }
                if (interrupted.stop() == Stop.BEFORE_REDIS) {
                    return held;
                }
                next = interrupted.stop() == Stop.BEFORE_MYSQL;
            }
        }
        return held;
    }

    private enum Stop {
        BEFORE_MYSQL,
        BEFORE_REDIS,
        /** Which does one after the other. */
        IN_A_JOB,
        COMPLETED
    }

    private record Interrupted(Victim victim, Stop stop) {}

    private static Interrupted interrupt(OrderCrash crash, Kind kind, int step) {
        long sale = crash.openAndBuy();
        long order = crash.mysql.number("SELECT id FROM tb_voucher_order WHERE voucher_id = ?", sale);
        Victim victim = new Victim(kind, step, sale, order, "key-" + order);
        if (kind == Kind.REFUND) {
            Eventually.holds(
                    "it is paid",
                    () -> Client.await(crash.call(order, "pay", "before-" + order))
                            .code()
                            .equals("PAID"));
        }
        InterruptedCall call = kind.isLate() ? late(crash, victim) : prompt(crash, victim);
        Future<Answer> answer = begin(crash, victim, call);
        Eventually.holds(
                victim + " is interrupted, or ends", () -> call.held.isDone() || isCompleted(crash, victim, answer));
        if (call.endsByItself()) {
            return new Interrupted(victim, Stop.COMPLETED);
        }
        if (call.held.join() == InterruptedCall.Server.REDIS) {
            return new Interrupted(victim, Stop.BEFORE_REDIS);
        }
        return new Interrupted(victim, answer.isComplete() ? Stop.IN_A_JOB : Stop.BEFORE_MYSQL);
    }

    private static InterruptedCall prompt(OrderCrash crash, Victim victim) {
        return new InterruptedCall(victim.order(), victim.key(), victim.step(), () -> switch (victim.kind()) {
            case PAY -> crash.paymentOf(victim.key());
            case REFUND -> paymentOfOrder(crash, victim);
            default -> OptionalLong.empty();
        });
    }

    private static OptionalLong paymentOfOrder(OrderCrash crash, Victim victim) {
        return OptionalLong.of(crash.mysql.number("SELECT id FROM payment WHERE order_id = ?", victim.order()));
    }

    /** Stands still when its attempt is written, before the gateway is asked. */
    private static InterruptedCall late(OrderCrash crash, Victim victim) {
        return new InterruptedCall(
                victim.order(),
                victim.key(),
                victim.step(),
                () -> crash.paymentOf(victim.key()),
                () -> crash.mysql.number("SELECT COUNT(*) FROM payment WHERE order_id = ?", victim.order()) == 1);
    }

    private static Future<Answer> begin(OrderCrash crash, Victim victim, InterruptedCall call) {
        crash.guard(call);
        Future<Answer> answer = crash.call(victim.order(), victim.kind().action, victim.key());
        if (victim.kind().isLate()) {
            Eventually.holds("the attempt is written", call.paused::isDone);
            crash.expire(victim.order());
            Eventually.holds("the unit is on sale again", () -> free(crash, victim.sale()) == 1);
            if (victim.kind() == Kind.LATE_SOLD_OUT) {
                long _ = crash.buy(1, victim.sale());
            }
            call.resume();
        }
        return answer;
    }

    private static boolean isCompleted(OrderCrash crash, Victim victim, Future<Answer> answer) {
        return answer.isComplete()
                && (victim.kind() != Kind.REFUND
                        || crash.mysql.number("SELECT status FROM tb_voucher_order WHERE id = ?", victim.order()) == 6);
    }

    /** As a client does that got no answer: the same answer twice. */
    private static void repeat(OrderCrash crash, Victim victim) {
        List<Answer> answers = new ArrayList<>();
        Eventually.holds("the repeated request is answered: " + victim + ' ' + answers, () -> {
            Answer answer = Client.await(crash.call(victim.order(), victim.kind().action, victim.key()));
            if (answer.status() == 200 && !answer.code().equals("REQUEST_IN_PROGRESS")) {
                answers.add(answer);
            }
            return answers.size() == 2;
        });
        assertEquals(content(answers.getFirst()), content(answers.getLast()), victim::toString);
        if (!victim.kind().action.equals("pay")) {
            assertTrue(answers.getFirst().success(), () -> victim + ": " + answers);
        }
    }

    private static String content(Answer answer) {
        return answer.success() + " " + answer.data() + ' ' + answer.code();
    }

    private static boolean nothingIsPending(OrderCrash crash) {
        return crash.mysql.number("SELECT (SELECT COUNT(*) FROM stock_return WHERE done = 0)"
                        + " + (SELECT COUNT(*) FROM refund WHERE done = 0)"
                        + " + (SELECT COUNT(*) FROM payment WHERE status = 'PENDING' OR outcome = 'LATE')")
                == 0;
    }

    private static long free(OrderCrash crash, long sale) throws IOException {
        String free = crash.redis.field(crash.mysql.redisPrefix(sale) + "sale:" + sale, "free");
        return free == null ? -1 : Long.parseLong(free);
    }

    private static void assertAddsUp(OrderCrash crash, Victim victim) {
        String history = crash.mysql.text(
                "SELECT GROUP_CONCAT(kind ORDER BY id) FROM order_event WHERE order_id = ?", victim.order());
        assertTrue(List.of(victim.kind().histories.split(" or ", -1)).contains(history), () -> victim + ": " + history);
        long status = crash.mysql.number("SELECT status FROM tb_voucher_order WHERE id = ?", victim.order());
        assertEquals(statusAfter(history), status, victim::toString);
        assertEquals(
                status == 1 ? 1 : 0,
                crash.mysql.number(
                        "SELECT COUNT(*) FROM order_claim WHERE order_id = ? AND pay_until IS NOT NULL",
                        victim.order()),
                victim::toString);
        assertUnits(crash, victim);
        assertMoney(crash, victim, status == 2);
    }

    private static long statusAfter(String history) {
        return switch (history.substring(history.lastIndexOf(',') + 1)) {
            case "PLACED" -> 1;
            case "PAID", "REVIVED" -> 2;
            case "CANCELLED", "EXPIRED", "MONEY_RETURNED" -> 4;
            case "REFUNDED" -> 6;
            default -> throw new AssertionError(history);
        };
    }

    private static void assertUnits(OrderCrash crash, Victim victim) {
        long sale = victim.sale();
        long live = crash.mysql.number(
                "SELECT COUNT(*) FROM tb_voucher_order WHERE voucher_id = ? AND status IN (1, 2, 3)", sale);
        long stock = crash.mysql.number("SELECT stock FROM tb_seckill_voucher WHERE voucher_id = ?", sale);
        assertEquals(1, stock + live, victim::toString);
        assertEquals(
                live,
                crash.mysql.number("SELECT COUNT(*) FROM order_claim WHERE voucher_id = ?", sale),
                victim::toString);
        String key = crash.mysql.redisPrefix(sale) + "sale:" + sale;
        assertEquals(Long.toString(stock), crash.redis.field(key, "free"), victim::toString);
        var buyers = crash.redis.ask(Command.HLEN, key + ":buyers");
        assertEquals(live, buyers == null ? 0 : buyers.toLong(), victim::toString);
    }

    /** What the ledger has is what the gateway did, and each captured payment has one outcome. */
    private static void assertMoney(OrderCrash crash, Victim victim, boolean paid) {
        long order = victim.order();
        assertEquals(
                0,
                crash.mysql.number(
                        "SELECT COUNT(*) FROM payment p LEFT JOIN sandbox_charge c ON c.payment_id = p.id"
                                + " LEFT JOIN refund r ON r.payment_id = p.id WHERE p.order_id = ? AND NOT ("
                                + "p.status = 'CAPTURED' AND c.outcome = 'CAPTURED' AND p.captured = c.amount"
                                + " AND p.refunded = c.refunded AND p.refunded = COALESCE(r.amount * r.done, 0)"
                                + " OR p.status = 'REFUSED' AND COALESCE(c.outcome, 'REFUSED') = 'REFUSED'"
                                + " AND p.refunded = 0 AND r.payment_id IS NULL)",
                        order),
                victim::toString);
        assertEquals(
                paid ? 1 : 0,
                crash.mysql.number("SELECT COUNT(*) FROM payment WHERE order_id = ? AND captured > refunded", order),
                victim::toString);
    }
}
