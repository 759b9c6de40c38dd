package io.nightmarket.chaos.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.chaos.check.HistoryChecker.Allowance;
import io.nightmarket.chaos.history.Answer;
import io.nightmarket.chaos.history.Answer.Improper;
import io.nightmarket.chaos.history.Answer.NotSent;
import io.nightmarket.chaos.history.Answer.Nothing;
import io.nightmarket.chaos.history.Answer.Refused;
import io.nightmarket.chaos.history.Answer.Rejected;
import io.nightmarket.chaos.history.Answer.Standing;
import io.nightmarket.chaos.history.Answer.Told;
import io.nightmarket.chaos.history.Answer.Unavailable;
import io.nightmarket.chaos.history.Answer.Unknown;
import io.nightmarket.chaos.history.Event;
import io.nightmarket.chaos.history.Event.Operation;
import io.nightmarket.testkit.SaleDatabase;
import io.nightmarket.testkit.SaleDatabase.Rejection;
import io.nightmarket.testkit.SaleDatabase.Row;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * A sale of 2 units that went well: ann has order 11, bob has order 12, and cat came too late. Each test bends it in one
 * place.
 */
final class HistoryCheckerTest {
    private static final long ANN = 1;
    private static final long BOB = 2;
    private static final long CAT = 3;

    private final List<Event> events = new ArrayList<>();
    private final List<Row> rows = new ArrayList<>(List.of(new Row(11, ANN), new Row(12, BOB)));
    private final Map<Long, Long> claims = new HashMap<>(Map.of(ANN, 11L, BOB, 12L));
    private final Map<Long, Long> buyers = new HashMap<>(claims);
    private final Map<Long, Rejection> rejections = new HashMap<>();
    private long issued = 2;
    private long stock;
    private OptionalLong free = OptionalLong.of(0);
    private long waiting;
    private long queued;
    private long dead;
    private long owed;
    private Allowance allowance = new Allowance(false, 0, 0);

    HistoryCheckerTest() {
        told(ANN, new Told(11, Standing.ACCEPTED));
        told(BOB, new Told(12, Standing.SETTLED));
        told(CAT, new Refused("SOLD_OUT"));
    }

    private void told(long buyer, Answer answer) {
        clicked(buyer, "", answer);
    }

    private void clicked(long buyer, String how, Answer answer) {
        long sent = events.size();
        events.add(new Event(buyer, Operation.CLICK, 0, how, sent, sent + 1, answer));
    }

    private void asked(long buyer, long order, Answer answer) {
        long sent = events.size();
        events.add(new Event(buyer, Operation.RESULT, 0, Event.naming(order), sent, sent + 1, answer));
    }

    private Set<String> broken() {
        Set<String> rules = new TreeSet<>();
        check().forEach(violation -> rules.add(violation.rule()));
        return rules;
    }

    private List<Violation> check() {
        return HistoryChecker.check(
                events,
                new RedisState(free, buyers, waiting, queued, dead),
                new SaleDatabase.State(issued, stock, rows, claims, rejections, owed),
                allowance);
    }

    private void loseRedis() {
        allowance = new Allowance(true, 0, 0);
    }

    @Test
    void aSaleThatWentWellBreaksNothing() {
        assertEquals(Set.of(), broken());
    }

    @Test
    void moreOrdersThanUnitsAreOversold() {
        stock = -2;
        free = OptionalLong.of(-2);
        for (long buyer : List.of(7L, 8L)) {
            rows.add(new Row(100 + buyer, buyer));
            claims.put(buyer, 100 + buyer);
            buyers.put(buyer, 100 + buyer);
            told(buyer, new Told(100 + buyer, Standing.ACCEPTED));
        }
        assertEquals(Set.of("never oversold"), broken());
    }

    @Test
    void unitsThatAreNeitherThereNorClaimedAreMissed() {
        issued = 3;
        assertEquals(Set.of("stock and claims are issued"), broken());
    }

