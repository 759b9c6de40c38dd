package io.nightmarket.http.request;

import io.nightmarket.http.answer.Refusal;
import io.nightmarket.http.answer.Rule;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Set;

/**
 * Refuses texts that could not be stored or shown as they were sent: with halves of characters, with control characters other than tab
 * and line break, and names that are none.
 */
final class StoredText {
    private static final Set<String> NAMES = Set.of("nickName", "name", "title", "subTitle", "area", "city");

    private StoredText() {}

    /** Throws a {@link Refusal} that names the member at fault. */
    static void check(JsonObject body) {
        body.forEach(member -> check(member.getKey(), member.getValue()));
        NAMES.forEach(name -> {
            if (body.getValue(name) instanceof String text && !text.isEmpty() && !Names.isOne(text)) {
                throw Refusal.malformed(name, Rule.NO_NAME);
            }
        });
    }

    private static void check(String member, Object value) {
        switch (value) {
            case String text -> text.codePoints().forEach(character -> check(member, character));
            case JsonArray list -> list.forEach(each -> check(member, each));
            case JsonObject object -> object.forEach(each -> check(member, each.getValue()));
            case null, default -> {}
        }
    }

    private static void check(String member, int character) {
        if (Character.getType(character) == Character.SURROGATE) {
            throw Refusal.malformed(member, Rule.HALF_CHARACTER);
        }
        if (Character.isISOControl(character) && character != '\t' && character != '\n' && character != '\r') {
            throw Refusal.malformed(member, Rule.CONTROL_CHARACTER);
        }
    }
}
