package io.nightmarket.http.request;

import io.nightmarket.http.answer.Refusal;
import io.nightmarket.http.answer.Rule;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.json.schema.JsonSchema;
import io.vertx.json.schema.OutputUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds the member at fault of a body that broke the contract, and the rule, from schemas and locations. The validator's
 * messages are not read: they are for people, and repeat what was sent.
 */
final class InvalidMember {
    private static final String BODY = "body";
    private static final String REQUIRED = "required";
    private static final String UNKNOWN = "additionalProperties";

    /** One that may be repeated in an answer. */
    private static final Pattern NAME = Pattern.compile("[\\w\\p{L}-]{1,64}");

    /** A name, and of a list the item. */
    private static final Pattern MEMBER = Pattern.compile("#?/(" + NAME + ")(?:/(\\d+))?(?:/.*)?");

    /** Others say what was checked, not what was wrong. */
    private static final Map<String, Rule> RULES = Map.ofEntries(
            Map.entry(REQUIRED, Rule.MISSING),
            Map.entry(UNKNOWN, Rule.UNKNOWN_MEMBER),
            Map.entry("type", Rule.WRONG_TYPE),
            Map.entry("maxLength", Rule.TOO_LONG),
            Map.entry("maxItems", Rule.TOO_LONG),
            Map.entry("minLength", Rule.TOO_SHORT),
            Map.entry("minItems", Rule.TOO_SHORT),
            Map.entry("maximum", Rule.TOO_LARGE),
            Map.entry("minimum", Rule.TOO_SMALL),
            Map.entry("pattern", Rule.WRONG_FORM),
            Map.entry("enum", Rule.WRONG_FORM),
            Map.entry("not", Rule.WRONG_FORM),
            Map.entry("anyOf", Rule.WRONG_FORM));

    private InvalidMember() {}

    /** Names the first member at fault; of a list the item, which comes after the list. */
    static Refusal refusal(OutputUnit found, JsonSchema schema, @Nullable Object body) {
        String place = null;
        Rule rule = null;
        for (OutputUnit error : Objects.requireNonNullElse(found.getErrors(), List.<OutputUnit>of())) {
            String here = member(error, schema, body);
            if (here != null && (place == null || here.startsWith(place + '['))) {
                place = here;
                rule = null;
            }
            if (here != null && here.equals(place) && rule == null) {
                rule = RULES.get(keyword(error));
            }
        }
        return place == null
                ? Refusal.malformed(BODY)
                : Refusal.malformed(place, Objects.requireNonNullElse(rule, Rule.WRONG_FORM));
    }

    private static @Nullable String member(OutputUnit error, JsonSchema schema, @Nullable Object body) {
        Matcher member = MEMBER.matcher(Objects.requireNonNullElse(error.getInstanceLocation(), ""));
        if (member.matches()) {
            String index = member.group(2);
            return index == null ? member.group(1) : member.group(1) + '[' + index + ']';
        }
        return body instanceof JsonObject members
                ? switch (keyword(error)) {
                    case REQUIRED -> missing(schema, members);
                    case UNKNOWN -> unknown(schema, members);
                    default -> null;
                }
                : null;
    }

    private static String keyword(OutputUnit error) {
        String location = Objects.requireNonNullElse(error.getKeywordLocation(), "");
        return location.substring(location.lastIndexOf('/') + 1);
    }

    /** The first of the required members that the body lacks. */
    private static @Nullable String missing(JsonSchema schema, JsonObject body) {
        return schema.get(REQUIRED, new JsonArray()).stream()
                .map(String::valueOf)
                .filter(name -> !body.containsKey(name))
                .findFirst()
                .orElse(null);
    }

    /** The first of the members that the schema does not have, if its name may be repeated; locations escape letters. */
    private static @Nullable String unknown(JsonSchema schema, JsonObject body) {
        JsonObject known = schema.get("properties", new JsonObject());
        return body.fieldNames().stream()
                .filter(name -> !known.containsKey(name))
                .findFirst()
                .filter(name -> NAME.matcher(name).matches())
                .orElse(null);
    }
}
