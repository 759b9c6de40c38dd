package io.nightmarket.chaos.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.chaos.check.Answer.Done;
import io.nightmarket.chaos.check.Answer.Improper;
import io.nightmarket.chaos.check.Answer.NotSent;
import io.nightmarket.chaos.check.Answer.Nothing;
import io.nightmarket.chaos.check.Answer.OrderAnswered;
import io.nightmarket.chaos.check.Answer.OrderState;
import io.nightmarket.chaos.check.Answer.Refused;
import io.nightmarket.chaos.check.Answer.Rejected;
import io.nightmarket.chaos.check.Answer.Unavailable;
import io.nightmarket.chaos.check.Answer.Unknown;
import io.nightmarket.chaos.check.Event.Operation;
import io.nightmarket.chaos.check.HistoryChecker.Allowance;
import io.nightmarket.testkit.SaleDatabase;
import io.nightmarket.testkit.SaleDatabase.Adjustment;
import io.nightmarket.testkit.SaleDatabase.Rejection;
import io.nightmarket.testkit.SaleDatabase.Row;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A sale of 2 units that went well: ann has order 11, bob has order 12, and cat came too late. Each case bends it by some
 * steps. A step is what a client does and is answered ({@code cat clicks: answered 13 ACCEPTED}, {@code cat asks 13: nothing}) or
 * what the servers hold ({@code row}, {@code claim} and {@code reserved} name a buyer and an order).
 */
final class HistoryCheckerTest {
    private static final Pattern REQUEST =
            Pattern.compile("(ann|bob|cat|dan|eve|operator) (clicks|asks|does|cancels) ?([^:]*): (.*)");
    private static final Map<String, Operation> OPERATIONS =
            Map.of("clicks", Operation.CLICK, "does", Operation.OPERATE, "cancels", Operation.CANCEL);
    private static final List<String> BUYERS = List.of("", "ann", "bob", "cat", "dan", "eve");

    private final List<Event> events = new ArrayList<>();
    private final List<Row> rows = new ArrayList<>();
    private final List<Row> ended = new ArrayList<>();
    private final Map<Long, Long> claims = new HashMap<>();
    private final Map<Long, Long> buyers = new HashMap<>();
    private final Map<Long, Rejection> rejections = new HashMap<>();
    private final Map<Long, Long> deadOrders = new HashMap<>();
    private final Map<String, Adjustment> adjustments = new HashMap<>();
    private final Map<String, Long> numbers = new HashMap<>(Map.of("issued", 2L, "stock", 0L, "free", 0L));
    private boolean losesRedis;
    private long late;

    HistoryCheckerTest() {
        bend("sold ann 11; sold bob 12; ann clicks: answered 11 ACCEPTED; bob clicks: answered 12 SETTLED;"
                + " cat clicks: refused SOLD_OUT");
    }

    private void bend(String steps) {
        for (String step : steps.split("; ?", -1)) {
            Matcher request = REQUEST.matcher(step);
            if (request.matches()) {
                note(request.group(1), request.group(2), request.group(3), request.group(4));
            } else {
                hold(step.split(" "));
            }
        }
    }

    private void note(String buyer, String does, String how, String answer) {
        long sent = events.size() + late;
        Operation operation = OPERATIONS.getOrDefault(does, Operation.RESULT);
        events.add(new Event(
                BUYERS.indexOf(buyer),
                operation,
                0,
                operation == Operation.RESULT ? Event.naming(how.isEmpty() ? 0 : Long.parseLong(how)) : how,
                sent,
                sent + 1,
                answer(answer.split(" "))));
    }

    private static Answer answer(String... words) {
        return switch (words[0]) {
            case "answered" -> new OrderAnswered(Long.parseLong(words[1]), OrderState.valueOf(words[2]));
            case "void" -> new Rejected(Long.parseLong(words[1]), words[2]);
            case "refused" -> new Refused(words[1]);
            case "nothing" -> new Nothing();
            case "unavailable" -> new Unavailable("UNAVAILABLE");
            case "unknown" -> new Unknown("timeout");
            case "done" -> new Done();
            case "unsent" -> new NotSent("refused");
            default -> new Improper("HTTP 500");
        };
    }

