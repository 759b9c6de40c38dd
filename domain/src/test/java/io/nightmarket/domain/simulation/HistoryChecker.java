package io.nightmarket.domain.simulation;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderProgress;
import io.nightmarket.domain.order.OrderStatus;
import io.nightmarket.domain.order.RejectionReason;
import io.nightmarket.domain.sale.SaleState;
import io.nightmarket.domain.simulation.Violation.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Holds what buyers of a sale were told against what the servers hold in the end. It knows the promises and nothing of
 * how they are kept.
 */
final class HistoryChecker {
    /** So long a node may know less of a sold-out sale's buyers than the queue. */
    private static final Duration STALE = Duration.ofSeconds(10);

    private final List<Observation> history;
    private final Ending ending;
    private final Map<OrderId, Order> rows = new HashMap<>();
    private final Set<OrderId> rejected;
    private final Set<OrderId> lost;
    private final List<Violation> violations = new ArrayList<>();

    private HistoryChecker(List<Observation> history, Ending ending) {
        this.history = history;
        this.ending = ending;
        ending.orders().forEach(order -> rows.put(order.id(), order));
        this.rejected =
                ending.rejections().stream().map(OrderProgress.Rejected::order).collect(Collectors.toSet());
        this.lost = ending.rejections().stream()
                .filter(rejection -> rejection.reason() == RejectionReason.LOST)
                .map(OrderProgress.Rejected::order)
                .collect(Collectors.toSet());
    }

    /** The promises that were broken; none when all is well. */
    static List<Violation> check(List<Observation> history, Ending ending) {
        HistoryChecker checker = new HistoryChecker(history, ending);
        checker.checkBooks();
        ending.rejections().forEach(checker::checkReason);
        checker.checkQueue();
        history.forEach(checker::checkAlone);
        checker.byBuyer().forEach(checker::checkBuyer);
        return List.copyOf(checker.violations);
    }

    private void broken(Kind kind, String story) {
        violations.add(new Violation(kind, story));
    }

    private void checkBooks() {
        long issued = ending.sale().issued();
        long stock = ending.sale().stock();
        int claims = ending.claims().size();
        if (stock < 0 || stock + claims != issued) {
            broken(
                    Kind.BOOKS_UNBALANCED,
                    issued + " units were issued, " + stock + " are left, and " + claims + " are claimed");
        }
        Map<UserId, OrderId> byRows = new HashMap<>();
        for (Order order : ending.orders()) {
            if (!isLive(order)) {
                continue;
            }
            OrderId other = byRows.put(order.user(), order.id());
            if (other != null) {
                broken(
                        Kind.CLAIMS_DIFFER,
                        "buyer " + order.user().value() + " has the orders " + other.value() + " and "
                                + order.id().value());
            }
            if (rejected.contains(order.id())) {
                broken(Kind.REJECTED_AND_SOLD, "order " + order.id().value() + " was refused and is in the ledger");
            }
        }
        if (!byRows.equals(ending.claims())) {
            broken(Kind.CLAIMS_DIFFER, "the orders are " + byRows + " and the claims " + ending.claims());
        }
    }

    /** Queue and ledger can only contradict one another when one of them lost something. */
    private void checkReason(OrderProgress.Rejected rejection) {
        boolean mayBe = switch (rejection.reason()) {
            case UNWRITABLE -> ending.isPurged().test(rejection.order());
            case LOST -> queueLost() || ending.lost().refusals().contains(rejection.order());
            case SOLD_OUT ->
                queueLost()
                        || ending.lost().hasFewerUnits()
                        || !ending.lost().refusals().isEmpty();
            case ALREADY_BOUGHT -> queueLost();
            case UNKNOWN_VOUCHER -> false;
        };
        if (!mayBe) {
            broken(Kind.REFUSED_WITHOUT_REASON, rejection.toString());
        }
    }

    private boolean queueLost() {
        return ending.lost().queue().isPresent();
    }

    private void checkQueue() {
        ending.unfinished().forEach(what -> broken(Kind.UNFINISHED, what));
        if (ending.unfinished().isEmpty()) {
            ending.queue().ifPresent(queue -> {
                if (queue.available() != ending.sale().stock()) {
                    broken(
                            Kind.QUEUE_DIFFERS,
                            queue.available() + " units are free, and the ledger has "
                                    + ending.sale().stock());
                }
                if (queue.isPaused() != (ending.sale().state() == SaleState.PAUSED)) {
                    broken(
                            Kind.QUEUE_DIFFERS,
                            "the sale is " + ending.sale().state() + ", and buyers are observed that it is "
                                    + (queue.isPaused() ? "paused" : "not"));
                }
                if (!queue.buyers().equals(ending.claims())) {
                    broken(
                            Kind.QUEUE_DIFFERS,
                            "the queue's buyers are " + queue.buyers() + " and the claims " + ending.claims());
                }
            });
        }
    }

