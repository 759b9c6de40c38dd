package io.nightmarket.bootstrap.config;

import io.nightmarket.http.RateLimit;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The values given for the settings, from several sources of which the later ones win. Reading gathers every problem,
 * so that an operator learns of all of them at once.
 */
// Over 200 lines: a short method for each kind of value.
final class Settings {
    static final String VARIABLE_PREFIX = "NIGHTMARKET_";

    private static final String HIDDEN = "***";

    /** Keys whose values are secrets. */
    private static final Pattern SECRETS = Pattern.compile("(secret|password|[.-]key)$");

    /** What may be secret in an address: user and password, and the query. */
    private static final Pattern IN_ADDRESSES = Pattern.compile("(?<=://).*(?=@)|(?<=[?]).+");

    private final Map<String, String> inForce = new HashMap<>();
    private final Map<String, String> values = new LinkedHashMap<>();
    private final Map<String, String> places = new HashMap<>();
    private final TreeSet<String> read = new TreeSet<>();
    private final Set<String> lists = new HashSet<>();
    private final Set<String> problems = new LinkedHashSet<>();

    /**
     * Takes every entry of a source.
     *
     * @param place said where one is wrong: " in " and the name of a file, or nothing where the key says it all
     */
    void overlay(Map<String, String> source, String place) {
        values.putAll(source);
        source.keySet().forEach(key -> places.put(key, place));
    }

    /** The key and where it stands. */
    private String named(String key) {
        return "'" + key + "'" + places.getOrDefault(key, "");
    }

    String text(String key, String otherwise) {
        read.add(key);
        String text = values.getOrDefault(key, otherwise).strip();
        inForce.merge(key, text, (before, now) -> before.isEmpty() ? now : before);
        return text;
    }

    /** What was read so far, by key; secrets, and those in addresses, as {@code ***}. */
    Map<String, String> shown() {
        Map<String, String> shown = new LinkedHashMap<>();
        inForce.forEach((key, text) -> shown.put(
                key,
                SECRETS.matcher(key).find() && !text.isEmpty()
                        ? HIDDEN
                        : IN_ADDRESSES.matcher(text).replaceAll(HIDDEN)));
        return Map.copyOf(shown);
    }

    int number(String key, int otherwise, int min, int max) {
        return parse(key, Integer.toString(otherwise), text -> SettingFormats.number(text, min, max));
    }

    boolean flag(String key, boolean otherwise) {
        return parse(key, Boolean.toString(otherwise), text -> text.isEmpty() ? otherwise : SettingFormats.flag(text));
    }

    /** One of the constants, written small and with dashes. */
    <E extends Enum<E>> E choice(String key, E otherwise) {
        return parse(
                key,
                written(otherwise),
                text -> constants(otherwise)
                        .filter(constant -> written(constant).equals(text))
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException("must be one of "
                                + constants(otherwise).map(Settings::written).collect(Collectors.joining(", ")))));
    }

    private static <E extends Enum<E>> Stream<E> constants(E one) {
        return Arrays.stream(one.getDeclaringClass().getEnumConstants());
    }

    static String written(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Such as 500ms, 2s, 30m or 168h. */
    Duration duration(String key, String otherwise) {
        return parse(key, otherwise, SettingFormats::duration);
    }

    /** One that must not be longer than a limit. */
    Duration duration(String key, String otherwise, Duration max) {
        Duration duration = duration(key, otherwise);
        if (duration.compareTo(max) > 0) {
            problem("setting " + named(key) + " must be " + max.toMillis() + "ms or less");
            return max;
        }
        return duration;
    }

    /** A duration between two iterations; shorter ones would keep a node busy. */
    Duration interval(String key, String otherwise) {
        return durationFrom(key, otherwise, Duration.ofMillis(100));
    }

    /** One that must not be shorter than a limit. */
    Duration durationFrom(String key, String otherwise, Duration min) {
        Duration duration = duration(key, otherwise);
        if (duration.compareTo(min) < 0) {
            problem("setting " + named(key) + " must be " + min.toMillis() + "ms or more");
            return min;
        }
        return duration;
    }

    /** Such as 10s-30s. */
    SettingFormats.Span span(String key, String otherwise) {
        return parse(key, otherwise, SettingFormats::span);
    }

    /** Such as 20/1s; 0 and nothing are no limit. */
    RateLimit rate(String key, String otherwise) {
        return parse(key, otherwise, SettingFormats::rate);
    }

    /** A time of a second or more, auto or unbounded. */
    EpochMaxAge epochMaxAge(String key, String otherwise) {
        return parse(key, otherwise, SettingFormats::epochMaxAge);
    }

    /** Separated by commas. */
    List<String> list(String key, String otherwise) {
        lists.add(key);
        return Arrays.stream(text(key, otherwise).split(",", -1))
                .map(String::strip)
                .filter(part -> !part.isEmpty())
                .toList();
    }

    ZoneId zone(String key, String otherwise) {
        return parse(key, otherwise, SettingFormats::zone);
    }

    void problem(String problem) {
        problems.add(problem);
    }

    /** Reads the variables of these keys; others may belong to other programs. */
    static Map<String, String> fromEnvironment(Map<String, String> environment, Iterable<String> keys) {
        Map<String, String> found = new LinkedHashMap<>();
        for (String key : keys) {
            String value = environment.get(variable(key));
            if (value != null) {
                found.put(key, value);
            }
        }
        return found;
    }

    static String variable(String key) {
        return VARIABLE_PREFIX + key.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
    }

    Set<String> keysRead() {
        return read;
    }

    /** Those of them that were read as lists. */
    Set<String> listsRead() {
        return lists;
    }

    /** Throws when anything was wrong, or when a value was given for an unknown key. */
    void check() {
        for (String key : values.keySet()) {
            if (!read.contains(key)) {
                problems.add("unknown setting " + named(key) + Similar.question(key, read));
            }
        }
        checkRead();
    }

    /** Throws when anything that was read was wrong. */
    void checkRead() {
        if (!problems.isEmpty()) {
            throw new ConfigException(String.join("; ", problems));
        }
    }

    /** What the parser, which may throw {@code IllegalArgumentException}, makes of a value. */
    <T> T parse(String key, String otherwise, Function<String, T> parser) {
        String text = text(key, otherwise);
        try {
            return parser.apply(text);
        } catch (IllegalArgumentException e) {
            problems.add("setting " + named(key) + " can't be '" + text + "': " + e.getMessage());
            return parser.apply(otherwise);
        }
    }
}