    @Test
    void twoRowsOfOneBuyerAreFound() {
        rows.add(new Row(13, ANN));
        assertTrue(broken().contains("one order a buyer"));
    }

    @Test
    void aRowWithoutItsClaimIsFound() {
        rows.add(new Row(13, CAT));
        told(CAT, new Told(13, Standing.ACCEPTED));
        issued = 3;
        stock = 1;
        free = OptionalLong.of(1);
        assertEquals(Set.of("a claim for each order"), broken());
    }

    @Test
    void aClaimWithoutItsRowIsFound() {
        claims.put(CAT, 13L);
        buyers.put(CAT, 13L);
        issued = 3;
        assertEquals(Set.of("an order for each claim"), broken());
    }

    @Test
    void whoWasAcceptedAndHasNothingIsFound() {
        told(CAT, new Told(13, Standing.ACCEPTED));
        assertEquals(Set.of("whoever is told an order has it"), broken());
    }

    @Test
    void theNumberOfSomebodyElseIsNoOrder() {
        told(CAT, new Told(11, Standing.BOUGHT));
        assertEquals(Set.of("whoever is told an order has it"), broken());
    }

    @Test
    void thatTheBooksHaveItAsLostExplainsAnAcceptedOrderWhenRedisLostData() {
        told(CAT, new Told(13, Standing.ACCEPTED));
        rejections.put(13L, new Rejection(CAT, Rejected.LOST));
        assertEquals(Set.of("the books refuse nothing that was accepted", "whoever is told an order has it"), broken());
        loseRedis();
        assertEquals(Set.of(), broken());
    }

    @Test
    void noOtherRejectionExplainsAnAcceptedOrder() {
        loseRedis();
        told(CAT, new Told(13, Standing.ACCEPTED));
        rejections.put(13L, new Rejection(CAT, "SOLD_OUT"));
        assertEquals(Set.of("the books refuse nothing that was accepted", "whoever is told an order has it"), broken());
    }

    @Test
    void theLossOfSomebodyElseExplainsNothing() {
        loseRedis();
        told(CAT, new Told(13, Standing.ACCEPTED));
        rejections.put(13L, new Rejection(BOB, Rejected.LOST));
        assertEquals(Set.of("whoever is told an order has it"), broken());
    }

    @Test
    void aRejectionThatTheBuyerWasToldExplainsNothingButALoss() {
        loseRedis();
        told(CAT, new Told(13, Standing.ACCEPTED));
        told(CAT, new Rejected(13, "SOLD_OUT"));
        assertEquals(Set.of("whoever is told an order has it"), broken());
    }

    @Test
    void whatIsRejectedAndNobodyWasToldOfIsFound() {
        rejections.put(13L, new Rejection(CAT, "SOLD_OUT"));
        assertEquals(Set.of("the books refuse nothing that was accepted"), broken());
    }

    @Test
    void whatIsWrittenIsNotLostAsWell() {
        loseRedis();
        rejections.put(11L, new Rejection(ANN, Rejected.LOST));
        assertEquals(Set.of("no order is both"), broken());
    }

    @Test
    void whatWasToldSettledIsNeverGoneNotEvenWithRedis() {
        loseRedis();
        told(CAT, new Told(13, Standing.SETTLED));
        told(CAT, new Rejected(13, Rejected.LOST));
        assertEquals(Set.of("who is told settled has the row"), broken());
    }

    @Test
    void anAcceptedOrderMayBeToldLostWhenRedisLostData() {
        loseRedis();
        told(CAT, new Told(13, Standing.ACCEPTED));
        told(CAT, new Rejected(13, Rejected.LOST));
        assertEquals(Set.of(), broken());
    }

    @Test
    void whoIsLostAndNotToldIsFoundAlsoWhenRedisLostData() {
        loseRedis();
        told(CAT, new Told(13, Standing.ACCEPTED));
        told(CAT, new Nothing());
        assertEquals(Set.of("whoever is told an order has it"), broken());
    }