    private void hold(String... words) {
        String what = words[0];
        long buyer = words.length > 1 ? BUYERS.indexOf(words[1]) : 0;
        switch (what) {
            case "loses-redis" -> losesRedis = true;
            case "forgotten" -> buyers.remove(buyer);
            case "unheard" -> events.removeIf(event -> event.buyer() == buyer);
            case "void" -> rejections.put(Long.parseLong(words[2]), new Rejection(buyer, words[3]));
            case "ended" -> ended.add(new Row(Long.parseLong(words[2]), buyer));
            case "row" -> rows.add(new Row(Long.parseLong(words[2]), buyer));
            case "dead-order" -> {
                deadOrders.put(Long.parseLong(words[2]), buyer);
                bend("issued 3; stock 1; due-dead 1; dead 1; reserved " + words[1] + ' ' + words[2]);
            }
            case "adjustment" -> adjustments.put(words[1], new Adjustment(Long.parseLong(words[2]), words[3]));
            case "late" -> late = TimeUnit.SECONDS.toNanos(3);
            case "claim" -> claims.put(buyer, Long.parseLong(words[2]));
            case "reserved" -> buyers.put(buyer, Long.parseLong(words[2]));
            case "sold" -> {
                String order = words[1] + ' ' + words[2];
                bend("row " + order + "; claim " + order + "; reserved " + order);
            }
            case "free" -> numbers.compute(what, (_, _) -> words[1].equals("none") ? null : Long.valueOf(words[1]));
            default -> numbers.put(what, Long.parseLong(words[1]));
        }
    }

    private long number(String name) {
        return numbers.getOrDefault(name, 0L);
    }

