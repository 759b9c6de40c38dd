package io.nightmarket.chaos.check;

import io.nightmarket.chaos.check.Answer.Done;
import io.nightmarket.chaos.check.Answer.Improper;
import io.nightmarket.chaos.check.Answer.Nothing;
import io.nightmarket.chaos.check.Answer.OrderAnswered;
import io.nightmarket.chaos.check.Answer.OrderState;
import io.nightmarket.chaos.check.Answer.Refused;
import io.nightmarket.chaos.check.Answer.Rejected;
import io.nightmarket.chaos.check.Event.Operation;
import io.nightmarket.testkit.SaleDatabase;
import io.nightmarket.testkit.SaleDatabase.Adjustment;
import io.nightmarket.testkit.SaleDatabase.Rejection;
import io.nightmarket.testkit.SaleDatabase.Row;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Judges one sale, when all is quiet, by what its clients wrote down and what Redis and MySQL hold. It knows the promise
 * and nothing of the code that keeps it.
 */
public final class HistoryChecker {
    /** The only refusals of a sale that is open, with or without an order's number. */
    private static final Set<String> PROPER = Set.of("SOLD_OUT", "ALREADY_BOUGHT");

    /**
     * What a fault may do.
     *
     * @param losesRedis whether data of Redis may be lost, and accepted orders with them
     * @param safeUntil orders that their buyers were answered before this time are not lost, in nanoseconds as of events
     * @param deadLetters that the sale's shard must have
     * @param opened units with which the sale was opened
     */
    public record Allowance(boolean losesRedis, long safeUntil, long deadLetters, long opened) {}

    /** How long a node may remember that a sale was sold out. */
    private static final long SOLD_OUT_MEMORY = TimeUnit.SECONDS.toNanos(2);

    private final List<Event> operations;
    private final Map<Long, BuyerHistory> buyerHistories;
    private final QueueState queue;
    private final SaleDatabase.State database;
    private final Allowance allowance;
    private final Map<Long, Row> rows;
    private final Map<Long, Row> ended;
    private final List<Violation> violations = new ArrayList<>();

    private HistoryChecker(List<Event> events, QueueState queue, SaleDatabase.State database, Allowance allowance) {
        this.buyerHistories = new TreeMap<>();
        this.operations = events.stream()
                .filter(event -> event.operation() == Operation.OPERATE)
                .sorted(Comparator.comparingLong(Event::sent))
                .toList();
        events.stream()
                .filter(event -> event.operation() != Operation.OPERATE)
                .collect(Collectors.groupingBy(Event::buyer))
                .forEach((buyer, its) -> buyerHistories.put(buyer, BuyerHistory.of(buyer, its)));
        this.queue = queue;
        this.database = database;
        this.allowance = allowance;
        this.rows = byOrder(database.rows());
        this.ended = byOrder(database.ended());
    }

    private static Map<Long, Row> byOrder(List<Row> rows) {
        return rows.stream().collect(Collectors.toMap(Row::order, Function.identity(), (one, _) -> one));
    }

    /** Nothing when every promise was kept. */
    public static List<Violation> check(
            List<Event> events, QueueState queue, SaleDatabase.State database, Allowance allowance) {
        HistoryChecker checker = new HistoryChecker(events, queue, database, allowance);
        checker.checkBooks();
        checker.checkQueue();
        checker.checkThatTheSaleWentOn();
        checker.checkAdjustments();
        checker.checkPauses();
        checker.buyerHistories.values().forEach(checker::checkTale);
        database.rows().forEach(checker::checkRow);
        database.ended().forEach(checker::checkRow);
        return List.copyOf(checker.violations);
    }

