package io.nightmarket.bootstrap.config;

import io.nightmarket.bootstrap.cache.CacheLimits;
import io.nightmarket.bootstrap.cache.CacheSettings;
import io.nightmarket.domain.cache.RefreshStrategy;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The defaults of one cache: its line in the conf/application.yaml that the program was built with.
 *
 * @param values by setting; without {@code max-age}, clients may not keep answers
 */
record CacheDefaults(Map<String, String> values) {
    private static final String RESOURCE = "application.yaml";
    private static final String TABLE = "cache.";

    /** By name of the cache, in the order of the file. */
    static final Map<String, CacheDefaults> ALL = readAll();

    private static Map<String, CacheDefaults> readAll() {
        Map<String, CacheDefaults> all = new LinkedHashMap<>();
        shipped().forEach((key, value) -> {
            int dot = key.indexOf('.', TABLE.length());
            if (key.startsWith(TABLE) && dot > 0) {
                all.computeIfAbsent(key.substring(TABLE.length(), dot), _ -> new CacheDefaults(new LinkedHashMap<>()))
                        .values()
                        .put(key.substring(dot + 1), value);
            }
        });
        return all;
    }

    private static Map<String, String> shipped() {
        try (InputStream in = Objects.requireNonNull(CacheDefaults.class.getResourceAsStream(RESOURCE), RESOURCE)) {
            return FlatYaml.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8), Set.of());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The table of caches as it is set. */
    static AppConfig.CacheTable table(Settings settings, Duration statementTimeout) {
        CacheLimits limits = new CacheLimits(
                settings.duration("cache.soft-timeout", "200ms"),
                settings.interval("cache.hard-timeout", "1500ms"),
                settings.number("cache.max-loads", 8, 1, 1_000),
                settings.number("cache.max-waiting", 1_000, 0, 1_000_000),
                statementTimeout);
        Map<String, CacheSettings> table = new LinkedHashMap<>();
        ALL.forEach((name, line) -> table.put(name, line.read(settings, "cache." + name + '.')));
        if (limits.softTimeout().compareTo(limits.hardTimeout()) > 0) {
            settings.problem("setting 'cache.soft-timeout' must not be longer than 'cache.hard-timeout'");
        }
        return new AppConfig.CacheTable(limits, table);
    }

    private CacheSettings read(Settings settings, String prefix) {
        SettingFormats.Span jitters = settings.span(prefix + "jitter", value("jitter"));
        return new CacheSettings(
                settings.choice(prefix + "strategy", strategy()),
                atLeastAMilli(settings, prefix + "soft-ttl", value("soft-ttl")),
                jitters.min(),
                jitters.max(),
                settings.duration(prefix + "stale-ttl", value("stale-ttl")),
                atLeastAMilli(settings, prefix + "absent-ttl", value("absent-ttl")),
                settings.duration(prefix + "near-ttl", value("near-ttl")),
                settings.number(prefix + "near-size", Integer.parseInt(value("near-size")), 1, 10_000_000),
                settings.number(prefix + "near-after", Integer.parseInt(value("near-after")), 1, 1_000),
                values.containsKey("max-age")
                        ? settings.duration(prefix + "max-age", value("max-age"))
                        : Duration.ZERO);
    }

    private RefreshStrategy strategy() {
        return RefreshStrategy.valueOf(
                value("strategy").toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    private String value(String name) {
        return Objects.requireNonNull(values.get(name), name);
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