    @Test
    void nothingMayBeLostWhenRedisLostNothing() {
        told(CAT, new Told(13, Standing.ACCEPTED));
        told(CAT, new Rejected(13, Rejected.LOST));
        assertEquals(Set.of("nothing is lost", "whoever is told an order has it"), broken());
    }

    @Test
    void whatIsToldVoidIsNoRow() {
        told(ANN, new Rejected(11, "SOLD_OUT"));
        assertEquals(Set.of("what is told void is no row"), broken());
    }

    @Test
    void twoLiveNumbersOfOneBuyerAreFound() {
        told(ANN, new Told(14, Standing.BOUGHT));
        assertEquals(Set.of("one live number a buyer", "whoever is told an order has it"), broken());
    }

    @Test
    void whoLostAnOrderMayHaveAnother() {
        loseRedis();
        told(ANN, new Told(14, Standing.ACCEPTED));
        told(ANN, new Rejected(14, Rejected.LOST));
        assertEquals(Set.of(), broken());
    }

    @Test
    void aRowThatNobodyWasToldOfIsFound() {
        sellToCat();
        told(CAT, new Unavailable("UNAVAILABLE"));
        told(CAT, new NotSent("refused"));
        assertEquals(Set.of("nobody has what he was not told"), broken());
    }

    @Test
    void anUnknownOutcomeMayBeARow() {
        sellToCat();
        told(CAT, new Unknown("timeout"));
        assertEquals(Set.of(), broken());
    }

    private void sellToCat() {
        rows.add(new Row(13, CAT));
        claims.put(CAT, 13L);
        buyers.put(CAT, 13L);
        issued = 3;
    }

    @Test
    void whoOnlyAskedMadeNoOrder() {
        sellToCat();
        asked(CAT, 0, new Unknown("timeout"));
        asked(CAT, 0, new Nothing());
        assertEquals(Set.of("nobody has what he was not told", "the last answer is the truth"), broken());
    }

    @Test
    void theLastAnswersAreTheTruth() {
        asked(ANN, 11, new Unknown("timeout"));
        asked(ANN, 11, new Told(11, Standing.SETTLED));
        asked(BOB, 0, new Told(12, Standing.SETTLED));
        asked(CAT, 0, new Nothing());
        assertEquals(Set.of(), broken());
    }

    @Test
    void aRowThatIsNotToldInTheEndIsFound() {
        for (Answer last : List.of(new Nothing(), new Told(11, Standing.QUEUED), new Refused("SOLD_OUT"))) {
            asked(ANN, 11, last);
            assertEquals(Set.of("the last answer is the truth"), broken(), last::toString);
            asked(ANN, 11, new Told(11, Standing.SETTLED));
            asked(ANN, 0, last);
            assertEquals(Set.of("the last answer is the truth"), broken(), last::toString);
            asked(ANN, 0, new Told(11, Standing.SETTLED));
        }
    }

    @Test
    void aLossThatIsToldInTheEndIsTheTruthWhenRedisLostData() {
        told(CAT, new Told(13, Standing.ACCEPTED));
        asked(CAT, 13, new Rejected(13, Rejected.LOST));
        asked(CAT, 0, new Rejected(13, Rejected.LOST));
        assertTrue(broken().contains("the last answer is the truth"));
        loseRedis();
        assertEquals(Set.of(), broken());
        asked(CAT, 13, new Rejected(14, Rejected.LOST));
        assertEquals(Set.of("the last answer is the truth"), broken());
    }

    @Test
    void whoAsksForAnOrderIsNotToldThatThereIsNone() {
        loseRedis();
        told(CAT, new Told(13, Standing.ACCEPTED));
        rejections.put(13L, new Rejection(CAT, Rejected.LOST));
        asked(CAT, 13, new Nothing());
        assertEquals(Set.of("the last answer is the truth"), broken());
    }

    @Test
    void whoAskedInTheEndGotAnAnswer() {
        asked(CAT, 0, new Nothing());
        for (Answer last : List.of(new Unavailable("UNAVAILABLE"), new Unknown("timeout"), new NotSent("refused"))) {
            asked(CAT, 0, last);
            assertEquals(Set.of("who asks in the end gets an answer"), broken(), last::toString);
        }
    }

