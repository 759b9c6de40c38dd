package io.nightmarket.bootstrap.config;

import static io.nightmarket.domain.cache.Breakdown.LOGICAL_EXPIRY;
import static io.nightmarket.domain.cache.Breakdown.MUTEX;

import io.nightmarket.bootstrap.cache.CacheSettings;
import io.nightmarket.domain.cache.Breakdown;
import io.nightmarket.domain.cache.CacheNames;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The defaults of one line of the table of caches, as they are written.
 *
 * @param maxAge null where no answer may be kept by others
 */
record CacheLine(
        Breakdown breakdown,
        String fresh,
        String jitter,
        String keep,
        String absent,
        String near,
        int nearSize,
        int nearAfter,
        @Nullable String maxAge) {
    static final Map<String, CacheLine> ALL = new LinkedHashMap<>();

    static {
        ALL.put(CacheNames.SHOP, new CacheLine(LOGICAL_EXPIRY, "30m", "10s-30s", "2h", "30s", "5s", 10_000, 2, "0s"));
        ALL.put(
                CacheNames.SHOP_TYPES,
                new CacheLine(LOGICAL_EXPIRY, "30m", "10s-30s", "24h", "30s", "60s", 10, 1, "60s"));
        ALL.put(CacheNames.TYPES_IN_USE, new CacheLine(MUTEX, "10m", "10s-30s", "2h", "1s", "5s", 10, 1, null));
        ALL.put(CacheNames.SHOP_PAGES, new CacheLine(MUTEX, "10s", "0s-2s", "10m", "10s", "5s", 2_000, 2, null));
        ALL.put(CacheNames.VOUCHERS, new CacheLine(MUTEX, "1s", "0s-200ms", "10m", "1s", "1s", 10_000, 2, "0s"));
        ALL.put(CacheNames.AREAS, new CacheLine(LOGICAL_EXPIRY, "15s", "0s-15s", "1m", "5s", "1s", 1_000_000, 2, null));
        ALL.put(
                CacheNames.USER_CARDS,
                new CacheLine(LOGICAL_EXPIRY, "10m", "10s-30s", "2h", "30s", "5s", 10_000, 2, null));
    }

    CacheSettings read(Settings settings, String prefix) {
        Settings.Span jitters = settings.span(prefix + "jitter", jitter);
        return new CacheSettings(
                settings.choice(prefix + "breakdown", breakdown),
                atLeastAMilli(settings, prefix + "fresh", fresh),
                jitters.least(),
                jitters.most(),
                settings.duration(prefix + "keep", keep),
                atLeastAMilli(settings, prefix + "absent", absent),
                settings.duration(prefix + "near", near),
                settings.number(prefix + "near-size", nearSize, 1, 10_000_000),
                settings.number(prefix + "near-after", nearAfter, 1, 1_000),
                maxAge == null ? Duration.ZERO : settings.duration(prefix + "max-age", maxAge));
    }

    private static Duration atLeastAMilli(Settings settings, String key, String otherwise) {
        Duration duration = settings.duration(key, otherwise);
        if (duration.toMillis() < 1) {
            settings.problem("setting '" + key + "' must be 1ms or more");
            return Duration.ofMillis(1);
        }
        return duration;
    }
}
