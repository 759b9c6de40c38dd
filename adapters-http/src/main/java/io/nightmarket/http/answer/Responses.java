package io.nightmarket.http.answer;

import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.http.limit.HeldBytes;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.Cookie;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes answers: as envelope, or a refusal as problem document for clients that accept it. What is not made to be kept
 * is not kept by caches: most answers are for one user, or true for a moment.
 */
// Over 200 lines: one method per kind of answer.
public final class Responses {
    private static final Logger LOG = LoggerFactory.getLogger(Responses.class);
    private static final CharSequence JSON = HttpHeaders.createOptimized("application/json");
    private static final String PROBLEM_JSON = "application/problem+json";
    private static final CharSequence CONTENT_OPTIONS = HttpHeaders.createOptimized("X-Content-Type-Options");
    private static final CharSequence NO_SNIFF = HttpHeaders.createOptimized("nosniff");
    private static final CharSequence NO_STORE = HttpHeaders.createOptimized("no-store");
    private static final CharSequence CACHE_STATUS = HttpHeaders.createOptimized("Cache-Status");
    /** RFC 9211: found, and older than it should be. */
    private static final CharSequence STALE_HIT = HttpHeaders.createOptimized("night-market; hit; detail=stale");

    /** Limits what shoppers ask: longer than a call to each server, and front ends have given up long before. */
    private static final Duration TIMEOUT = Duration.ofMillis(4_500);

    private static final int OK = 200;
    private static final int NOT_MODIFIED = 304;

    private final Catalogue catalogue;
    private final RequestIds ids;
    private final HeldBytes held;
    private final PlainEnvelopes plain;

    public Responses(Catalogue catalogue, RequestIds ids, HeldBytes held) {
        this.catalogue = catalogue;
        this.ids = ids;
        this.held = held;
        this.plain = new PlainEnvelopes(catalogue);
    }

    /** Sends the answer as soon as it is known, on the thread of the request. */
    public void send(RoutingContext ctx, CompletionStage<Answer> answer) {
        send(ctx, Future.fromCompletionStage(answer, ctx.vertx().getOrCreateContext()));
    }

    /** Sends the answer within {@link #TIMEOUT}, or a failure; an answer that is known already makes no futures. */
    public void sendInTime(RoutingContext ctx, CompletionStage<Answer> answer) {
        CompletableFuture<Answer> asked = answer.toCompletableFuture();
        @Nullable Answer known = asked.isCompletedExceptionally() ? null : asked.getNow(null);
        if (known != null) {
            send(ctx, known);
        } else {
            send(ctx, inTime(Future.fromCompletionStage(asked, ctx.vertx().getOrCreateContext()), TimedOut::new));
        }
    }