    private void checkAlone(Observation observed) {
        observed.namedOrder().ifPresent(order -> {
            boolean isRow = rows.containsKey(order);
            if (ending.lost().refusals().contains(order) && !observed.isDurable()) {
                checkForgotten(observed, order);
            } else if (observed.isDurable() && !isRow && !mayBeUnsold(observed, order)) {
                broken(Kind.NOT_DURABLE, "not in the ledger: " + observed.story());
            } else if (observed.isRejection()) {
                if (isRow || !rejected.contains(order)) {
                    broken(Kind.REJECTED_AND_SOLD, (isRow ? "in the ledger: " : "not refused: ") + observed.story());
                }
            } else if (!isRow && !rejected.contains(order)) {
                broken(Kind.ORDER_LOST, "neither in the ledger nor refused: " + observed.story());
            } else if (lost.contains(order)
                    && !mayBeLost(observed)
                    && !ending.lost().refusals().contains(order)) {
                broken(Kind.ORDER_LOST, "said to be lost, and observed since: " + observed.story());
            } else if (observed.asked() >= ending.quiet() && !observed.isDurable()) {
                broken(Kind.UNFINISHED, "when all was quiet: " + observed.story());
            }
        });
    }

    /** An order of which the database forgot that it was refused may be settled or lost; but it comes to an end. */
    private void checkForgotten(Observation observed, OrderId order) {
        if (!rows.containsKey(order) && !rejected.contains(order)) {
            broken(Kind.ORDER_LOST, "neither in the ledger nor refused: " + observed.story());
        } else if (observed.asked() >= ending.quiet() && !observed.isRejection()) {
            broken(Kind.UNFINISHED, "when all was quiet: " + observed.story());
        }
    }

    /** Perhaps some of the units that the database forgot were sold; they can't be sold again. */
    private boolean mayBeUnsold(Observation observed, OrderId order) {
        return ending.lost().hasFewerUnits()
                && rejected.contains(order)
                && ending.lost().ledger().isPresent()
                && observed.asked() <= ending.lost().ledger().getAsLong();
    }

    /** What was asked before the queue lost its data may have been answered from what was lost. */
    private boolean mayBeLost(Observation observed) {
        return queueLost() && observed.asked() <= ending.lost().queue().getAsLong();
    }

    private Map<UserId, List<Observation>> byBuyer() {
        Map<UserId, List<Observation>> byBuyer = new LinkedHashMap<>();
        history.forEach(observed -> byBuyer.computeIfAbsent(observed.buyer(), _ -> new ArrayList<>())
                .add(observed));
        return byBuyer;
    }

    private void checkBuyer(UserId buyer, List<Observation> all) {
        checkRefusals(buyer, all);
        Map<OrderId, Observation> orders = new LinkedHashMap<>();
        for (Observation observed : all) {
            observed.namedOrder()
                    .filter(order -> !rejected.contains(order) && !mayBeLost(observed) && mayBeLive(order))
                    .ifPresent(order -> orders.putIfAbsent(order, observed));
        }
        if (orders.size() > 1) {
            broken(
                    Kind.TWO_ORDERS_TOLD,
                    orders.values().stream().map(Observation::story).collect(Collectors.joining("; ")));
        }
        orders.forEach((order, known) -> {
            // Nothing is known meanwhile of a paid order that was cancelled before.
            if (!rows.containsKey(order) || rows.get(order).status() == OrderStatus.UNPAID) {
                checkMemory(order, known, all);
            }
        });
    }

    private boolean mayBeLive(OrderId order) {
        return !rows.containsKey(order) || isLive(rows.get(order));
    }

    private static boolean isLive(Order order) {
        return switch (order.status()) {
            case UNPAID, PAID, USED -> true;
            case CANCELLED, REFUNDING, REFUNDED -> false;
        };
    }

    /** Who heard of nothing but refusals has nothing. A request that straggles may be accepted after it was refused. */
    private void checkRefusals(UserId buyer, List<Observation> all) {
        boolean wasRefused = !ending.hadStragglers()
                && all.stream()
                        .allMatch(observed -> observed.namedOrder().isEmpty()
                                && (!(observed instanceof Observation.Failed failed)
                                        || failed.failure() instanceof Unavailable));
        if (wasRefused && ending.claims().containsKey(buyer)) {
            broken(
                    Kind.REFUSED_AND_SOLD,
                    "there is order " + ending.claims().get(buyer) + ", but "
                            + all.stream().map(Observation::story).collect(Collectors.joining("; ")));
        }
    }

    /**
     * Nobody who knows of a live order is told otherwise later on. A known weakness: a node that took the sale for sold out
     * turns away, until it compares the buyers again, who bought elsewhere when units came back.
     */
    private void checkMemory(OrderId order, Observation known, List<Observation> all) {
        for (Observation observed : all) {
            boolean mayBeLate = observed instanceof Observation.Clicked
                    && ending.hadReturns()
                    && observed.asked() < known.at() + STALE.toNanos();
            // By its id alone an order is found only where it waits or is settled.
            boolean mayBeNowhere =
                    observed instanceof Observation.Followed && ending.lost().needsAudit();
            if (observed.asked() > known.at() && observed.denies(order) && !mayBeLate && !mayBeNowhere) {
                broken(Kind.ORDER_DENIED, "after " + known.story() + ": " + observed.story());
            }
        }
    }
}
