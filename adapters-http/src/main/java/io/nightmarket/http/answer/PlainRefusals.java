package io.nightmarket.http.answer;

import io.vertx.core.buffer.Buffer;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * The envelopes of refusals that say nothing of their own but the request's id: all of a crowd but the buyers get one.
 * Each is written once, and only the id is put in.
 */
final class PlainRefusals {
    /** Stands for the id while the rest is written; nothing that JSON escapes, and in no text. */
    private static final String ID = "{id}";

    private final Map<Language, Map<ErrorCode, Template>> templates = new EnumMap<>(Language.class);

    private record Template(Buffer head, Buffer tail) {}

    PlainRefusals(Catalogue catalogue) {
        for (Language language : Language.values()) {
            Map<ErrorCode, Template> ofLanguage = new EnumMap<>(ErrorCode.class);
            for (ErrorCode code : ErrorCode.values()) {
                ofLanguage.put(code, template(code, catalogue.text(code, language, "")));
            }
            templates.put(language, ofLanguage);
        }
    }

    private static Template template(ErrorCode code, String text) {
        String envelope = Json.write(Envelope.refusal(code, text, null, ID)).toString();
        int id = envelope.lastIndexOf(ID);
        return new Template(
                Buffer.buffer(envelope.substring(0, id)), Buffer.buffer(envelope.substring(id + ID.length())));
    }

    /** @param id of the request, of letters, digits and dashes */
    Buffer write(ErrorCode code, Language language, String id) {
        Template template = Objects.requireNonNull(templates.get(language)).get(code);
        Objects.requireNonNull(template);
        return Buffer.buffer(
                        template.head().length() + id.length() + template.tail().length())
                .appendBuffer(template.head())
                .appendString(id)
                .appendBuffer(template.tail());
    }
}
