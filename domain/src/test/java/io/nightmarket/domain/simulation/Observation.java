package io.nightmarket.domain.simulation;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderProgress;
import io.nightmarket.domain.sale.Admission;
import io.nightmarket.domain.sale.PurchaseAnswer;
import io.nightmarket.domain.sale.admission.FindPurchaseOutcome;
import java.util.Locale;
import java.util.Optional;

/** What a buyer asked, and what came back: all that anybody outside knows. */
sealed interface Observation {
    UserId buyer();

    /** When it was asked, in nanoseconds. */
    long asked();

    /** When the answer was there. */
    long at();

    /** A click and its answer. */
    record Clicked(UserId buyer, long asked, long at, PurchaseAnswer outcome) implements Observation {}

    /** A click that failed. */
    record Failed(UserId buyer, long asked, long at, DomainFailure failure) implements Observation {}

    /** What became of the click? */
    record Looked(UserId buyer, long asked, long at, FindPurchaseOutcome.Outcome outcome) implements Observation {}

    /** What became of the order? */
    record Followed(UserId buyer, long asked, long at, OrderId order, Optional<OrderProgress> progress)
            implements Observation {}

    /** What became of the order that I was told of in this sale? */
    record Traced(UserId buyer, long asked, long at, OrderId order, FindPurchaseOutcome.Outcome outcome)
            implements Observation {}

    private static Optional<OrderProgress> foundIn(FindPurchaseOutcome.Outcome outcome) {
        return outcome instanceof FindPurchaseOutcome.Outcome.Found(OrderProgress progress)
                ? Optional.of(progress)
                : Optional.empty();
    }

    /** What an answer to a question says of the order; a click asks for none. */
    default Optional<OrderProgress> found() {
        return switch (this) {
            case Clicked _, Failed _ -> Optional.empty();
            case Looked looked -> foundIn(looked.outcome());
            case Followed followed -> followed.progress();
            case Traced traced -> foundIn(traced.outcome());
        };
    }

    /** The order that this answer says the buyer has, wherever it stands. */
    default Optional<OrderId> namedOrder() {
        return this instanceof Clicked clicked ? orderOf(clicked.outcome()) : found().map(OrderProgress::order);
    }

    private static Optional<OrderId> orderOf(PurchaseAnswer outcome) {
        return switch (outcome) {
            case Admission.Accepted(OrderId order) -> Optional.of(order);
            case Admission.AlreadyBought(OrderId order) -> Optional.of(order);
            case Admission _ -> Optional.empty();
            case PurchaseAnswer.Settled(OrderId order) -> Optional.of(order);
            case PurchaseAnswer.Queued(OrderId order) -> Optional.of(order);
            case PurchaseAnswer.Rejected rejected -> Optional.of(rejected.order());
            case PurchaseAnswer.NoPath _, PurchaseAnswer.NoPass _ -> Optional.empty();
        };
    }

    /** Whether it says that the ledger has the order. */
    default boolean isDurable() {
        return this instanceof Clicked clicked
                ? clicked.outcome() instanceof PurchaseAnswer.Settled
                : found().orElse(null) instanceof OrderProgress.Settled;
    }

    /** Whether it says that the ledger refused the order. */
    default boolean isRejection() {
        return this instanceof Clicked clicked
                ? clicked.outcome() instanceof PurchaseAnswer.Rejected
                : found().orElse(null) instanceof OrderProgress.Rejected;
    }

    /** Whether it says that the buyer has no such order, or could not have. */
    default boolean denies(OrderId order) {
        return switch (this) {
            case Clicked clicked -> clicked.outcome() instanceof Admission.SoldOut _;
            case Failed _ -> false;
            case Looked _ -> found().isEmpty();
            case Followed followed -> followed.order().equals(order) && found().isEmpty();
            case Traced traced -> traced.order().equals(order) && found().isEmpty();
        };
    }

    /** For people. */
    default String story() {
        String words = switch (this) {
            case Clicked clicked -> "clicked and was observed " + clicked.outcome();
            case Failed failed -> "clicked and was observed " + failed.failure();
            case Looked looked -> "asked for the click and was observed " + looked.outcome();
            case Followed followed ->
                "asked for order " + followed.order().value() + " and was observed " + followed.progress();
            case Traced traced -> "asked for order " + traced.order().value() + " and was observed " + traced.outcome();
        };
        return String.format(
                Locale.ROOT, "%10.3f to %.3f ms: buyer %d %s", asked() / 1e6, at() / 1e6, buyer().value(), words);
    }
}
