package io.nightmarket.bootstrap.config;

import io.nightmarket.http.RateLimit;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Optional;

/** How values are written: durations, spans and rates. Each throws {@code IllegalArgumentException} with what is wrong. */
final class SettingFormats {
    private SettingFormats() {}

    /** Two times, the least and the most of something. */
    record Span(Duration min, Duration max) {}

    static RateLimit rate(String text) {
        if (text.isEmpty() || text.equals("0")) {
            return RateLimit.NONE;
        }
        try {
            String[] parts = text.split("/", -1);
            if (parts.length == 2) {
                return new RateLimit(Integer.parseInt(parts[0].strip()), parsed(parts[1].strip()));
            }
        } catch (NumberFormatException | DateTimeException e) {
            // Reported below.
        }
        throw new IllegalArgumentException("must be a count and a time, such as 20/1s, or 0 for no limit");
    }

    static Span span(String text) {
        String[] parts = text.split("-", -1);
        if (parts.length == 2) {
            Span span = new Span(duration(parts[0].strip()), duration(parts[1].strip()));
            if (span.min().compareTo(span.max()) <= 0) {
                return span;
            }
        }
        throw new IllegalArgumentException("must be two times, the smaller one first, such as 10s-30s");
    }

    static Duration duration(String text) {
        Duration duration;
        try {
            duration = parsed(text);
        } catch (NumberFormatException | DateTimeException e) {
            throw new IllegalArgumentException("write 500ms, 2s, 30m or 168h", e);
        }
        if (duration.isNegative()) {
            throw new IllegalArgumentException("must not be negative");
        }
        return duration;
    }

    private static Duration parsed(String text) {
        return text.endsWith("ms")
                ? Duration.ofMillis(Long.parseLong(text.substring(0, text.length() - 2)))
                : Duration.parse("PT" + text);
    }

    static int number(String text, int min, int max) {
        try {
            int value = Integer.parseInt(text);
            if (value >= min && value <= max) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Reported below.
        }
        throw new IllegalArgumentException("must be a number from " + min + " to " + max);
    }

    static boolean flag(String text) {
        return switch (text) {
            case "true", "True", "TRUE" -> true;
            case "false", "False", "FALSE" -> false;
            default -> throw new IllegalArgumentException("must be true or false");
        };
    }

    /** A port; empty for {@code auto}. */
    static Optional<Integer> portOrAuto(String text) {
        return text.equals("auto") ? Optional.empty() : Optional.of(number(text, 0, 65_535));
    }

    static EpochMaxAge epochMaxAge(String text) {
        return switch (text) {
            case "auto" -> new EpochMaxAge.Auto();
            case "unbounded" -> new EpochMaxAge.Unbounded();
            default -> new EpochMaxAge.Limited(duration(text));
        };
    }

    static ZoneId zone(String text) {
        try {
            return ZoneId.of(text);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("must be a time zone, such as Asia/Shanghai or UTC", e);
        }
    }
}