    private void checkBooks() {
        long sold = database.rows().size();
        if (database.stock() < 0 || sold > database.issued()) {
            broken("never oversold", sold + " orders on " + database.issued() + " units, stock " + database.stock());
        }
        if (database.stock() + database.claims().size() != database.issued()) {
            broken(
                    "stock and claims are issued",
                    "stock " + database.stock() + " and claims "
                            + database.claims().size() + " of " + database.issued());
        }
        Set<Long> seen = new HashSet<>();
        for (Row row : database.rows()) {
            if (!seen.add(row.buyer())) {
                broken("one order a buyer", "buyer " + row.buyer() + " has several rows", row.buyer());
            }
            if (database.rejections().containsKey(row.order())) {
                broken("no order is both", "order " + row.order() + " is written and rejected", row.buyer());
            }
            if (!Objects.equals(database.claims().get(row.buyer()), row.order())) {
                broken("a claim for each order", "order " + row.order() + " has no claim of its own", row.buyer());
            }
        }
        database.claims().forEach((buyer, order) -> {
            if (!rows.containsKey(order)) {
                broken("an order for each claim", "the claim on order " + order + " has no row", buyer);
            }
        });
        database.rejections().forEach((order, rejection) -> {
            if (!isExplained(rejection.reason())) {
                broken(
                        "MySQL rejects no accepted order",
                        "order " + order + " was: " + rejection.reason(),
                        rejection.buyer());
            }
        });
    }

    private void checkQueue() {
        if (queue.waiting() != 0 || queue.queued() != 0) {
            broken("quiet", queue.waiting() + " entries and " + queue.queued() + " orders still wait");
        }
        if (database.owed() != 0) {
            broken("no release is pending", database.owed() + " units are not released yet");
        }
        if (queue.free().isEmpty() || queue.free().getAsLong() != unreserved()) {
            broken(
                    "queue and MySQL have the same units",
                    "free " + queue.free() + ", stock " + database.stock() + ", of dead letters "
                            + database.deadOrders().size());
        }
        if (database.deadLetters() != allowance.deadLetters()) {
            broken(
                    "dead letters are explained",
                    database.deadLetters() + " dead letters, expected " + allowance.deadLetters()
                            + "; orders among them: " + database.deadOrders().keySet());
        }
        Map<Long, Long> reserved = new HashMap<>(database.claims());
        database.deadOrders().forEach((order, buyer) -> reserved.put(buyer, order));
        Set<Long> buyers = new HashSet<>(reserved.keySet());
        buyers.addAll(queue.buyers().keySet());
        for (long buyer : buyers) {
            Long here = queue.buyers().get(buyer);
            Long there = reserved.get(buyer);
            if (!Objects.equals(here, there)) {
                broken("queue and MySQL have the same buyers", "order " + here + " here, " + there + " there", buyer);
            }
        }
    }

    /** The order of a dead letter keeps its unit. */
    private long unreserved() {
        return database.stock() - database.deadOrders().size();
    }

    /** Units that are left are there for buyers who were rejected. */
    private void checkThatTheSaleWentOn() {
        long last = Stream.concat(
                                operations.stream(),
                                buyerHistories.values().stream().flatMap(BuyerHistory::afterSale))
                        .mapToLong(Event::answered)
                        .max()
                        .orElse(-SOLD_OUT_MEMORY)
                + SOLD_OUT_MEMORY;
        List<Long> turnedAway = buyerHistories.values().stream()
                .filter(buyerHistory -> buyerHistory.wasTurnedAwayAfter(last))
                .map(BuyerHistory::buyer)
                .filter(buyer -> !database.claims().containsKey(buyer))
                .toList();
        if (unreserved() > 0 && !turnedAway.isEmpty()) {
            broken(
                    "the sale goes on",
                    unreserved() + " units are left, and " + turnedAway.size() + " buyers were turned away",
                    turnedAway.getFirst());
        }
    }

    /** Each change of the stock took effect once or not at all, as its operator was answered. */
    private void checkAdjustments() {
        long added = database.adjustments().values().stream()
                .filter(Adjustment::isDone)
                .mapToLong(Adjustment::units)
                .sum();
        if (database.issued() != allowance.opened() + added) {
            broken(
                    "adjustments are counted once",
                    "issued " + database.issued() + ", opened with " + allowance.opened() + ", adjusted by " + added);
        }
        database.adjustments().forEach((name, adjustment) -> {
            if (adjustment.state().equals("PENDING")) {
                broken("adjustments end", "adjustment " + name + " is still pending");
            }
            for (Event event : operations) {
                if (event.how().equals(Event.restock(name, adjustment.units())) && !isTruth(adjustment, event)) {
                    broken("answers to operators hold", event + "; MySQL has " + adjustment);
                }
            }
        });
        Set<String> known = database.adjustments().entrySet().stream()
                .map(entry -> Event.restock(entry.getKey(), entry.getValue().units()))
                .collect(Collectors.toSet());
        known.addAll(Set.of(Event.PAUSE, Event.RESUME));
        for (Event event : operations) {
            if (event.answer() instanceof Done && !known.contains(event.how())) {
                broken("answers to operators hold", event + "; MySQL has nothing of it");
            }
            if (event.answer() instanceof Improper) {
                broken("answers are those of the contract", event.toString());
            }
        }
    }