    @Test
    void nobodyIsTurnedAwayFromUnitsThatAreLeft() {
        issued = 3;
        stock = 1;
        free = OptionalLong.of(1);
        for (Answer last : List.of(
                new Refused("SOLD_OUT"),
                new Unavailable("UNAVAILABLE"),
                new Unknown("timeout"),
                new NotSent("refused"))) {
            told(CAT, last);
            assertEquals(Set.of("the sale goes on"), broken(), last::toString);
        }
    }

    @Test
    void unitsMayBeLeftWhenNobodyMissesThem() {
        events.removeIf(event -> event.buyer() == CAT);
        told(ANN, new Unavailable("UNAVAILABLE"));
        issued = 3;
        stock = 1;
        free = OptionalLong.of(1);
        assertEquals(Set.of(), broken());
    }

    @Test
    void whoWaitsForTheRowIsNotToldLess() {
        clicked(ANN, "durable, key 7", new Told(11, Standing.QUEUED));
        clicked(ANN, "durable", new Told(11, Standing.BOUGHT));
        clicked(ANN, "key durable", new Told(11, Standing.ACCEPTED));
        assertEquals(Set.of(), broken());
        clicked(ANN, "durable, key 7", new Told(11, Standing.ACCEPTED));
        assertEquals(Set.of("who waits is told what became of it"), broken());
    }

    @Test
    void anAnswerThatTheContractDoesNotHaveIsFound() {
        told(CAT, new Improper("HTTP 500"));
        assertEquals(Set.of("answers are those of the contract"), broken());
    }

    @Test
    void aRefusalThatAnOpenSaleHasNoReasonForIsFound() {
        told(CAT, new Refused("SALE_ENDED"));
        assertEquals(Set.of("refused for a reason"), broken());
    }

    @Test
    void unitsOfTheQueueThatTheBooksDoNotKnowAreFound() {
        free = OptionalLong.of(2);
        assertEquals(Set.of("the queue's units are the books'"), broken());
    }

    @Test
    void aSaleThatTheQueueForgotIsFound() {
        free = OptionalLong.empty();
        assertEquals(Set.of("the queue's units are the books'"), broken());
    }

    @Test
    void aBuyerWhomTheQueueForgotIsFound() {
        buyers.remove(ANN);
        assertEquals(Set.of("the queue's buyers are the books'"), broken());
    }

    @Test
    void aBuyerWhomOnlyTheQueueKnowsIsFound() {
        buyers.put(CAT, 13L);
        assertEquals(Set.of("the queue's buyers are the books'"), broken());
    }

    @Test
    void whatStillWaitsIsFound() {
        waiting = 1;
        assertEquals(Set.of("quiet"), broken());
        waiting = 0;
        queued = 1;
        assertEquals(Set.of("quiet"), broken());
    }

    @Test
    void unitsThatAreStillOwedAreFound() {
        owed = 1;
        assertEquals(Set.of("nothing owed"), broken());
    }

    @Test
    void deadLettersAreThoseThatWereMadeNeitherMoreNorFewer() {
        allowance = new Allowance(false, 2, 2);
        dead = 1;
        assertEquals(Set.of("dead letters are explained"), broken());
        dead = 2;
        assertEquals(Set.of(), broken());
        dead = 3;
        assertEquals(Set.of("dead letters are explained"), broken());
    }

    @Test
    void theStoryIsOfTheBuyerAloneAndInOrder() {
        told(CAT, new Told(13, Standing.ACCEPTED));
        Violation found = check().getFirst();
        assertEquals(4, found.story().size(), found::toString);
        assertTrue(found.story().getFirst().contains("SOLD_OUT"), found::toString);
        assertTrue(found.story().get(1).contains("order=13"), found::toString);
        assertTrue(found.story().stream().noneMatch(line -> line.contains("order=11")), found::toString);
    }
}
