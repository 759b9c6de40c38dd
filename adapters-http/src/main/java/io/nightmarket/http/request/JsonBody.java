package io.nightmarket.http.request;

import io.nightmarket.http.answer.Refusal;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The members of a body that somebody asks for, each of its type; the others are never looked at. Holds by itself what
 * the contract says, so that a slip in either is caught by the other.
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
        Object value = members.getValue(name);
        if (value == null || value instanceof String) {
            return (String) value;
        }
        throw Refusal.malformed(name);
    }

    public String requiredText(String name) {
        return required(text(name), name);
    }

    /** The texts of a list. */
    public List<String> requiredTexts(String name) {
        if (!(members.getValue(name) instanceof JsonArray list)) {
            throw Refusal.malformed(name);
        }
        List<String> texts = new ArrayList<>();
        for (Object value : list) {
            if (!(value instanceof String text)) {
                throw Refusal.malformed(name + '[' + texts.size() + ']');
            }
            texts.add(text);
        }
        return texts;
    }

    /** A number without a fraction. */
    public @Nullable Long whole(String name) {
        try {
            return members.getValue(name) == null ? null : decimal(name).longValueExact();
        } catch (ArithmeticException e) {
            throw Refusal.malformed(name);
        }
    }

    public long requiredWhole(String name) {
        return required(whole(name), name);
    }

    public @Nullable Double number(String name) {
        return members.getValue(name) == null ? null : decimal(name).doubleValue();
    }

    public double requiredNumber(String name) {
        return required(number(name), name);
    }

    /** An id, written as a number or as a string. */
    public @Nullable Long id(String name) {
        if (members.getValue(name) instanceof String text) {
            return Ids.parse(text, name);
        }
        Long id = whole(name);
        if (id != null && id <= 0) {
            throw Refusal.malformed(name);
        }
        return id;
    }

    public long requiredId(String name) {
        return required(id(name), name);
    }

    public Instant requiredTime(String name) {
        return times.parse(requiredText(name), name);
    }

    private BigDecimal decimal(String name) {
        Object value = members.getValue(name);
        if (!(value instanceof Number)) {
            throw Refusal.malformed(name);
        }
        try {
            BigDecimal decimal = new BigDecimal(value.toString());
            // Unscaling 1e999999999 would fill the memory; no number of ours has that many digits.
            if (Math.abs((long) decimal.scale()) > 400) {
                throw Refusal.malformed(name);
            }
            return decimal;
        } catch (NumberFormatException e) {
            throw Refusal.malformed(name);
        }
    }

    private static <T> T required(@Nullable T value, String name) {
        if (value == null) {
            throw Refusal.malformed(name);
        }
        return value;
    }
}