    private static boolean isTruth(Adjustment adjustment, Event event) {
        return switch (event.answer()) {
            case Done _ -> adjustment.isDone();
            case Refused _ -> !adjustment.isDone();
            default -> true;
        };
    }

    /** A buyer who came first between the answer to a pause and the request to resume was admitted by no node. */
    private void checkPauses() {
        for (Event pause : operations) {
            if (!pause.how().equals(Event.PAUSE) || !(pause.answer() instanceof Done)) {
                continue;
            }
            long end = operations.stream()
                    .filter(event -> event.how().equals(Event.RESUME) && event.sent() >= pause.answered())
                    .mapToLong(Event::sent)
                    .min()
                    .orElse(Long.MAX_VALUE);
            for (BuyerHistory buyerHistory : buyerHistories.values()) {
                if (buyerHistory.events().getFirst().sent() >= pause.answered()
                        && buyerHistory.answered().stream().anyMatch(order -> buyerHistory.toldAt(order) <= end)) {
                    broken(
                            "no admission while the sale is paused",
                            pause + ", until " + end + " ns",
                            buyerHistory.buyer());
                }
            }
        }
    }

    private void checkTale(BuyerHistory buyerHistory) {
        for (Event event : buyerHistory.events()) {
            if (event.operation().isAfterSale()) {
                continue;
            }
            checkAnswer(buyerHistory, event);
            if (event.answer() instanceof Refused(String code) && !PROPER.contains(code)) {
                broken(
                        "refused for a reason",
                        "buyer " + buyerHistory.buyer() + " was answered " + code,
                        buyerHistory.buyer());
            }
        }
        buyerHistory.answered().forEach(order -> checkTold(buyerHistory, order));
        for (long order : buyerHistory.answeredSettled()) {
            if (!isRowOf(buyerHistory.buyer(), order)) {
                broken("an order answered SETTLED is a row", "order " + order + " has none", buyerHistory.buyer());
            }
        }
        for (long order : buyerHistory.toldVoid().keySet()) {
            if (rows.containsKey(order) || ended.containsKey(order)) {
                broken("an order answered as void is no row", "order " + order + " has one", buyerHistory.buyer());
            }
        }
        for (long order : buyerHistory.answeredLost()) {
            if (!allowance.losesRedis()) {
                broken(
                        "nothing is lost",
                        "order " + order + " was, and this fault takes nothing",
                        buyerHistory.buyer());
            }
        }
        buyerHistory.lastResults().forEach((question, last) -> checkResult(buyerHistory, question, last));
        Set<Long> live = new HashSet<>(buyerHistory.answered());
        live.removeAll(buyerHistory.toldVoid().keySet());
        live.removeIf(order -> isLost(buyerHistory, order) || ended.containsKey(order));
        if (live.size() > 1) {
            broken(
                    "one live number a buyer",
                    "buyer " + buyerHistory.buyer() + " was answered " + live,
                    buyerHistory.buyer());
        }
    }

    private void checkAnswer(BuyerHistory buyerHistory, Event event) {
        if (event.answer() instanceof Improper(String what)) {
            broken(
                    "answers are those of the contract",
                    "buyer " + buyerHistory.buyer() + " was answered " + what,
                    buyerHistory.buyer());
        }
        if (event.isDurableClick()
                && event.answer() instanceof OrderAnswered(long order, OrderState state)
                && state == OrderState.ACCEPTED) {
            broken(
                    "a buyer who waits gets the outcome",
                    "order " + order + " was only accepted, and nothing said so",
                    buyerHistory.buyer());
        }
    }

    /** What is answered in the end is what is there. */
    private void checkResult(BuyerHistory buyerHistory, String question, Answer last) {
        if (last.isToRepeat()) {
            broken("who asks in the end gets an answer", "asked in the end and got no answer", buyerHistory.buyer());
        } else if (!isTruth(buyerHistory.buyer(), Event.orderIn(question), last)) {
            broken("the last answer holds", "asked \"" + question + "\" and got " + last, buyerHistory.buyer());
        }
    }

