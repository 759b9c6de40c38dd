package io.nightmarket.bootstrap.feature;

import io.nightmarket.bootstrap.cache.CacheLimits;
import io.nightmarket.bootstrap.cache.NodeCache;
import io.nightmarket.domain.base.Bulkhead;
import io.nightmarket.domain.base.Deadlines;
import io.nightmarket.domain.base.SingleFlight;
import io.nightmarket.domain.base.Timers;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.cache.ReadResult;
import io.nightmarket.domain.shop.AreaKey;
import io.nightmarket.domain.shop.Candidates;
import io.nightmarket.domain.shop.SearchNearby;
import io.nightmarket.domain.shop.ShopGeoSearch;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.ShopRepository;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Searches for shops by position and by name, each within the time in which a cached value is found. */
final class ShopSearches implements SearchNearby.Areas {
    /** A search by name may read thousands of rows and can't be cached, so only this many run at a time on a node. */
    private static final int NAME_SEARCHES = 4;

    private static final int NAME_SEARCHES_WAITING = 100;

    private final ShopRepository shops;
    private final ShopGeoSearch geoSearch;
    private final NodeCache<AreaKey, Candidates> areas;
    private final Duration timeout;
    private final Timers timers;
    private final Bulkhead nameSearches = new Bulkhead(NAME_SEARCHES, NAME_SEARCHES_WAITING);
    private final SingleFlight<NameSearch, List<ShopId>> flights = new SingleFlight<>();

    ShopSearches(
            ShopRepository shops,
            ShopGeoSearch geoSearch,
            NodeCache<AreaKey, Candidates> areas,
            CacheLimits limits,
            Timers timers) {
        this.shops = shops;
        this.geoSearch = geoSearch;
        this.areas = areas;
        this.timeout = limits.hardTimeout();
        this.timers = timers;
    }

    @Override
    public CompletionStage<ReadResult<Candidates>> find(AreaKey area) {
        return areas.reader().read(area);
    }

    @Override
    public CompletionStage<ReadResult<Candidates>> renew(AreaKey area) {
        return areas.reader().renew(area);
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
    CompletionStage<List<ShopId>> byName(Optional<String> part, long offset, int size) {
        return Deadlines.within(
                flights.run(
                        new NameSearch(part, offset, size),
                        _ -> nameSearches.run(() -> shops.pageByName(part, offset, size), timeout, timers)),
                timeout,
                timers,
                () -> new Unavailable("the search by name takes long"));
    }
}
