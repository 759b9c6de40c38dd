package io.nightmarket.http.audit;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Collectors;

/** What an operation was done to, as the audit trail has it. */
final class AuditSubject {
    private static final String CODE = "code";
    private static final int CODE_DIGITS_SHOWN = 4;

    private AuditSubject() {}

    /** The path and body of a request, without secrets. */
    static String of(RoutingContext ctx) {
        return ctx.request().uri() + body(ctx);
    }

    /** Written again, short members first, so that neither space nor long ones push out the others, and escapes hide no phone. */
    private static String body(RoutingContext ctx) {
        Buffer sent = ctx.body() == null ? null : ctx.body().buffer();
        if (sent == null || sent.length() == 0) {
            return "";
        }
        try {
            Object body = Json.decodeValue(sent);
            return ' ' + (body instanceof JsonObject members ? members(members) : Json.encode(body));
        } catch (DecodeException e) {
            return " (no JSON)";
        }
    }

    private static String members(JsonObject members) {
        return members.stream()
                .map(member -> Json.encode(member.getKey()) + ':' + Json.encode(shown(member)))
                .sorted(Comparator.comparingInt(String::length))
                .collect(Collectors.joining(",", "{", "}"));
    }

    /** A code is worth a voucher: of it, the end alone. */
    private static Object shown(Map.Entry<String, Object> member) {
        String text = String.valueOf(member.getValue());
        return member.getKey().equals(CODE)
                ? "****" + text.substring(Math.max(0, text.length() - CODE_DIGITS_SHOWN))
                : member.getValue();
    }
}