    /** @param asked the order that the question named; 0 when it named none */
    private boolean isTruth(long buyer, long asked, Answer last) {
        @Nullable Long claim = database.claims().get(buyer);
        long there = asked == 0 && claim != null ? claim : asked;
        if (isRowOf(buyer, there)) {
            return last.equals(new OrderAnswered(there, OrderState.SETTLED));
        }
        if (isDeadLetterOf(buyer, asked)) {
            return last.equals(new OrderAnswered(asked, OrderState.QUEUED));
        }
        return switch (last) {
            case OrderAnswered(long order, var state) ->
                asked == 0 && state == OrderState.SETTLED && isEndedOf(buyer, order);
            case Rejected(long order, String reason) -> isExplained(reason) && (asked == 0 || order == asked);
            case Nothing _ -> asked == 0;
            default -> false;
        };
    }

    private void checkTold(BuyerHistory buyerHistory, long order) {
        if (!isRowOf(buyerHistory.buyer(), order) && buyerHistory.toldAt(order) < allowance.safeUntil()) {
            broken(
                    "what the copy has is not lost",
                    "order " + order + " was answered before the copy was taken",
                    buyerHistory.buyer());
        }
        if (!isRowOf(buyerHistory.buyer(), order)
                && !isDeadLetterOf(buyerHistory.buyer(), order)
                && !isLost(buyerHistory, order)) {
            broken("an answered order has its row", "order " + order + " is nowhere", buyerHistory.buyer());
        }
    }

    private void checkRow(Row row) {
        BuyerHistory buyerHistory = buyerHistories.get(row.buyer());
        if (buyerHistory == null
                || !(buyerHistory.answered().contains(row.order()) || buyerHistory.hasUnknownOutcome())) {
            broken(
                    "no row without an answer to its buyer",
                    "order " + row.order() + " was answered to no buyer",
                    row.buyer());
        }
    }

    private boolean isRowOf(long buyer, long order) {
        Row row = rows.getOrDefault(order, ended.get(order));
        return row != null && row.buyer() == buyer;
    }

    private boolean isEndedOf(long buyer, long order) {
        return ended.containsKey(order) && isRowOf(buyer, order);
    }

    private boolean isDeadLetterOf(long buyer, long order) {
        return Objects.equals(database.deadOrders().get(order), buyer);
    }

    /** Whether the order may be gone, and the database have that, or the buyer was answered so. */
    private boolean isLost(BuyerHistory buyerHistory, long order) {
        Rejection rejection = database.rejections().get(order);
        boolean recorded =
                rejection != null && rejection.buyer() == buyerHistory.buyer() && isExplained(rejection.reason());
        return recorded || isExplained(buyerHistory.toldVoid().getOrDefault(order, ""));
    }

    /** An accepted order ends without a row only when it was lost, and only when that can be. */
    private boolean isExplained(String reason) {
        return allowance.losesRedis() && reason.equals(Rejected.LOST);
    }

    private void broken(String rule, String what) {
        violations.add(new Violation(rule, what, List.of()));
    }

    private void broken(String rule, String what, long buyer) {
        violations.add(new Violation(rule, what, story(buyer)));
    }

    private List<String> story(long buyer) {
        List<String> story = new ArrayList<>();
        @Nullable BuyerHistory buyerHistory = buyerHistories.get(buyer);
        if (buyerHistory != null) {
            buyerHistory.events().forEach(event -> story.add(event.toString()));
        }
        database.rows().stream().filter(row -> row.buyer() == buyer).forEach(row -> story.add("MySQL has " + row));
        database.ended().stream()
                .filter(row -> row.buyer() == buyer)
                .forEach(row -> story.add("MySQL has, cancelled or refunded, " + row));
        story.add("MySQL has the claim: " + database.claims().get(buyer));
        database.rejections().forEach((order, rejection) -> {
            if (rejection.buyer() == buyer) {
                story.add("MySQL has the rejection of order " + order + ": " + rejection.reason());
            }
        });
        story.add("The queue has the buyer's order: " + queue.buyers().get(buyer));
        return story;
    }
}
