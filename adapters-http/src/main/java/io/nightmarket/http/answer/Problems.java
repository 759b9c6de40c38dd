package io.nightmarket.http.answer;

import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.handler.codec.http2.Http2Exception;
import io.nightmarket.domain.base.Conflict;
import io.nightmarket.domain.base.Corrupt;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.http.Overload;
import io.nightmarket.http.Priority;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.StreamResetException;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.HttpException;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one place where failures become answers. What is inside stays inside: the answer says no more than the catalogue,
 * the log has one line for each failure, under the request's id. A request that is refused is no failure and not logged as one.
 */
public final class Problems {
    private static final Logger LOG = LoggerFactory.getLogger(Problems.class);
    private static final Duration SOON = Duration.ofSeconds(1);

    private final Responses responses;
    private final RequestIds ids;
    private final Overload overload;

    public Problems(Responses responses, RequestIds ids, Overload overload) {
        this.responses = responses;
        this.ids = ids;
        this.overload = overload;
    }

    /** Answers a request that failed. */
    public void answer(RoutingContext ctx) {
        Throwable failure = ctx.failure() == null ? null : DomainFailure.causeOf(ctx.failure());
        if (failure instanceof Unavailable unavailable && unavailable.isOverload()) {
            Priority priority = Objects.requireNonNull(ctx.get(Priority.KEY, Priority.READ));
            if (priority == Priority.FIRST) {
                log(ctx, ErrorCode.UNAVAILABLE, failure);
            }
            responses.send(ctx, overload.refuse(priority));
            return;
        }
        answer(ctx, of(ctx, failure, ctx.statusCode()), failure);
    }

    /** Answers a request that the router itself gave up with this status. */
    public void answer(RoutingContext ctx, int status) {
        answer(ctx, of(ctx, ctx.failure(), status), ctx.failure());
    }

    /**
     * Answers what could not be read as a request. Its connection ends, for it is unknown where the next one begins, but not
     * in HTTP/2.
     */
    public void answerUnreadable(HttpServerRequest request) {
        HttpServerResponse response = request.response();
        boolean ends = request.version() != HttpVersion.HTTP_2;
        if (ends) {
            response.putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
        }
        switch (request.decoderResult().cause()) {
            case TooLongHttpLineException _ -> responses.refuseUnreadable(response, 414, "target");
            case TooLongHttpHeaderException _ -> responses.refuseUnreadable(response, 431, "headers");
            case null, default -> responses.refuseUnreadable(response, 400, "request");
        }
        LOG.debug("request {} could not be read", ids.of(response));
        if (ends) {
            request.connection().close().onFailure(gone -> LOG.debug("already closed: {}", gone.getMessage()));
        }
    }

    private void answer(RoutingContext ctx, Answer.Refused refused, @Nullable Throwable failure) {
        log(ctx, refused.code(), failure);
        responses.send(ctx, refused);
    }

    private static Answer.Refused of(RoutingContext ctx, @Nullable Throwable failure, int status) {
        return switch (failure) {
            case Refusal refusal -> refusal.answer();
            case DomainFailure domain -> of(ctx, domain);
            case HttpException http -> refused(ofStatus(http.getStatusCode()));
            // The client disconnected, or its frames broke the rules: nothing is wrong here.
            case HttpClosedException _, StreamResetException _, Http2Exception _ -> refused(ErrorCode.BAD_REQUEST);
            case IOException _ when isUnderWay(ctx) -> refused(ErrorCode.BAD_REQUEST);
            case null, default -> refused(ofStatus(status));
        };
    }

    /** The request still arrives, or its answer is being sent: what fails is the connection. */
    private static boolean isUnderWay(RoutingContext ctx) {
        return !ctx.request().isEnded() || ctx.response().headWritten();
    }

    /** A request that only reads has no unknown outcome. */
    private static Answer.Refused of(RoutingContext ctx, DomainFailure failure) {
        return switch (failure) {
            case Unavailable _, Conflict _ -> again(ErrorCode.UNAVAILABLE);
            case TimedOut _ -> again(reads(ctx) ? ErrorCode.UNAVAILABLE : ErrorCode.OUTCOME_UNKNOWN);
            case Corrupt _ -> refused(ErrorCode.INTERNAL);
        };
    }

    private static boolean reads(RoutingContext ctx) {
        return ctx.request().method().equals(HttpMethod.GET);
    }

    private static ErrorCode ofStatus(int status) {
        return switch (status) {
            case 404 -> ErrorCode.NOT_FOUND;
            case 405 -> ErrorCode.METHOD_NOT_ALLOWED;
            case 413 -> ErrorCode.TOO_LARGE;
            case 415 -> ErrorCode.UNSUPPORTED_MEDIA_TYPE;
            case 416 -> ErrorCode.RANGE_NOT_SATISFIABLE;
            default -> status >= 400 && status < 500 ? ErrorCode.BAD_REQUEST : ErrorCode.INTERNAL;
        };
    }

    private static Answer.Refused refused(ErrorCode code) {
        return new Answer.Refused(code, null, code == ErrorCode.BAD_REQUEST ? "request" : "", null, null);
    }

    private static Answer.Refused again(ErrorCode code) {
        return new Answer.Refused(code, null, "", null, SOON);
    }

    private void log(RoutingContext ctx, ErrorCode code, @Nullable Throwable failure) {
        // The path contains ids at most; the query could contain a phone and is not logged.
        String id = ids.of(ctx);
        switch (code) {
            case UNAVAILABLE, OUTCOME_UNKNOWN ->
                LOG.warn(
                        "request {} {} {} failed: {}",
                        id,
                        ctx.request().method(),
                        ctx.request().path(),
                        String.valueOf(failure));
            case INTERNAL ->
                LOG.error(
                        "request {} {} {} failed",
                        id,
                        ctx.request().method(),
                        ctx.request().path(),
                        failure);
            default -> {
                // Said by Responses, as every refusal.
            }
        }
    }
}