    /** The future or, after {@link #TIMEOUT}, this failure. */
    public static <T> Future<T> inTime(Future<T> future, BiFunction<String, Throwable, DomainFailure> late) {
        return future.timeout(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
                .recover(failure -> Future.failedFuture(
                        failure instanceof TimeoutException
                                ? late.apply("no answer within " + TIMEOUT, failure)
                                : failure));
    }

    private void send(RoutingContext ctx, Future<Answer> answer) {
        // A failure to write the answer is one of the request too, or the client would wait for ever.
        answer.map(known -> {
                    send(ctx, known);
                    return known;
                })
                .onFailure(ctx::fail);
    }

    public void send(RoutingContext ctx, Answer answer) {
        switch (answer) {
            case Answer.Done(var data, var code) ->
                end(ctx.response(), OK, JSON, Json.write(Envelope.success(data, code)));
            case Answer.Created(long id) -> end(ctx.response(), OK, JSON, plain.created(id));
            case Answer.Written(Buffer data) -> end(ctx.response(), OK, JSON, plain.around(data));
            case Answer.Cacheable(Rendered body, String cacheControl) -> sendCacheable(ctx, body, cacheControl);
            case Answer.Refused refused -> refuse(ctx, refused);
            case Answer.Stale(Answer stale, Duration age) -> sendStale(ctx, stale, age);
            case Answer.Later(Answer known, Duration after) -> sendLater(ctx, known, after);
            case Answer.Streamed(var writer) -> writer.accept(ctx);
            case Answer.WithCookie(Answer kept, Cookie cookie) -> sendWithCookie(ctx, kept, cookie);
        }
        RequestTimer.end(ctx, answer);
    }

    private void sendStale(RoutingContext ctx, Answer answer, Duration age) {
        if (isAwaited(ctx.response())) {
            ctx.response().putHeader(HttpHeaders.AGE, Long.toString(age.toSeconds()));
            ctx.response().putHeader(CACHE_STATUS, STALE_HIT);
            send(ctx, answer);
        }
    }

    private void sendLater(RoutingContext ctx, Answer answer, Duration after) {
        if (isAwaited(ctx.response())) {
            addRetryAfter(ctx.response(), after);
            send(ctx, answer);
        }
    }

    private void sendWithCookie(RoutingContext ctx, Answer answer, Cookie cookie) {
        if (isAwaited(ctx.response())) {
            var _ = ctx.response().addCookie(cookie);
            send(ctx, answer);
        }
    }

    /** Sends what is no envelope, such as the state of health. */
    public void sendPlain(RoutingContext ctx, int status, Object view) {
        end(ctx.response(), status, JSON, Json.write(view));
    }

    /** Sends the answer, or a status alone to a client that has it already. */
    private void sendCacheable(RoutingContext ctx, Rendered rendered, String cacheControl) {
        HttpServerResponse response = ctx.response();
        if (!isAwaited(response)) {
            return;
        }
        response.putHeader(HttpHeaders.ETAG, rendered.tag());
        response.putHeader(HttpHeaders.CACHE_CONTROL, cacheControl);
        response.putHeader(CONTENT_OPTIONS, NO_SNIFF);
        if (EntityTags.heldBy(ctx.request(), rendered.tag())) {
            note(response.setStatusCode(NOT_MODIFIED).end());
        } else {
            response.putHeader(HttpHeaders.CONTENT_TYPE, JSON);
            write(response, rendered.body());
        }
    }

    /**
     * Refuses what is no request, so its sender did not say how to be answered.
     *
     * @param place the part at fault
     */
    void refuseUnreadable(HttpServerResponse response, int status, String place) {
        ErrorCode code = ErrorCode.BAD_REQUEST;
        String text = catalogue.text(code, Language.DEFAULT, place);
        end(response, status, JSON, Json.write(Envelope.refusal(code, text, null, ids.of(response))));
    }

    private void refuse(RoutingContext ctx, Answer.Refused refused) {
        ErrorCode code = refused.code();
        String id = ids.of(ctx);
        int status = catalogue.status(code);
        Language language = Language.of(ctx);
        LOG.debug("request {} to {} refused: {}", id, ctx.request().path(), code);
        addRetryAfter(ctx.response(), refused.retryAfter());
        if (acceptsProblems(ctx)) {
            String text = catalogue.text(refused, language);
            Problem problem = new Problem(type(code), text, status, code.name(), id, refused.data());
            end(ctx.response(), status, PROBLEM_JSON, Json.write(problem));
        } else {
            end(ctx.response(), code.isRefusal() ? OK : status, JSON, envelope(refused, language, id));
        }
    }

    private Buffer envelope(Answer.Refused refused, Language language, String id) {
        if (refused.data() == null && refused.place().isEmpty()) {
            return plain.refusal(refused.code(), language, id);
        }
        String text = catalogue.text(refused, language);
        return Json.write(Envelope.refusal(refused.code(), text, refused.data(), id));
    }

    static String type(ErrorCode code) {
        return "urn:nightmarket:problem:" + code.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static void addRetryAfter(HttpServerResponse response, @Nullable Duration retryAfter) {
        if (retryAfter != null) {
            long seconds = Math.max(1, retryAfter.plusNanos(999_999_999).toSeconds());
            response.putHeader(HttpHeaders.RETRY_AFTER, Long.toString(seconds));
        }
    }

    private static boolean acceptsProblems(RoutingContext ctx) {
        String accept = ctx.request().getHeader(HttpHeaders.ACCEPT);
        return accept != null && accept.contains(PROBLEM_JSON);
    }

    private void end(HttpServerResponse response, int status, CharSequence type, Buffer body) {
        if (isAwaited(response)) {
            response.setStatusCode(status);
            response.putHeader(HttpHeaders.CONTENT_TYPE, type);
            response.putHeader(HttpHeaders.CACHE_CONTROL, NO_STORE);
            response.putHeader(CONTENT_OPTIONS, NO_SNIFF);
            write(response, body);
        }
    }

    /** An answer over HTTP/2 is in memory until its client lets it be sent, as a rule at once. */
    private void write(HttpServerResponse response, Buffer body) {
        Future<Void> sent = response.end(body);
        if (response.streamId() > 0) {
            held.hold(response, body.length(), sent);
        }
        note(sent);
    }

    private static boolean isAwaited(HttpServerResponse response) {
        boolean gone = response.ended() || response.closed();
        if (gone) {
            LOG.debug("the client has gone before its answer");
        }
        return !gone;
    }

    static void note(Future<Void> sent) {
        sent.onFailure(gone -> LOG.debug("an answer did not arrive: {}", gone.getMessage()));
    }
}
