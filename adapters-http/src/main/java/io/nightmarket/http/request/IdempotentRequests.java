package io.nightmarket.http.request;

import io.nightmarket.domain.base.Calls;
import io.nightmarket.domain.base.Stages;
import io.nightmarket.domain.order.lifecycle.IdempotencyKeys;
import io.nightmarket.domain.order.lifecycle.IdempotencyKeys.Acquisition;
import io.nightmarket.domain.order.lifecycle.IdempotencyKeys.KeyedRequest;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.route.Request;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Does a request with an Idempotency-Key once, however often it comes, and answers as the first time. What fails is done again
 * for the same subject when the request is repeated.
 */
public final class IdempotentRequests {
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private final IdempotencyKeys keys;

    public IdempotentRequests(IdempotencyKeys keys) {
        this.keys = keys;
    }

    /**
     * Does the work, or answers as it was answered before.
     *
     * @param subjects makes the id of what the request makes
     * @param work is safe to be done twice for one subject
     */
    public CompletionStage<Answer> run(
            Request request,
            String operation,
            Supplier<CompletionStage<Long>> subjects,
            LongFunction<CompletionStage<Answer>> work) {
        Optional<String> key = RequestKey.of(request.context().request());
        return subjects.get()
                .thenCompose(subject -> key.map(name -> run(keyed(request, name, operation), subject, work))
                        .orElseGet(() -> work.apply(subject)));
    }

    /** The subject of a request that creates nothing: the id of what it changes. */
    public static CompletionStage<Long> subject(long id) {
        return CompletableFuture.completedStage(id);
    }

    private CompletionStage<Answer> run(
            KeyedRequest request, long subject, LongFunction<CompletionStage<Answer>> work) {
        return keys.acquire(request, subject).thenCompose(acquisition -> switch (acquisition) {
            case Acquisition.Acquired(long own) -> begin(request, () -> work.apply(own));
            case Acquisition.Answered(String answer) -> CompletableFuture.completedStage(read(answer));
            case Acquisition.InProgress _ ->
                CompletableFuture.completedStage(Answer.refusedFor(ErrorCode.REQUEST_IN_PROGRESS, RETRY_AFTER));
            case Acquisition.Reused _ -> CompletableFuture.completedStage(Answer.refused(ErrorCode.KEY_REUSED));
            case Acquisition.TooMany _ ->
                CompletableFuture.completedStage(
                        Answer.refusedFor(ErrorCode.TOO_MANY_REQUESTS, IdempotencyKeys.REFUSALS_KEPT));
        });
    }

    /** What failed, or found no order, which may still wait for its settlement, is done again at once when it is repeated. */
    private CompletionStage<Answer> begin(KeyedRequest request, Supplier<CompletionStage<Answer>> work) {
        return Stages.then(
                Calls.start(work),
                answer -> isFinal(answer)
                        ? keys.answer(request, written(answer), keep(answer)).thenApply(_ -> answer)
                        : Stages.finallyDo(CompletableFuture.completedStage(answer), () -> keys.giveBack(request)),
                failure -> Stages.failAfter(keys.giveBack(request), failure));
    }

    private static boolean isFinal(Answer answer) {
        return !(answer instanceof Answer.Refused refused && refused.code() == ErrorCode.ORDER_NOT_FOUND);
    }

    /** A refusal as long as clients repeat a request; after that it is tried again. */
    private static Duration keep(Answer answer) {
        return answer instanceof Answer.Refused ? IdempotencyKeys.REFUSALS_KEPT : IdempotencyKeys.KEPT;
    }

    private static KeyedRequest keyed(Request request, String key, String operation) {
        return new KeyedRequest(request.session().user(), key, operation, fingerprint(request.context()));
    }

    private static String fingerprint(RoutingContext context) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(context.normalizedPath().getBytes(StandardCharsets.UTF_8));
            digest.update((byte) 0);
            if (context.body().buffer() != null) {
                digest.update(context.body().buffer().getBytes());
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** Two kinds of answers are all that such requests have. */
    private static String written(Answer answer) {
        return switch (answer) {
            case Answer.Done(Object data, String code) ->
                new JsonObject()
                        .put("data", data == null ? null : Json.decodeValue(Json.encode(data)))
                        .put("code", code)
                        .encode();
            case Answer.Refused refused ->
                new JsonObject().put("refused", refused.code().name()).encode();
            case Answer other -> throw new IllegalArgumentException("not an answer to keep: " + other);
        };
    }

    private static Answer read(String written) {
        JsonObject answer = new JsonObject(written);
        @Nullable String refused = answer.getString("refused");
        return refused == null
                ? new Answer.Done(answer.getValue("data"), answer.getString("code"))
                : Answer.refused(ErrorCode.valueOf(Objects.requireNonNull(refused)));
    }
}
