package io.nightmarket.chaos.check;

import io.nightmarket.chaos.check.Answer.Done;
import io.nightmarket.chaos.check.Answer.Improper;
import io.nightmarket.chaos.check.Answer.Nothing;
import io.nightmarket.chaos.check.Answer.OrderAnswered;
import io.nightmarket.chaos.check.Answer.Refused;
import io.nightmarket.chaos.check.Answer.Rejected;
import io.nightmarket.chaos.check.Answer.Standing;
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
     * @param safeUntil orders that their buyers were told before this time are not lost, in nanoseconds as of events
     * @param deadLetters that the sale's shard must have
     * @param opened units with which the sale was opened
     */
    public record Allowance(boolean losesRedis, long safeUntil, long deadLetters, long opened) {}

    /** A node may remember for so long that a sale was sold out. */
    private static final long SOLD_OUT_MEMORY = TimeUnit.SECONDS.toNanos(2);

    private final List<Event> operations;
    private final Map<Long, BuyerTale> tales;
    private final QueueState queue;
    private final SaleDatabase.State books;
    private final Allowance allowance;
    private final Map<Long, Row> rows;
    private final List<Violation> violations = new ArrayList<>();

    private HistoryChecker(List<Event> events, QueueState queue, SaleDatabase.State books, Allowance allowance) {
        this.tales = new TreeMap<>();
        this.operations = events.stream()
                .filter(event -> event.operation() == Operation.OPERATE)
                .sorted(Comparator.comparingLong(Event::sent))
                .toList();
        events.stream()
                .filter(event -> event.operation() != Operation.OPERATE)
                .collect(Collectors.groupingBy(Event::buyer))
                .forEach((buyer, its) -> tales.put(buyer, BuyerTale.of(buyer, its)));
        this.queue = queue;
        this.books = books;
        this.allowance = allowance;
        this.rows = books.rows().stream().collect(Collectors.toMap(Row::order, Function.identity(), (one, _) -> one));
    }

    /** Nothing when every promise was kept. */
    public static List<Violation> check(
            List<Event> events, QueueState queue, SaleDatabase.State books, Allowance allowance) {
        HistoryChecker checker = new HistoryChecker(events, queue, books, allowance);
        checker.checkBooks();
        checker.checkQueue();
        checker.checkThatTheSaleWentOn();
        checker.checkAdjustments();
        checker.checkPauses();
        checker.tales.values().forEach(checker::checkTale);
        books.rows().forEach(checker::checkRow);
        return List.copyOf(checker.violations);
    }

    private void checkBooks() {
        long sold = books.rows().size();
        if (books.stock() < 0 || sold > books.issued()) {
            broken("never oversold", sold + " orders on " + books.issued() + " units, stock " + books.stock());
        }
        if (books.stock() + books.claims().size() != books.issued()) {
            broken(
                    "stock and claims are issued",
                    "stock " + books.stock() + " and claims " + books.claims().size() + " of " + books.issued());
        }
        Set<Long> seen = new HashSet<>();
        for (Row row : books.rows()) {
            if (!seen.add(row.buyer())) {
                broken("one order a buyer", "buyer " + row.buyer() + " has several rows", row.buyer());
            }
            if (books.rejections().containsKey(row.order())) {
                broken("no order is both", "order " + row.order() + " is written and rejected", row.buyer());
            }
            if (!Objects.equals(books.claims().get(row.buyer()), row.order())) {
                broken("a claim for each order", "order " + row.order() + " has no claim of its own", row.buyer());
            }
        }
        books.claims().forEach((buyer, order) -> {
            if (!rows.containsKey(order)) {
                broken("an order for each claim", "the claim on order " + order + " has no row", buyer);
            }
        });
        books.rejections().forEach((order, rejection) -> {
            if (!isExplained(rejection.reason())) {
                broken(
                        "the books refuse nothing that was accepted",
                        "order " + order + " was: " + rejection.reason(),
                        rejection.buyer());
            }
        });
    }

    private void checkQueue() {
        if (queue.waiting() != 0 || queue.queued() != 0) {
            broken("quiet", queue.waiting() + " entries and " + queue.queued() + " orders still wait");
        }
        if (books.owed() != 0) {
            broken("nothing owed", books.owed() + " units are still owed to the queue");
        }
        if (queue.free().isEmpty() || queue.free().getAsLong() != unreserved()) {
            broken(
                    "the queue's units are the books'",
                    "free " + queue.free() + ", stock " + books.stock() + ", of dead letters "
                            + books.deadOrders().size());
        }
        if (books.deadLetters() != allowance.deadLetters()) {
            broken(
                    "dead letters are explained",
                    books.deadLetters() + " dead letters, expected " + allowance.deadLetters() + "; orders among them: "
                            + books.deadOrders().keySet());
        }
        Map<Long, Long> reserved = new HashMap<>(books.claims());
        books.deadOrders().forEach((order, buyer) -> reserved.put(buyer, order));
        Set<Long> buyers = new HashSet<>(reserved.keySet());
        buyers.addAll(queue.buyers().keySet());
        for (long buyer : buyers) {
            Long here = queue.buyers().get(buyer);
            Long there = reserved.get(buyer);
            if (!Objects.equals(here, there)) {
                broken("the queue's buyers are the books'", "order " + here + " here, " + there + " there", buyer);
            }
        }
    }

    /** The order of a dead letter keeps its unit. */
    private long unreserved() {
        return books.stock() - books.deadOrders().size();
    }

    /** Units that are left are there for whoever was turned away. */
    private void checkThatTheSaleWentOn() {
        long last = operations.stream().mapToLong(Event::answered).max().orElse(-SOLD_OUT_MEMORY) + SOLD_OUT_MEMORY;
        List<Long> turnedAway = tales.values().stream()
                .filter(tale -> tale.wasTurnedAwayAfter(last))
                .map(BuyerTale::buyer)
                .filter(buyer -> !books.claims().containsKey(buyer))
                .toList();
        if (unreserved() > 0 && !turnedAway.isEmpty()) {
            broken(
                    "the sale goes on",
                    unreserved() + " units are left, and " + turnedAway.size() + " buyers were turned away",
                    turnedAway.getFirst());
        }
    }

    /** Each change of the stock took effect once or not at all, as its operator was told. */
    private void checkAdjustments() {
        long added = books.adjustments().values().stream()
                .filter(Adjustment::isDone)
                .mapToLong(Adjustment::units)
                .sum();
        if (books.issued() != allowance.opened() + added) {
            broken(
                    "adjustments are counted once",
                    "issued " + books.issued() + ", opened with " + allowance.opened() + ", adjusted by " + added);
        }
        books.adjustments().forEach((name, adjustment) -> {
            if (adjustment.state().equals("PENDING")) {
                broken("adjustments end", "adjustment " + name + " is still pending");
            }
            for (Event event : operations) {
                if (event.how().equals(Event.restock(name, adjustment.units())) && !isTruth(adjustment, event)) {
                    broken("an operator is told the truth", event + "; MySQL has " + adjustment);
                }
            }
        });
        Set<String> known = books.adjustments().entrySet().stream()
                .map(entry -> Event.restock(entry.getKey(), entry.getValue().units()))
                .collect(Collectors.toSet());
        known.addAll(Set.of(Event.PAUSE, Event.RESUME));
        for (Event event : operations) {
            if (event.answer() instanceof Done && !known.contains(event.how())) {
                broken("an operator is told the truth", event + "; MySQL has nothing of it");
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

    /** Whoever came first between the answer to a pause and the request to resume was admitted by nobody. */
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
            for (BuyerTale tale : tales.values()) {
                if (tale.events().getFirst().sent() >= pause.answered()
                        && tale.told().stream().anyMatch(order -> tale.toldAt(order) <= end)) {
                    broken("nobody buys while the sale is paused", pause + ", until " + end + " ns", tale.buyer());
                }
            }
        }
    }

    private void checkTale(BuyerTale tale) {
        for (Event event : tale.events()) {
            checkAnswer(tale, event);
            if (event.answer() instanceof Refused(String code) && !PROPER.contains(code)) {
                broken("refused for a reason", "buyer " + tale.buyer() + " was told " + code, tale.buyer());
            }
        }
        tale.told().forEach(order -> checkTold(tale, order));
        for (long order : tale.toldSettled()) {
            if (!isRowOf(tale.buyer(), order)) {
                broken("who is told settled has the row", "order " + order + " has none", tale.buyer());
            }
        }
        for (long order : tale.toldVoid().keySet()) {
            if (rows.containsKey(order)) {
                broken("what is told void is no row", "order " + order + " has one", tale.buyer());
            }
        }
        for (long order : tale.toldLost()) {
            if (!allowance.losesRedis()) {
                broken("nothing is lost", "order " + order + " was, and this fault takes nothing", tale.buyer());
            }
        }
        tale.lastResults().forEach((question, last) -> checkResult(tale, question, last));
        Set<Long> live = new HashSet<>(tale.told());
        live.removeAll(tale.toldVoid().keySet());
        live.removeIf(order -> isLost(tale, order));
        if (live.size() > 1) {
            broken("one live number a buyer", "buyer " + tale.buyer() + " was told " + live, tale.buyer());
        }
    }

    private void checkAnswer(BuyerTale tale, Event event) {
        if (event.answer() instanceof Improper(String what)) {
            broken("answers are those of the contract", "buyer " + tale.buyer() + " was told " + what, tale.buyer());
        }
        if (event.isDurableClick()
                && event.answer() instanceof OrderAnswered(long order, Standing standing)
                && standing == Standing.ACCEPTED) {
            broken(
                    "who waits is told what became of it",
                    "order " + order + " was only accepted, and nothing said so",
                    tale.buyer());
        }
    }

    /** What is told in the end is what is there. */
    private void checkResult(BuyerTale tale, String question, Answer last) {
        if (last.isToRepeat()) {
            broken("who asks in the end gets an answer", "asked in the end and got no answer", tale.buyer());
        } else if (!isTruth(tale.buyer(), Event.orderIn(question), last)) {
            broken("the last answer is the truth", "asked \"" + question + "\" and was told " + last, tale.buyer());
        }
    }

    /** @param asked the order that the question named; 0 when it named none */
    private boolean isTruth(long buyer, long asked, Answer last) {
        @Nullable Long claim = books.claims().get(buyer);
        long there = asked == 0 && claim != null ? claim : asked;
        if (isRowOf(buyer, there)) {
            return last.equals(new OrderAnswered(there, Standing.SETTLED));
        }
        if (isDeadLetterOf(buyer, asked)) {
            return last.equals(new OrderAnswered(asked, Standing.QUEUED));
        }
        return switch (last) {
            case Rejected(long order, String reason) -> isExplained(reason) && (asked == 0 || order == asked);
            case Nothing _ -> asked == 0;
            default -> false;
        };
    }

    private void checkTold(BuyerTale tale, long order) {
        if (!isRowOf(tale.buyer(), order) && tale.toldAt(order) < allowance.safeUntil()) {
            broken(
                    "what the copy has is not lost",
                    "order " + order + " was told before the copy was taken",
                    tale.buyer());
        }
        if (!isRowOf(tale.buyer(), order) && !isDeadLetterOf(tale.buyer(), order) && !isLost(tale, order)) {
            broken("an answered order has its row", "order " + order + " is nowhere", tale.buyer());
        }
    }

    private void checkRow(Row row) {
        BuyerTale tale = tales.get(row.buyer());
        if (tale == null || !(tale.told().contains(row.order()) || tale.hasUnknownOutcome())) {
            broken("nobody has what he was not told", "order " + row.order() + " was told to nobody", row.buyer());
        }
    }

    private boolean isRowOf(long buyer, long order) {
        Row row = rows.get(order);
        return row != null && row.buyer() == buyer;
    }

    private boolean isDeadLetterOf(long buyer, long order) {
        return Objects.equals(books.deadOrders().get(order), buyer);
    }

    /** Whether the order may be gone, and the books have that, or the buyer was told so. */
    private boolean isLost(BuyerTale tale, long order) {
        Rejection rejection = books.rejections().get(order);
        boolean recorded = rejection != null && rejection.buyer() == tale.buyer() && isExplained(rejection.reason());
        return recorded || isExplained(tale.toldVoid().getOrDefault(order, ""));
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
        @Nullable BuyerTale tale = tales.get(buyer);
        if (tale != null) {
            tale.events().forEach(event -> story.add(event.toString()));
        }
        books.rows().stream().filter(row -> row.buyer() == buyer).forEach(row -> story.add("MySQL has " + row));
        story.add("MySQL has the claim: " + books.claims().get(buyer));
        books.rejections().forEach((order, rejection) -> {
            if (rejection.buyer() == buyer) {
                story.add("MySQL has the rejection of order " + order + ": " + rejection.reason());
            }
        });
        story.add("The queue has the buyer's order: " + queue.buyers().get(buyer));
        return story;
    }
}
