package io.nightmarket.domain.base;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.nightmarket.domain.memory.ManualTimers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Foreign code that throws anything, also a checked exception, as that of other languages may: nothing is left behind. */
final class CallsTest {
    private static final ManualTimers TIMERS = new ManualTimers();

    /** Everything that calls foreign code and keeps something for the time of the call. */
    static Stream<Named<Function<Supplier<CompletionStage<Integer>>, CompletionStage<?>>>> callers() {
        SingleFlight<String, Integer> flights = new SingleFlight<>();
        Bulkhead one = new Bulkhead(1, 0);
        BackgroundReleases releases = new BackgroundReleases(TIMERS, new Backoff(new Random(1)));
        return Stream.of(
                Named.of("calls", Calls::start),
                Named.of("single flight", call -> flights.run("key", _ -> call.get())),
                Named.of("bulkhead", one::run),
                Named.of("bulkhead of a kind", call -> one.run("kind", call, Duration.ofSeconds(1), TIMERS)),
                Named.of("free bulkhead", call -> one.runIfFree(call).orElseThrow()),
                Named.of("group commit", groupCommit()),
                Named.of("background release", call -> releases.begin(call, Duration.ZERO)),
                Named.of(
                        "one by one",
                        call -> OneByOne.tryAll(List.of("thing"), _ -> call.get())
                                .thenCompose(CallsTest::failedWith)));
    }

    private static Function<Supplier<CompletionStage<Integer>>, CompletionStage<?>> groupCommit() {
        GroupCommit<Supplier<CompletionStage<Integer>>, Integer> group =
                new GroupCommit<>(calls -> calls.getFirst().get().thenApply(List::of), 1, 1, 1);
        return group::submit;
    }

    private static CompletionStage<Object> failedWith(Optional<Throwable> failure) {
        return failure.<CompletionStage<Object>>map(CompletableFuture::failedStage)
                .orElseGet(() -> CompletableFuture.completedStage("done"));
    }

    @ParameterizedTest
    @MethodSource("callers")
    void whatIsThrownIsTheFailureAndTheNextCallIsMade(
            Function<Supplier<CompletionStage<Integer>>, CompletionStage<?>> caller) {
        for (Throwable thrown : List.of(new Exception("as planned"), new AssertionError("as planned"))) {
            CompletionStage<?> failed = caller.apply(() -> sneakyThrow(thrown));
            assertSame(thrown, failed.toCompletableFuture().exceptionNow());
        }

        Object _ = await(caller.apply(() -> CompletableFuture.completedStage(1)));
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <T, E extends Throwable> T sneakyThrow(Throwable thrown) throws E {
        throw (E) thrown;
    }
}
