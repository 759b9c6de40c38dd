package io.nightmarket.http.order;

import io.nightmarket.domain.order.DeadLetters.Replay;
import io.nightmarket.domain.order.LetterId;
import io.nightmarket.domain.order.TendDeadLetters;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.answer.Refusal;
import io.nightmarket.http.request.ContractCheck;
import io.nightmarket.http.request.JsonBody;
import io.nightmarket.http.route.Endpoints;
import io.vertx.ext.web.RoutingContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What could not be settled: looking at it, trying it again, throwing it away. */
public final class DeadLetterRoutes {
    private static final long MOST = 1_000;
    private static final long USUALLY = 100;
    private static final int MOST_AT_ONCE = 100;
    private static final Pattern ID = Pattern.compile("[0-9]{1,9}:[0-9]{1,19}-[0-9]{1,19}");

    private final TendDeadLetters letters;
    private final ContractCheck contract;

    public DeadLetterRoutes(TendDeadLetters letters, ContractCheck contract) {
        this.letters = letters;
        this.contract = contract;
    }

    public void bind(Endpoints endpoints) {
        endpoints.forAdmins("listDeadLetters", (ctx, _) -> list(ctx));
        endpoints.forAdmins("tendDeadLetters", (ctx, _) -> tend(contract.body(ctx)));
    }

    private record LetterView(String id, String entry, String reason, Map<String, String> fields) {
        static LetterView of(TendDeadLetters.Placed placed) {
            return new LetterView(
                    placed.id().toString(),
                    placed.letter().entry().toString(),
                    placed.letter().reason(),
                    placed.letter().fields());
        }
    }

    private record OutcomeView(String id, Outcome outcome) {}

    /** What came of a letter. */
    private enum Outcome {
        REPLAYED(null),
        PURGED(null),
        NOT_FOUND(ErrorCode.DEAD_LETTER_NOT_FOUND),
        UNREADABLE(ErrorCode.DEAD_LETTER_UNREADABLE),
        SOLD_OUT(ErrorCode.SOLD_OUT),
        ALREADY_BOUGHT(ErrorCode.ALREADY_BOUGHT),
        VOUCHER_NOT_FOUND(ErrorCode.VOUCHER_NOT_FOUND);

        /** Null when it was done. */
        private final @Nullable ErrorCode refusal;

        Outcome(@Nullable ErrorCode refusal) {
            this.refusal = refusal;
        }

        static Outcome of(Replay replay) {
            return switch (replay) {
                case REPLAYED -> REPLAYED;
                case NO_SUCH_LETTER -> NOT_FOUND;
                case UNREADABLE -> UNREADABLE;
                case NO_SUCH_SALE -> VOUCHER_NOT_FOUND;
                case SOLD_OUT -> SOLD_OUT;
                case HAS_ORDER -> ALREADY_BOUGHT;
            };
        }
    }

    private CompletionStage<Answer> list(RoutingContext ctx) {
        long most = Objects.requireNonNullElse(contract.wholeInQuery(ctx, "most"), USUALLY);
        if (most < 1 || most > MOST) {
            throw Refusal.malformed("most");
        }
        return letters.list((int) most)
                .thenApply(found -> Answer.of(found.stream().map(LetterView::of).toList()));
    }

    private CompletionStage<Answer> tend(JsonBody body) {
        Function<LetterId, CompletionStage<Outcome>> action = action(body.requiredText("action"));
        List<LetterId> ids = ids(body);
        CompletionStage<List<OutcomeView>> all = CompletableFuture.completedStage(new ArrayList<>());
        // One after the other: of two letters of one buyer the first named is the one that counts.
        for (LetterId id : ids) {
            all = all.thenCompose(done -> action.apply(id).thenApply(outcome -> {
                done.add(new OutcomeView(id.toString(), outcome));
                return done;
            }));
        }
        return all.thenApply(DeadLetterRoutes::answer);
    }

    private Function<LetterId, CompletionStage<Outcome>> action(String name) {
        return switch (name) {
            case "replay" -> id -> letters.replay(id).thenApply(Outcome::of);
            case "purge" -> id -> letters.purge(id).thenApply(gone -> gone ? Outcome.PURGED : Outcome.NOT_FOUND);
            default -> throw Refusal.malformed("action");
        };
    }

    /** A refusal when nothing at all was done. */
    private static Answer answer(List<OutcomeView> outcomes) {
        ErrorCode first = outcomes.getFirst().outcome().refusal;
        return first == null || outcomes.stream().anyMatch(each -> each.outcome().refusal == null)
                ? Answer.of(outcomes)
                : Answer.refusedWith(first, outcomes);
    }

    /** All of them are read before anything is done. */
    private static List<LetterId> ids(JsonBody body) {
        List<String> texts = body.requiredTexts("ids");
        if (texts.isEmpty() || texts.size() > MOST_AT_ONCE) {
            throw Refusal.malformed("ids");
        }
        List<LetterId> ids = new ArrayList<>();
        for (String text : texts) {
            ids.add(id(text, "ids[" + ids.size() + ']'));
        }
        return ids;
    }

    private static LetterId id(String text, String place) {
        try {
            if (ID.matcher(text).matches()) {
                return LetterId.parse(text);
            }
        } catch (IllegalArgumentException _) {
            // A shard of 0, or a number of more than 63 bits.
        }
        throw Refusal.malformed(place);
    }
}
