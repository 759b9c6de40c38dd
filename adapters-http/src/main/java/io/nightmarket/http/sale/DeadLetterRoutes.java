package io.nightmarket.http.sale;

import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.operation.DeadLetter;
import io.nightmarket.domain.sale.operation.ManageDeadLetters;
import io.nightmarket.domain.sale.operation.ManageDeadLetters.Outcome;
import io.nightmarket.http.Priority;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.request.Ids;
import io.nightmarket.http.request.JsonBody;
import io.nightmarket.http.route.Endpoints;
import io.nightmarket.http.route.Options;
import io.nightmarket.http.route.Routes;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** Orders that could not be settled: listing them, putting them back, rejecting them, skipping one that blocks others. */
public final class DeadLetterRoutes implements Routes {
    private static final long DEFAULT_LIMIT = 100;

    private final ManageDeadLetters letters;

    public DeadLetterRoutes(ManageDeadLetters letters) {
        this.letters = letters;
    }

    @Override
    public void bind(Endpoints endpoints) {
        endpoints.bind("listDeadLetters", Options.AUDITORS, request -> list(request.wholeInQuery("most")));
        endpoints.bind(
                "manageDeadLetters", Options.OPERATORS.withPriority(Priority.FIRST), request -> manage(request.body()));
    }

    /** Ids as texts, as everywhere: 63 bits are more than a front end's number holds. */
    private record LetterView(
            String id,
            int shard,
            @Nullable String entry,
            @Nullable String order,
            @Nullable String voucher,
            @Nullable String user,
            String reason) {
        static LetterView of(DeadLetter letter) {
            Purchase purchase = letter.purchase();
            return new LetterView(
                    Long.toString(letter.id()),
                    letter.shard().number(),
                    letter.entry() == null ? null : letter.entry().toString(),
                    letter.order() == null ? null : Long.toString(letter.order().value()),
                    purchase == null ? null : Long.toString(purchase.voucher().value()),
                    purchase == null ? null : Long.toString(purchase.buyer().value()),
                    letter.reason());
        }
    }

    private record OutcomeView(String id, Outcome outcome) {}

    /** Null when it was done. */
    private static @Nullable ErrorCode refusal(Outcome outcome) {
        return switch (outcome) {
            case REPLAYED, PURGED, SKIP_REQUESTED -> null;
            case NOT_FOUND -> ErrorCode.DEAD_LETTER_NOT_FOUND;
            case UNREADABLE -> ErrorCode.DEAD_LETTER_UNREADABLE;
            case NOT_RESERVED -> ErrorCode.DEAD_LETTER_NOT_RESERVED;
            case NOT_WAITING -> ErrorCode.ORDER_NOT_WAITING;
        };
    }

    private CompletionStage<Answer> list(@Nullable Long wanted) {
        long most = Objects.requireNonNullElse(wanted, DEFAULT_LIMIT);
        return letters.list((int) most)
                .thenApply(found -> Answer.of(found.stream().map(LetterView::of).toList()));
    }

    private CompletionStage<Answer> manage(JsonBody body) {
        LongFunction<CompletionStage<Outcome>> action = action(body.requiredText("action"));
        CompletionStage<List<OutcomeView>> all = CompletableFuture.completedStage(new ArrayList<>());
        for (long id : ids(body)) {
            all = all.thenCompose(done -> action.apply(id).thenApply(outcome -> {
                done.add(new OutcomeView(Long.toString(id), outcome));
                return done;
            }));
        }
        return all.thenApply(DeadLetterRoutes::answer);
    }

    /** The ids are those of dead letters; those of orders for skip. */
    private LongFunction<CompletionStage<Outcome>> action(String name) {
        return switch (name) {
            case "replay" -> letters::replay;
            case "purge" -> letters::purge;
            case "skip" -> id -> letters.skip(new OrderId(id));
            default -> throw new IllegalStateException("the contract lets pass " + name);
        };
    }

    /** A refusal when nothing at all was done. */
    private static Answer answer(List<OutcomeView> outcomes) {
        ErrorCode first = refusal(outcomes.getFirst().outcome());
        return first == null || outcomes.stream().anyMatch(each -> refusal(each.outcome()) == null)
                ? Answer.of(outcomes)
                : Answer.refusedWith(first, outcomes);
    }

    /** All of them are decoded before anything is done. */
    private static List<Long> ids(JsonBody body) {
        List<Long> ids = new ArrayList<>();
        for (String text : body.requiredTexts("ids")) {
            ids.add(Ids.parse(text, "ids[" + ids.size() + ']'));
        }
        return ids;
    }
}
