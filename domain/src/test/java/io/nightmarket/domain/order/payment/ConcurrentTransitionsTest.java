package io.nightmarket.domain.order.payment;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.HeldCalls;
import io.nightmarket.domain.contract.Suite;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.lifecycle.OrderTransition;
import io.nightmarket.domain.order.payment.PaymentLedger.Recorded;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.operation.AuditReport.Repair;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What may happen to one order, two and three things at once, each on a node of its own. Their steps are taken in every order of
 * pairs, up to a limit, and in random orders of threes. No server fails: units and money add up, and the audit has nothing to do.
 */
final class ConcurrentTransitionsTest {
    private static final int MAX_ORDERS_OF_STEPS = Suite.pick(8, 1_000);
    private static final int RANDOM_ORDERS_OF_STEPS = Suite.pick(2, 60);
    private static final Duration TOO_LATE = Duration.ofSeconds(31);
    private static final long BUYER = 1;
    private static final long OTHER = 2;

    /** Where an order stands when it begins. */
    enum Start {
        UNPAID,
        PAID,
        LATE,
        LATE_AND_RELEASED,
        LATE_AND_SOLD_OUT,
        LATE_AND_OLD,
        REFUNDING
    }

    /** What happens. */
    private enum Act {
        PAY,
        CANCEL,
        EXPIRE,
        REDEEM,
        REFUND,
        FINISH_PAYMENTS,
        REVIVE,
        RELEASE,
        BUY_AGAIN,
        OTHER_BUYS,
        OTHER_CANCELS,
        LOSE_QUEUE
    }

    @ParameterizedTest
    @EnumSource(Start.class)
    void unitsAndMoneyAddUpWhateverTheOrderOfSteps(Start start) {
        for (Act first : Act.values()) {
            for (Act second : Act.values()) {
                if (first.compareTo(second) <= 0) {
                    tryOrders(start, List.of(first, second));
                }
                for (Act third : Act.values()) {
                    if (first.compareTo(second) <= 0 && second.compareTo(third) <= 0) {
                        tryRandomOrders(start, List.of(first, second, third));
                    }
                }
            }
        }
    }

    /** Each run takes the last choice of the run before that has another way to go. */
    private static void tryOrders(Start start, List<Act> acts) {
        List<Integer> choices = new ArrayList<>();
        List<Integer> ways = new ArrayList<>();
        for (int run = 0; run < MAX_ORDERS_OF_STEPS; run++) {
            List<Integer> given = List.copyOf(choices);
            choices.clear();
            ways.clear();
            play(start, acts, waiting -> {
                int choice = choices.size() < given.size() ? given.get(choices.size()) : 0;
                choices.add(choice);
                ways.add(waiting);
                return choice;
            });
            while (!choices.isEmpty() && choices.getLast() + 1 == ways.getLast()) {
                choices.removeLast();
                ways.removeLast();
            }
            if (choices.isEmpty()) {
                return;
            }
            choices.addLast(choices.removeLast() + 1);
        }
        tryRandomOrders(start, acts);
    }

    private static void tryRandomOrders(Start start, List<Act> acts) {
        for (int seed = 0; seed < RANDOM_ORDERS_OF_STEPS; seed++) {
            play(start, acts, new Random(seed)::nextInt);
        }
    }

    private static void play(Start start, List<Act> acts, IntUnaryOperator choose) {
        List<Integer> chosen = new ArrayList<>();
        try {
            Scene scene = new Scene(start);
            acts.forEach(scene::begin);
            scene.finish(waiting -> {
                int choice = choose.applyAsInt(waiting);
                chosen.add(choice);
                return choice;
            });
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError(start + ", " + acts + ", " + chosen, e);
        }
    }

    private static final class Scene {
        private final HeldCalls held = new HeldCalls();
        private final OrderWorld world = new OrderWorld(2, held::over);
        private final Order order = world.buy(BUYER).orElseThrow();
        private final List<Throwable> bugs = new ArrayList<>();