    private List<Violation> check() {
        OptionalLong free = numbers.containsKey("free") ? OptionalLong.of(number("free")) : OptionalLong.empty();
        return HistoryChecker.check(
                events,
                new QueueState(free, buyers, number("waiting"), number("queued")),
                new SaleDatabase.State(
                        number("issued"),
                        number("stock"),
                        rows,
                        ended,
                        claims,
                        rejections,
                        number("owed"),
                        deadOrders,
                        number("dead"),
                        adjustments),
                new Allowance(losesRedis, number("safe"), number("due-dead"), number("issued") - number("added")));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            more orders than units | stock -2; free -2; sold dan 104; dan clicks: answered 104 ACCEPTED; sold eve 105;\
             eve clicks: answered 105 ACCEPTED | never oversold
            units neither there nor claimed | issued 3 | stock and claims are issued
            a row without its claim | row cat 13; cat clicks: answered 13 ACCEPTED; issued 3; stock 1; free 1\
             | a claim for each order
            a claim without its row | claim cat 13; reserved cat 13; issued 3 | an order for each claim
            accepted, and has nothing | cat clicks: answered 13 ACCEPTED | an answered order has its row
            the number of somebody else | cat clicks: answered 11 BOUGHT | an answered order has its row
            recorded as lost | cat clicks: answered 13 ACCEPTED; void cat 13 LOST\
             | MySQL rejects no accepted order; an answered order has its row
            recorded as lost, with Redis | loses-redis; cat clicks: answered 13 ACCEPTED; void cat 13 LOST |
            another reason explains nothing | loses-redis; cat clicks: answered 13 ACCEPTED; void cat 13 SOLD_OUT\
             | MySQL rejects no accepted order; an answered order has its row
            the loss of somebody else | loses-redis; cat clicks: answered 13 ACCEPTED; void bob 13 LOST\
             | an answered order has its row
            answered another reason than a loss | loses-redis; cat clicks: answered 13 ACCEPTED; cat clicks: void 13 SOLD_OUT\
             | an answered order has its row
            rejected, and answered to nobody | void cat 13 SOLD_OUT | MySQL rejects no accepted order
            written and lost | loses-redis; void ann 11 LOST | no order is both
            answered settled, and gone with Redis | loses-redis; cat clicks: answered 13 SETTLED; cat clicks: void 13 LOST\
             | an order answered SETTLED is a row
            answered lost, with Redis | loses-redis; cat clicks: answered 13 ACCEPTED; cat clicks: void 13 LOST |
            lost with Redis, and not answered | loses-redis; cat clicks: answered 13 ACCEPTED; cat clicks: nothing\
             | an answered order has its row
            answered lost, and Redis lost nothing | cat clicks: answered 13 ACCEPTED; cat clicks: void 13 LOST\
             | nothing is lost; an answered order has its row
            answered void, and written | ann clicks: void 11 SOLD_OUT | an order answered as void is no row
            cancelled, and bought again | ended cat 13; cat clicks: answered 13 ACCEPTED; cat cancels order 13: done;\
             cat clicks: answered 14 ACCEPTED; sold cat 14; issued 3; cat asks: answered 14 SETTLED;\
             cat asks 13: answered 13 SETTLED |
            cancelled, and nothing is answered | ended cat 13; cat clicks: answered 13 ACCEPTED; cat asks: nothing |
            cancelled, and answered for all orders | ended cat 13; cat clicks: answered 13 ACCEPTED;\
             cat asks: answered 13 SETTLED |
            cancelled, and answered lost | loses-redis; ended cat 13; cat clicks: answered 13 ACCEPTED;\
             cat asks 13: void 13 LOST | the last answer holds; an order answered as void is no row
            cancelled, and answered to no buyer | ended cat 13 | no row without an answer to its buyer
            refused before the unit came back | issued 3; stock 1; free 1; cat clicks: refused SOLD_OUT;\
             dan cancels order 14: done |
            refused long after the unit came back | issued 3; stock 1; free 1; dan cancels order 14: done; late;\
             cat clicks: refused SOLD_OUT | the sale goes on
            two live numbers | ann clicks: answered 14 BOUGHT | one live number a buyer; an answered order has its row
            another one after a loss | loses-redis; ann clicks: answered 14 ACCEPTED; ann clicks: void 14 LOST |
            a row that no buyer was answered of | sold cat 13; issued 3; cat clicks: unavailable; cat clicks: unsent\
             | no row without an answer to its buyer
            an unknown outcome may be a row | sold cat 13; issued 3; cat clicks: unknown |
            who only asks makes no order | sold cat 13; issued 3; cat asks: unknown; cat asks: nothing\
             | no row without an answer to its buyer; the last answer holds
            the last answers are true | ann asks 11: unknown; ann asks 11: answered 11 SETTLED; bob asks: answered 12 SETTLED;\
             cat asks: nothing |
            a row, and nothing is answered | ann asks 11: nothing | the last answer holds
            a row, and answered to wait | ann asks 11: answered 11 QUEUED | the last answer holds
            a row, and refused | ann asks 11: refused SOLD_OUT | the last answer holds
            a row of any number, and nothing is answered | ann asks 11: answered 11 SETTLED; ann asks: nothing\
             | the last answer holds
            a row of any number, and answered to wait | ann asks 11: answered 11 SETTLED; ann asks: answered 11 QUEUED\
             | the last answer holds
            a row of any number, and refused | ann asks 11: answered 11 SETTLED; ann asks: refused SOLD_OUT\
             | the last answer holds
            a loss in the end, and Redis lost nothing | cat clicks: answered 13 ACCEPTED; cat asks 13: void 13 LOST;\
             cat asks: void 13 LOST\
             | nothing is lost; the last answer holds; an answered order has its row
            a loss in the end, with Redis | loses-redis; cat clicks: answered 13 ACCEPTED; cat asks 13: void 13 LOST;\
             cat asks: void 13 LOST |
            another loss than the one asked for | loses-redis; cat clicks: answered 13 ACCEPTED; cat asks: void 13 LOST;\
             cat asks 13: void 13 LOST; cat asks 13: void 14 LOST | the last answer holds
            asks for a lost order, and there is none | loses-redis; cat clicks: answered 13 ACCEPTED; void cat 13 LOST;\
             cat asks 13: nothing | the last answer holds
            asks in the end, and all is away | cat asks: nothing; cat asks: unavailable\
             | who asks in the end gets an answer
            asks in the end, in vain | cat asks: nothing; cat asks: unknown | who asks in the end gets an answer
            asks in the end, and can't | cat asks: nothing; cat asks: unsent | who asks in the end gets an answer
            units left, and refused | issued 3; stock 1; free 1; cat clicks: refused SOLD_OUT | the sale goes on
            units left, and unavailable | issued 3; stock 1; free 1; cat clicks: unavailable | the sale goes on
            units left, and no answer | issued 3; stock 1; free 1; cat clicks: unknown | the sale goes on
            units left, and not sent | issued 3; stock 1; free 1; cat clicks: unsent | the sale goes on
            units left that nobody misses | unheard cat; ann clicks: unavailable; issued 3; stock 1; free 1 |
            who waits for the row is answered enough | ann clicks durable, key 7: answered 11 QUEUED;\
             ann clicks durable: answered 11 BOUGHT; ann clicks key durable: answered 11 ACCEPTED |
            who waits for the row is answered less | ann clicks durable, key 7: answered 11 ACCEPTED\
             | a buyer who waits gets the outcome
            no answer of the contract | cat clicks: improper | answers are those of the contract
            refused without a reason | cat clicks: refused SALE_ENDED | refused for a reason
            units that the database don't know | free 2 | queue and MySQL have the same units
            a sale that the queue forgot | free none | queue and MySQL have the same units
            a buyer whom the queue forgot | forgotten ann | queue and MySQL have the same buyers
            a buyer whom only the queue knows | reserved cat 13 | queue and MySQL have the same buyers
            an entry that waits | waiting 1 | quiet
            an order that waits | queued 1 | quiet
            units still owed | owed 1 | no release is pending
            lost, and the copy had it | loses-redis; safe 9; cat clicks: answered 13 ACCEPTED; cat asks 13: void 13 LOST\
             | what the copy has is not lost
            lost, and answered after the copy | loses-redis; safe 3; cat clicks: answered 13 ACCEPTED;\
             cat asks 13: void 13 LOST |
            units added | issued 3; stock 1; free 1; added 1; adjustment a 1 DONE; operator does stock a 1: done |
            units removed | added -1; adjustment a -1 DONE; operator does stock a -1: unknown;\
             operator does stock a -1: done |
            units added twice | issued 4; stock 2; free 2; added 2; adjustment a 1 DONE;\
             operator does stock a 1: done | adjustments are counted once
            a change that was refused | adjustment a -9 REFUSED;\
             operator does stock a -9: refused STOCK_BELOW_SOLD |
            a change that never ends | adjustment a 1 PENDING; operator does stock a 1: unknown | adjustments end
            a change answered done, and refused | adjustment a -9 REFUSED; operator does stock a -9: done\
             | answers to operators hold
            a change answered refused, and done | issued 3; stock 1; free 1; added 1; adjustment a 1 DONE;\
             operator does stock a 1: refused STOCK_TOO_LARGE | answers to operators hold
            a change answered done, and unknown | operator does stock a 1: done | answers to operators hold
            an operator gets no proper answer | operator does pause: improper | answers are those of the contract
            somebody buys while the sale is paused | operator does pause: done; dan clicks: answered 104 ACCEPTED;\
             operator does resume: done; sold dan 104; issued 3 | no admission while the sale is paused
            somebody buys before and after a pause | dan clicks: unknown; operator does pause: done;\
             dan clicks: answered 104 ACCEPTED; operator does resume: done; eve clicks: answered 105 ACCEPTED;\
             sold dan 104; sold eve 105; issued 4 |
            refused before units were added | issued 3; stock 1; free 1; added 1; adjustment a 1 DONE;\
             cat clicks: refused SOLD_OUT; operator does stock a 1: done |
            refused long after units were added | issued 3; stock 1; free 1; added 1; adjustment a 1 DONE;\
             operator does stock a 1: done; late; dan clicks: refused SOLD_OUT | the sale goes on
            too few dead letters | due-dead 2; dead 1 | dead letters are explained
            as many dead letters as were made | due-dead 2; dead 2 |
            too many dead letters | due-dead 2; dead 3 | dead letters are explained
            a dead letter's order counts as queued | dead-order cat 13; cat clicks: answered 13 ACCEPTED;\
             cat asks 13: answered 13 QUEUED |
            a dead letter's order that was given up | dead-order cat 13; forgotten cat; free 1;\
             cat clicks: answered 13 ACCEPTED | queue and MySQL have the same units; queue and MySQL have the same buyers
            a dead letter's order, and answered lost | dead-order cat 13; cat clicks: answered 13 ACCEPTED;\
             cat asks 13: void 13 LOST | nothing is lost; the last answer holds
            the dead letter of somebody else | dead-order dan 13; cat clicks: answered 13 ACCEPTED\
             | an answered order has its row
            a dead letter's order that no fault explains | dead-order cat 13; due-dead 0;\
             cat clicks: answered 13 ACCEPTED | dead letters are explained
            """)
    void aSaleThatIsBentBreaks(String name, String steps, @Nullable String rules) {
        bend(steps);
        assertEquals(
                rules == null ? Set.of() : Set.of(rules.split("; ")),
                check().stream().map(Violation::rule).collect(Collectors.toSet()),
                name);
    }

    @Test
    void aSaleThatWentWellBreaksNothing() {
        assertEquals(List.of(), check());
    }

    @Test
    void twoRowsOfOneBuyerAreFound() {
        bend("row ann 13");
        assertTrue(check().stream().anyMatch(found -> found.rule().equals("one order a buyer")));
    }

    @Test
    void theStoryIsOfTheBuyerAloneAndInOrder() {
        bend("cat clicks: answered 13 ACCEPTED");
        Violation found = check().getFirst();
        assertEquals(4, found.story().size(), found::toString);
        assertTrue(found.story().getFirst().contains("SOLD_OUT"), found::toString);
        assertTrue(found.story().get(1).contains("order=13"), found::toString);
        assertTrue(found.story().stream().noneMatch(line -> line.contains("order=11")), found::toString);
    }
}
