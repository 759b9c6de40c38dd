package io.nightmarket.http.answer;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The rejections of a node that is overloaded. All are written beforehand, and no log has a line for them: they carry the
 * same id. Safe for use by several threads.
 */
public final class OverloadAnswers {
    /** Clients are asked to come back after 1 to this number of seconds. */
    private static final int LONGEST_WAIT = 4;

    private static final ErrorCode CODE = ErrorCode.UNAVAILABLE;
    private static final String ID = "0".repeat(32);
    private static final String JSON = "application/json";
    private static final String PROBLEM_JSON = "application/problem+json";
    private static final String HSTS = "strict-transport-security: max-age=31536000\r\n";
    private static final String CLOSE = "connection: close\r\n";
    private static final int BODIES = 4;
    private static final int ANSWERS = BODIES * LONGEST_WAIT;

    private final Buffer[] bodies = new Buffer[BODIES];
    /** By body and then by wait; those without a body behind them, and behind all those that close the connection. */
    private final ByteBuf[] answers = new ByteBuf[4 * ANSWERS];

    private final AtomicInteger next = new AtomicInteger();
    private final int status;

    /** @param encrypted whether the node speaks HTTPS only */
    public OverloadAnswers(Catalogue catalogue, boolean encrypted) {
        this.status = catalogue.status(CODE);
        for (Language language : Language.values()) {
            String text = catalogue.text(CODE, language, "");
            bodies[index(language, false)] = Json.write(Envelope.refusal(CODE, text, null, ID));
            bodies[index(language, true)] =
                    Json.write(new Problem(Responses.type(CODE), text, status, CODE.name(), ID, null));
        }
        for (int body = 0; body < BODIES; body++) {
            for (int wait = 1; wait <= LONGEST_WAIT; wait++) {
                String more = encrypted ? HSTS : "";
                int at = body * LONGEST_WAIT + wait - 1;
                put(at, head(body, wait, more), bodies[body]);
                put(2 * ANSWERS + at, head(body, wait, more + CLOSE), bodies[body]);
            }
        }
    }

    private void put(int at, String head, Buffer body) {
        answers[at] = fixed(head + body);
        answers[ANSWERS + at] = fixed(head);
    }

    private String head(int body, int wait, String more) {
        return "HTTP/1.1 " + status + " Service Unavailable\r\n"
                + "content-type: " + type(body) + "\r\n"
                + "cache-control: no-store\r\n"
                + "x-content-type-options: nosniff\r\n"
                + "x-request-id: " + ID + "\r\n"
                + "retry-after: " + wait + "\r\n"
                + more
                + "content-length: " + bodies[body].length() + "\r\n\r\n";
    }

    private static ByteBuf fixed(String answer) {
        byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
        ByteBuf direct = Unpooled.directBuffer(bytes.length).writeBytes(bytes);
        return Unpooled.unreleasableBuffer(direct).asReadOnly();
    }

    private static int index(Language language, boolean problem) {
        return (language == Language.ENGLISH ? 2 : 0) + (problem ? 1 : 0);
    }

    private static String type(int body) {
        return body % 2 == 0 ? JSON : PROBLEM_JSON;
    }

    private static int body(@Nullable String accept, @Nullable String languages) {
        boolean english = languages != null && languages.regionMatches(true, 0, "en", 0, 2);
        boolean problem = accept != null && accept.contains(PROBLEM_JSON);
        return index(english ? Language.ENGLISH : Language.CHINESE, problem);
    }

    /** Each time another one, so that not all come back at once. */
    private int waiting() {
        return 1 + Math.floorMod(next.getAndIncrement(), LONGEST_WAIT);
    }

    /**
     * The bytes of an answer in HTTP/1.1.
     *
     * @param accept the header of the request
     * @param languages that it accepts
     * @param headOnly whether the request was one of HEAD
     * @param closes whether the connection ends with it
     */
    public ByteBuf written(@Nullable String accept, @Nullable String languages, boolean headOnly, boolean closes) {
        int at = body(accept, languages) * LONGEST_WAIT + waiting() - 1;
        return answers[at + (headOnly ? ANSWERS : 0) + (closes ? 2 * ANSWERS : 0)].duplicate();
    }

    /** Sends the same by another version of HTTP. */
    public void send(HttpServerRequest request) {
        int body = body(request.getHeader(HttpHeaders.ACCEPT), request.getHeader(HttpHeaders.ACCEPT_LANGUAGE));
        HttpServerResponse response = request.response()
                .setStatusCode(status)
                .putHeader(HttpHeaders.CONTENT_TYPE, type(body))
                .putHeader(HttpHeaders.CACHE_CONTROL, "no-store")
                .putHeader("x-content-type-options", "nosniff")
                .putHeader("x-request-id", ID)
                .putHeader(HttpHeaders.RETRY_AFTER, Integer.toString(waiting()));
        Responses.note(response.end(bodies[body]));
    }
}
