package io.nightmarket.domain.shop;

import io.nightmarket.domain.base.Bulkhead;
import io.nightmarket.domain.base.Deadlines;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.Timers;
import io.nightmarket.domain.base.Unavailable;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Finds shops by where they lie. */
public interface ShopGeoSearch {
    /**
     * A shop and its place, which may be half a metre off.
     *
     * @param x longitude in degrees
     * @param y latitude in degrees
     */
    record Located(ShopId id, double x, double y) {}

    /**
     * What a search found.
     *
     * @param upTo as {@link #knownUpTo}, read before the search began: whichever shop up to this id it should
     *     find is among these
     */
    record Found(List<Located> shops, long upTo) {}

    /**
     * Shops of a type within a number of metres, nearest first, then by id. Open is which of those at one distance are
     * left out at the end, and whether those are found that lie across the meridian of 180 degrees. Fails, and with
     * {@code Unavailable} rather than an answer in part, when not all shops are known.
     */
    CompletionStage<Found> around(long type, Position center, double radius, int max);

    /**
     * All shops up to this id can be found. It fails as searches do. Ids are given out before shops become visible, so one
     * that comes late may have a smaller id than others that are known; how long those are waited for is up to the source.
     */
    CompletionStage<Long> knownUpTo();

    /** Asks the others when these fail, unless by a bug. */
    default ShopGeoSearch orElse(ShopGeoSearch others) {
        ShopGeoSearch first = this;
        return new ShopGeoSearch() {
            @Override
            public CompletionStage<Found> around(long type, Position center, double radius, int max) {
                return first.around(type, center, radius, max)
                        .exceptionallyCompose(DomainFailure.unlessBug(() -> others.around(type, center, radius, max)));
            }

            @Override
            public CompletionStage<Long> knownUpTo() {
                return first.knownUpTo().exceptionallyCompose(DomainFailure.unlessBug(others::knownUpTo));
            }
        };
    }

    /** Asks in a queue with others; fails with {@code Unavailable} after the timeout, and is not asked after it. */
    default ShopGeoSearch shieldedBy(Bulkhead bulkhead, Duration timeout, Timers timers) {
        ShopGeoSearch shielded = this;
        return new ShopGeoSearch() {
            @Override
            public CompletionStage<Found> around(long type, Position center, double radius, int max) {
                return run(() -> shielded.around(type, center, radius, max));
            }

            @Override
            public CompletionStage<Long> knownUpTo() {
                return run(shielded::knownUpTo);
            }

            private <T> CompletionStage<T> run(Supplier<CompletionStage<T>> search) {
                return Deadlines.within(
                        bulkhead.run(search, timeout, timers),
                        timeout,
                        timers,
                        () -> new Unavailable("not searched within " + timeout));
            }
        };
    }
}
