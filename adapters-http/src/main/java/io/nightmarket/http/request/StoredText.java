package io.nightmarket.http.request;

import io.nightmarket.http.answer.Refusal;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** Refuses bodies with control characters other than tab and line break, which no text of a shop or a note has. */
final class StoredText {
    private StoredText() {}

    /** Throws a {@link Refusal} that names the member at fault. */
    static void check(JsonObject body) {
        body.forEach(member -> check(member.getKey(), member.getValue()));
    }

    private static void check(String member, Object value) {
        switch (value) {
            case String text -> {
                if (text.chars().anyMatch(StoredText::isRefused)) {
                    throw Refusal.malformed(member);
                }
            }
            case JsonArray list -> list.forEach(each -> check(member, each));
            case JsonObject object -> object.forEach(each -> check(member, each.getValue()));
            case null, default -> {}
        }
    }

    private static boolean isRefused(int character) {
        return Character.isISOControl(character) && character != '\t' && character != '\n' && character != '\r';
    }
}
