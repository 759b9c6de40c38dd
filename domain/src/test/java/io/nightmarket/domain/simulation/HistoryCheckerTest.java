package io.nightmarket.domain.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderProgress;
import io.nightmarket.domain.order.OrderStatus;
import io.nightmarket.domain.order.RejectionReason;
import io.nightmarket.domain.sale.Acknowledgement;
import io.nightmarket.domain.sale.Admission;
import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.PurchaseAnswer;
import io.nightmarket.domain.sale.SaleState;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.admission.FindPurchaseOutcome;
import io.nightmarket.domain.shop.SaleOptions;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.domain.simulation.Violation.Kind;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Each kind of violation is seen, and seen alone. */
class HistoryCheckerTest {
    private static final VoucherId VOUCHER = new VoucherId(1);
    private static final UserId BUYER = new UserId(7);
    private static final UserId OTHER = new UserId(8);
    private static final OrderId ORDER = new OrderId(70);
    private static final OrderId SECOND = new OrderId(71);
    private static final long QUIET = 100;
    private static final Order ROW = row(ORDER, BUYER);
    private static final PurchaseAnswer ACCEPTED = new Admission.Accepted(ORDER);

    private static Order row(OrderId id, UserId user) {
        return new Order(id, user, VOUCHER, 1, OrderStatus.UNPAID, Instant.EPOCH, null, null, null, Instant.EPOCH);
    }

    private static Observation clicked(long asked, PurchaseAnswer outcome) {
        return new Observation.Clicked(BUYER, asked, asked + 1, outcome);
    }

    private static Observation traced(OrderProgress progress) {
        return new Observation.Traced(BUYER, QUIET, QUIET + 1, ORDER, new FindPurchaseOutcome.Outcome.Found(progress));
    }

    /** A world of ten units in which all is well with these orders. */
    private static Ending ending(long stock, Order... rows) {
        Map<UserId, OrderId> claims = new HashMap<>();
        List.of(rows).forEach(row -> claims.put(row.user(), row.id()));
        return new Ending(
                sale(stock, SaleState.OPEN),
                claims,
                List.of(rows),
                List.of(),
                Optional.of(new Ending.InQueue(stock, claims, false)),
                List.of(),
                _ -> true,
                false,
                Ending.Lost.NOTHING,
                false,
                QUIET);
    }

    private static FlashSale sale(long stock, SaleState state) {
        SaleWindow window = new SaleWindow(Instant.EPOCH, Instant.EPOCH.plusSeconds(1));
        return new FlashSale(
                VOUCHER, Shard.FIRST, state, window, 10, stock, Acknowledgement.ACCEPTED, 0, SaleOptions.NONE);
    }

    private static Ending rejected(Ending ending) {
        return rejected(ending, RejectionReason.SOLD_OUT);
    }

    private static Ending rejected(Ending ending, RejectionReason reason) {
        List<OrderProgress.Rejected> rejections = List.of(new OrderProgress.Rejected(ORDER, BUYER, reason));
        return but(ending, rejections, ending.queue(), true, ending.lost());
    }

    private static Ending lost(Ending ending, long at) {
        return with(ending, Ending.Lost.byQueue(at));
    }

    private static Ending with(Ending ending, Ending.Lost lost) {
        return but(ending, ending.rejections(), ending.queue(), ending.hadReturns(), lost);
    }

    private static Ending queue(Ending ending, long free, Map<UserId, OrderId> buyers, boolean isPaused) {
        Ending.InQueue queue = new Ending.InQueue(free, buyers, isPaused);
        return but(ending, ending.rejections(), Optional.of(queue), ending.hadReturns(), ending.lost());
    }

    private static Ending but(
            Ending ending,
            List<OrderProgress.Rejected> rejections,
            Optional<Ending.InQueue> queue,
            boolean hadReturns,
            Ending.Lost lost) {
        return new Ending(
                ending.sale(),
                ending.claims(),
                ending.orders(),
                rejections,
                queue,
                ending.unfinished(),
                ending.isPurged(),
                hadReturns,
                lost,
                ending.hadStragglers(),
                ending.quiet());
    }

    private static Set<Kind> kinds(Ending ending, Observation... history) {
        return HistoryChecker.check(List.of(history), ending).stream()
                .map(Violation::kind)
                .collect(Collectors.toSet());
    }

