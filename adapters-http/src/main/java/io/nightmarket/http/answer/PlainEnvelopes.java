package io.nightmarket.http.answer;

import io.vertx.core.buffer.Buffer;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * The envelopes that contain nothing but an id: of an order, or of a refused request. A burst of buyers gets only these.
 * Each is written once, and only the id is put in.
 */
final class PlainEnvelopes {
    /** Stands for the id while the rest is written; nothing that JSON escapes, and in no text. */
    private static final String ID = "{id}";

    private final Template created = template(Envelope.success(ID, null));
    private final Template around = template(Envelope.success(ID, null), '"' + ID + '"');
    private final Map<Language, Map<ErrorCode, Template>> refusals = new EnumMap<>(Language.class);

    private record Template(Buffer head, Buffer tail) {
        Buffer with(Buffer data) {
            return Buffer.buffer(head.length() + data.length() + tail.length())
                    .appendBuffer(head)
                    .appendBuffer(data)
                    .appendBuffer(tail);
        }

        Buffer with(String id) {
            return Buffer.buffer(head.length() + id.length() + tail.length())
                    .appendBuffer(head)
                    .appendString(id)
                    .appendBuffer(tail);
        }
    }

    PlainEnvelopes(Catalogue catalogue) {
        for (Language language : Language.values()) {
            Map<ErrorCode, Template> ofLanguage = new EnumMap<>(ErrorCode.class);
            for (ErrorCode code : ErrorCode.values()) {
                ofLanguage.put(code, template(Envelope.refusal(code, catalogue.text(code, language, ""), null, ID)));
            }
            refusals.put(language, ofLanguage);
        }
    }

    private static Template template(Envelope envelope) {
        return template(envelope, ID);
    }

    private static Template template(Envelope envelope, String place) {
        String written = Json.write(envelope).toString();
        int at = written.lastIndexOf(place);
        return new Template(
                Buffer.buffer(written.substring(0, at)), Buffer.buffer(written.substring(at + place.length())));
    }

    /** The success with this JSON. */
    Buffer around(Buffer data) {
        return around.with(data);
    }

    /** The success that made the thing with this id. */
    Buffer created(long id) {
        return created.with(Long.toString(id));
    }

    /** @param id the request's id, of letters, digits and dashes */
    Buffer refusal(ErrorCode code, Language language, String id) {
        Template template = Objects.requireNonNull(refusals.get(language)).get(code);
        return Objects.requireNonNull(template).with(id);
    }
}
