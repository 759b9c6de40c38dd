package io.nightmarket.http.request;

import io.nightmarket.http.answer.Refusal;
import io.nightmarket.http.answer.Rule;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The members of a body that passed the contract. Shape, types and bounds are the contract's; this only decodes, and
 * refuses at the member what no schema can say: a number beyond 63 bits, a day that no month has.
 */
public final class JsonBody {
    private static final long EXACT_IN_BROWSERS = 1L << 53;

    private final JsonObject members;
    private final LocalTimes times;

    JsonBody(JsonObject members, LocalTimes times) {
        this.members = members;
        this.times = times;
    }

    /** The text, or null when the member is null or missing. */
    public @Nullable String text(String name) {
        return members.getString(name);
    }

    public String requiredText(String name) {
        return Objects.requireNonNull(text(name), name);
    }

    /** The texts of a list. */
    public List<String> requiredTexts(String name) {
        return members.getJsonArray(name).stream().map(String.class::cast).toList();
    }

    /** The flag; false when the member is null or missing. */
    public boolean flag(String name) {
        return Boolean.TRUE.equals(members.getBoolean(name));
    }

    /** The flag, or null when the member is null or missing. */
    public @Nullable Boolean flagIfAny(String name) {
        return members.getBoolean(name);
    }

    /** A number without a fraction, as large as browsers hold exactly. */
    public @Nullable Long whole(String name) {
        Number number = members.getNumber(name);
        if (number == null) {
            return null;
        }
        long whole = exact(number, name);
        if (Math.abs(whole) > EXACT_IN_BROWSERS) {
            throw Refusal.malformed(name, Rule.TOO_LARGE);
        }
        return whole;
    }

    /** The number of 63 bits; refuses the request when it is none, or may be rounded, as with a large fraction or exponent. */
    private static long exact(Number number, String place) {
        if (number instanceof Double rounded && Math.abs(rounded) >= EXACT_IN_BROWSERS) {
            throw Refusal.malformed(place, Rule.WRONG_FORM);
        }
        try {
            return new BigDecimal(number.toString()).longValueExact();
        } catch (ArithmeticException | NumberFormatException e) {
            throw Refusal.malformed(place, Rule.WRONG_FORM);
        }
    }

    public long requiredWhole(String name) {
        return Objects.requireNonNull(whole(name), name);
    }

    /** The number, which must not be above that of another member: no schema compares two. */
    public long requiredWhole(String name, String most, Rule above) {
        long number = requiredWhole(name);
        if (number > requiredWhole(most)) {
            throw Refusal.malformed(name, above);
        }
        return number;
    }

    public @Nullable Double number(String name) {
        return members.getDouble(name);
    }

    public double requiredNumber(String name) {
        return Objects.requireNonNull(number(name), name);
    }

    /** An id, written as a number or as a string. */
    public @Nullable Long id(String name) {
        Object id = members.getValue(name);
        return id == null ? null : id(id, name);
    }

    private static long id(Object id, String name) {
        return id instanceof String text ? Ids.parse(text, name) : exact((Number) id, name);
    }

    /** The ids of a list; none when it is null or missing. */
    public List<Long> ids(String name) {
        return members.getJsonArray(name, new JsonArray()).stream()
                .map(each -> id(each, name))
                .toList();
    }

    public long requiredId(String name) {
        return Objects.requireNonNull(id(name), name);
    }

    /** A day, written 2026-11-20. */
    public LocalDate requiredDate(String name) {
        return Objects.requireNonNull(date(name), name);
    }

    public @Nullable LocalDate date(String name) {
        String text = text(name);
        try {
            return text == null ? null : LocalDate.parse(text);
        } catch (DateTimeException e) {
            throw Refusal.malformed(name, Rule.NO_SUCH_TIME);
        }
    }

    public @Nullable Instant time(String name) {
        String text = text(name);
        return text == null ? null : times.parse(text, name);
    }

    public Instant requiredTime(String name) {
        return times.parse(requiredText(name), name);
    }
}
