package io.nightmarket.domain.shop;

import io.nightmarket.domain.base.Bulkhead;
import io.nightmarket.domain.base.Deadlines;
import io.nightmarket.domain.base.SingleFlight;
import io.nightmarket.domain.base.Timers;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.cache.ReadResult;
import io.nightmarket.domain.cache.ReadThrough;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Searches for shops by position and by name, each within the time in which a cached value is found. */
public final class ShopSearches implements SearchNearby.Areas {
    /** A search by name may read thousands of rows and can't be cached, so only this many run at a time on a node. */
    private static final int NAME_SEARCHES = 4;

    private static final int NAME_SEARCHES_WAITING = 100;

    private final ShopRepository shops;
    private final ShopGeoSearch geoSearch;
    private final ReadThrough<AreaKey, Candidates> areas;
    private final Duration timeout;
    private final Timers timers;
    private final Bulkhead nameSearches = new Bulkhead(NAME_SEARCHES, NAME_SEARCHES_WAITING);
    private final SingleFlight<NameSearch, List<ShopId>> flights = new SingleFlight<>();

    /** @param timeout how long each search may take */
    public ShopSearches(
            ShopRepository shops,
            ShopGeoSearch geoSearch,
            ReadThrough<AreaKey, Candidates> areas,
            Duration timeout,
            Timers timers) {
        this.shops = shops;
        this.geoSearch = geoSearch;
        this.areas = areas;
        this.timeout = timeout;
        this.timers = timers;
    }

    @Override
    public CompletionStage<ReadResult<Candidates>> find(AreaKey area) {
        return areas.read(area);
    }

    @Override
    public CompletionStage<ReadResult<Candidates>> renew(AreaKey area) {
        return areas.renew(area);
    }

    @Override
    public CompletionStage<Long> knownUpTo() {
        return Deadlines.within(
                geoSearch.knownUpTo(),
                timeout,
                timers,
                () -> new Unavailable("it takes long to learn which shops are known"));
    }

    private record NameSearch(Optional<String> part, long offset, int size) {}

    /** Concurrent searches for the same are one. */
    public CompletionStage<List<ShopId>> byName(Optional<String> part, long offset, int size) {
        return Deadlines.within(
                flights.run(
                        new NameSearch(part, offset, size),
                        _ -> nameSearches.run(() -> shops.pageByName(part, offset, size), timeout, timers)),
                timeout,
                timers,
                () -> new Unavailable("the search by name takes long"));
    }
}