    @Test
    void nothingIsWrongWithAnOrderThatWasToldAndStands() {
        assertEquals(Set.of(), kinds(ending(10)));
        assertEquals(
                Set.of(),
                kinds(
                        ending(9, ROW),
                        clicked(1, ACCEPTED),
                        clicked(3, new PurchaseAnswer.Settled(ORDER)),
                        clicked(5, new Admission.AlreadyBought(ORDER))));
    }

    @Test
    void unitsThatAreNotCountedAndTwoOrdersOfABuyer() {
        assertEquals(Set.of(Kind.BOOKS_UNBALANCED), kinds(ending(10, ROW)));
        assertEquals(Set.of(Kind.BOOKS_UNBALANCED), kinds(ending(8, ROW)));
        assertEquals(Set.of(Kind.CLAIMS_DIFFER), kinds(ending(9, ROW, row(SECOND, BUYER))));
        assertEquals(
                Set.of(Kind.TWO_ORDERS_TOLD, Kind.ORDER_LOST),
                kinds(ending(9, ROW), clicked(1, ACCEPTED), clicked(3, new Admission.Accepted(SECOND))));
    }

    @Test
    void anOrderThatIsNowhere() {
        assertEquals(Set.of(Kind.ORDER_LOST), kinds(ending(10), clicked(1, ACCEPTED)));
        assertEquals(Set.of(Kind.ORDER_LOST), kinds(ending(10), clicked(1, new PurchaseAnswer.Queued(ORDER))));
        assertEquals(Set.of(), kinds(lost(rejected(ending(10)), 5), clicked(1, ACCEPTED)));
        assertEquals(Set.of(Kind.REFUSED_WITHOUT_REASON), kinds(rejected(ending(10)), clicked(1, ACCEPTED)));
        assertEquals(Set.of(), kinds(rejected(ending(10), RejectionReason.UNWRITABLE), clicked(1, ACCEPTED)));
    }

    @Test
    void onlyWhatWasAskedBeforeALossMayBeLost() {
        Ending marked = rejected(ending(10), RejectionReason.LOST);
        assertEquals(Set.of(), kinds(lost(marked, 5), clicked(1, ACCEPTED)));
        assertEquals(Set.of(Kind.ORDER_LOST), kinds(lost(marked, 5), clicked(6, ACCEPTED)));
        assertEquals(Set.of(Kind.ORDER_LOST, Kind.REFUSED_WITHOUT_REASON), kinds(marked, clicked(1, ACCEPTED)));
        assertEquals(Set.of(Kind.ORDER_LOST), kinds(lost(ending(10), 5), clicked(1, ACCEPTED)));
    }

    @Test
    void whoeverAsksInTheEndIsToldTheTruth() {
        Observation queued = traced(new OrderProgress.Queued(ORDER, BUYER));
        Observation settled = traced(new OrderProgress.Settled(ROW));
        Observation gone = traced(new OrderProgress.Rejected(ORDER, BUYER, RejectionReason.LOST));
        assertEquals(Set.of(), kinds(ending(9, ROW), settled));
        assertEquals(Set.of(Kind.UNFINISHED), kinds(ending(9, ROW), queued));
        assertEquals(Set.of(Kind.REJECTED_AND_SOLD), kinds(lost(ending(9, ROW), 5), gone));
        assertEquals(Set.of(), kinds(lost(rejected(ending(10), RejectionReason.LOST), 5), gone));
    }

    /** A row may be missing for good only of what was sold of units that are not there any more. */
    @Test
    void whatTheDatabaseForgotIsSettledAgain() {
        OptionalLong at = OptionalLong.of(5);
        Ending.Lost rows = new Ending.Lost(OptionalLong.empty(), at, true, Set.of(), false);
        Ending.Lost units = new Ending.Lost(OptionalLong.empty(), at, true, Set.of(), true);
        PurchaseAnswer settled = new PurchaseAnswer.Settled(ORDER);
        assertEquals(Set.of(Kind.NOT_DURABLE), kinds(lost(ending(10), 5), clicked(1, settled)));
        assertEquals(Set.of(Kind.NOT_DURABLE), kinds(with(ending(10), rows), clicked(1, settled)));
        assertEquals(
                Set.of(Kind.NOT_DURABLE, Kind.REFUSED_WITHOUT_REASON),
                kinds(with(rejected(ending(10)), rows), clicked(1, settled)));
        assertEquals(Set.of(), kinds(with(rejected(ending(10)), units), clicked(1, settled)));
        assertEquals(Set.of(Kind.NOT_DURABLE), kinds(with(rejected(ending(10)), units), clicked(6, settled)));
        Observation noOrder = new Observation.Followed(BUYER, 5, 6, ORDER, Optional.empty());
        assertEquals(Set.of(), kinds(with(ending(9, ROW), rows), clicked(1, settled), noOrder));
    }

