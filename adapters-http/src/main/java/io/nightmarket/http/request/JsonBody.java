package io.nightmarket.http.request;

import io.nightmarket.http.answer.Refusal;
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

    /** A number without a fraction. */
    public @Nullable Long whole(String name) {
        Number number = members.getNumber(name);
        return number == null ? null : exact(number, name);
    }

    /** The number of 63 bits; refuses the request when it is none. */
    static long exact(Number number, String place) {
        try {
            return new BigDecimal(number.toString()).longValueExact();
        } catch (ArithmeticException | NumberFormatException e) {
            throw Refusal.malformed(place);
        }
    }

    public long requiredWhole(String name) {
        return Objects.requireNonNull(whole(name), name);
    }

    public @Nullable Double number(String name) {
        return members.getDouble(name);
    }

    public double requiredNumber(String name) {
        return Objects.requireNonNull(number(name), name);
    }

    /** An id, written as a number or as a string. */
    public @Nullable Long id(String name) {
        if (members.getValue(name) instanceof String text) {
            return Ids.parse(text, name);
        }
        return whole(name);
    }

    /** The ids of a list; none when it is null or missing. */
    public List<Long> ids(String name) {
        return members.getJsonArray(name, new JsonArray()).stream()
                .map(each -> each instanceof String text ? Ids.parse(text, name) : exact((Number) each, name))
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
            throw Refusal.malformed(name);
        }
    }

    public Instant requiredTime(String name) {
        return times.parse(requiredText(name), name);
    }
}