        Scene(Start start) {
            switch (start) {
                case UNPAID -> world.clock.advance(OrderWorld.PAY_WITHIN);
                case PAID -> pay(Recorded.PAID);
                case LATE -> payLate();
                case LATE_AND_RELEASED -> {
                    payLate();
                    releaseAll();
                }
                case LATE_AND_SOLD_OUT -> {
                    payLate();
                    releaseAll();
                    for (long buyer = OTHER; world.buy(buyer).isPresent(); buyer++) {}
                }
                case LATE_AND_OLD -> {
                    payLate();
                    releaseAll();
                    world.clock.advance(TOO_LATE);
                }
                case REFUNDING -> {
                    pay(Recorded.PAID);
                    assertInstanceOf(
                            Refunds.RefundRequest.Accepted.class,
                            await(world.life.requestRefund(order.id(), order.user())));
                }
            }
        }

        private void payLate() {
            PaymentId id = charge();
            var _ = await(world.life.apply(order.id(), OrderTransition.EXPIRE));
            capture(id, Recorded.LATE);
        }

        private void pay(Recorded expected) {
            capture(charge(), expected);
        }

        private PaymentId charge() {
            PaymentId id = new PaymentId(world.nextId());
            PaymentLedger.Begun begun = await(world.life.begin(id, order.id(), order.user(), 1));
            Payment payment =
                    assertInstanceOf(PaymentLedger.Begun.Started.class, begun).payment();
            var _ = await(world.gateway.charge(payment, ""));
            return id;
        }

        private void capture(PaymentId id, Recorded expected) {
            assertEquals(
                    expected, await(world.life.capture(id, OrderWorld.PRICE)).recorded());
        }

        private void releaseAll() {
            await(world.ledger.pending(Shard.FIRST, 0, 10)).forEach(purchase -> {
                var _ = await(world.queue.release(world.epoch(), purchase));
                await(world.ledger.markReleased(List.of(purchase)));
            });
        }

        void begin(Act act) {
            var _ = work(act, world.new Node()).whenComplete((_, failure) -> {
                if (failure != null && !(DomainFailure.causeOf(failure) instanceof DomainFailure)) {
                    bugs.add(failure);
                }
            });
        }

        private CompletionStage<?> work(Act act, OrderWorld.Node node) {
            return switch (act) {
                case PAY -> node.pay.pay(new PaymentId(world.nextId()), order.user(), order.id(), 1, "");
                case CANCEL -> node.cancel(order);
                case EXPIRE -> node.expire();
                case REDEEM -> node.redeem(order);
                case REFUND -> node.refund(order);
                case FINISH_PAYMENTS -> node.finishPayments();
                case REVIVE -> node.latePayments.decideAll();
                case RELEASE -> node.release.release(Shard.FIRST);
                case BUY_AGAIN -> later(() -> buy(BUYER));
                case OTHER_BUYS -> later(() -> buy(OTHER));
                case OTHER_CANCELS -> node.cancel(otherOrder());
                case LOSE_QUEUE -> later(world::loseQueue);
            };
        }

        private void buy(long buyer) {
            var _ = world.buy(buyer);
        }

        /** The order of the other unit. */
        private Order otherOrder() {
            return world.orders().stream()
                    .filter(one -> one.user().value() == OTHER)
                    .findFirst()
                    .or(() -> world.buy(OTHER))
                    .orElseThrow();
        }

        private CompletionStage<?> later(Runnable work) {
            return held.hold(() -> {
                work.run();
                return CompletableFuture.completedStage(null);
            });
        }

        void finish(IntUnaryOperator choose) {
            while (held.waiting() > 0) {
                held.letGo(held.waiting() == 1 ? 0 : choose.applyAsInt(held.waiting()));
            }
            held.holdNoMore();
            OrderWorld.Node node = world.new Node();
            world.clock.advance(TOO_LATE);
            for (int round = 0; round < 2; round++) {
                await(node.release.release(Shard.FIRST));
                await(node.finishPayments());
            }
            await(node.release.release(Shard.FIRST));
            assertEquals(List.of(), bugs);
            world.assertAllAddsUp();
            assertEquals(new Repair(0, 0), world.audit());
        }
    }
}