    @Test
    void anOrderWhoseRefusalTheDatabaseForgotComesToAnEndAllTheSame() {
        Ending.Lost refusal = new Ending.Lost(OptionalLong.empty(), OptionalLong.of(5), true, Set.of(ORDER), false);
        Observation refused = clicked(1, new PurchaseAnswer.Rejected(ORDER, RejectionReason.UNWRITABLE));
        assertEquals(Set.of(), kinds(with(ending(9, ROW), refusal), refused));
        assertEquals(Set.of(), kinds(with(rejected(ending(10), RejectionReason.LOST), refusal), refused));
        assertEquals(Set.of(Kind.ORDER_LOST), kinds(with(ending(10), refusal), refused));
        assertEquals(
                Set.of(Kind.NOT_DURABLE),
                kinds(with(ending(10), refusal), clicked(6, new PurchaseAnswer.Settled(ORDER))));
    }

    @Test
    void aRefusedOrderThatStands() {
        PurchaseAnswer refused = new PurchaseAnswer.Rejected(ORDER, RejectionReason.SOLD_OUT);
        assertEquals(Set.of(), kinds(lost(rejected(ending(10)), 5), clicked(1, refused)));
        assertEquals(Set.of(Kind.REJECTED_AND_SOLD), kinds(ending(9, ROW), clicked(1, refused)));
        assertEquals(Set.of(Kind.REJECTED_AND_SOLD), kinds(lost(rejected(ending(9, ROW)), 5)));
    }

    @Test
    void anOrderOfSomebodyWhoWasOnlyRefused() {
        Observation soldOut = clicked(1, new Admission.SoldOut());
        Observation failed = new Observation.Failed(BUYER, 3, 4, new Unavailable("away"));
        assertEquals(Set.of(Kind.REFUSED_AND_SOLD), kinds(ending(9, ROW), soldOut, failed));
        assertEquals(Set.of(), kinds(ending(9, ROW), soldOut, clicked(3, ACCEPTED)));
    }

    @Test
    void anOrderThatIsDenied() {
        Observation nothing = new Observation.Looked(BUYER, 5, 6, new FindPurchaseOutcome.Outcome.Nothing());
        Observation noOrder = new Observation.Followed(BUYER, 5, 6, ORDER, Optional.empty());
        Observation soldOut = clicked(5, new Admission.SoldOut());
        assertEquals(Set.of(Kind.ORDER_DENIED), kinds(ending(9, ROW), clicked(1, ACCEPTED), nothing));
        assertEquals(Set.of(Kind.ORDER_DENIED), kinds(ending(9, ROW), clicked(1, ACCEPTED), noOrder));
        assertEquals(Set.of(Kind.ORDER_DENIED), kinds(ending(9, ROW), clicked(1, ACCEPTED), soldOut));
        assertEquals(Set.of(), kinds(ending(9, ROW), nothing, noOrder, soldOut, clicked(7, ACCEPTED)));
    }

    @Test
    void aQueueThatDisagrees() {
        Ending good = ending(9, ROW);
        Map<UserId, OrderId> buyers = Map.of(BUYER, ORDER);
        assertEquals(Set.of(), kinds(queue(good, 9, buyers, false)));
        assertEquals(Set.of(Kind.QUEUE_DIFFERS), kinds(queue(good, 8, buyers, false)));
        assertEquals(Set.of(Kind.QUEUE_DIFFERS), kinds(queue(good, 9, Map.of(OTHER, ORDER), false)));
        assertEquals(Set.of(Kind.QUEUE_DIFFERS), kinds(queue(good, 9, buyers, true)));
        assertEquals(Set.of(Kind.QUEUE_DIFFERS), kinds(lost(queue(good, 8, buyers, true), 1)));
    }
}
