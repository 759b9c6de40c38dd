package io.nightmarket.domain.cache;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.memory.InMemoryCacheChanges;
import io.nightmarket.domain.memory.ManualClock;
import io.nightmarket.domain.simulation.Changed;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class CacheInvalidatorTest {
    private static final Duration LEFT_ALONE = Duration.ZERO;
    private static final Duration RETENTION = Duration.ofHours(3);
    private final ManualClock clock = new ManualClock(Instant.EPOCH);
    private final InMemoryCacheChanges changes = new InMemoryCacheChanges(clock);
    private final List<String> forgotten = new ArrayList<>();
    private final List<String> observed = new ArrayList<>();
    private final List<String> derived = new ArrayList<>();
    private final List<String> missed = new ArrayList<>();
    private String run = "run a";
    private @Nullable RuntimeException fault;
    private @Nullable RuntimeException derivingFault;

    private final CacheInvalidator applying = new CacheInvalidator(
            changes,
            Map.of(
                    "shop",
                    Changed.calls(CacheInvalidator.Target.class, (_, method, arguments) -> switch (method.getName()) {
                        case "isKey" -> !"abc".equals(arguments[0]);
                        case "invalidate" -> reach(() -> forgotten.add((String) arguments[0]));
                        case "notifyNodes" -> observed.add((String) arguments[0]);
                        case "refreshDerived" -> derive((String) arguments[0]);
                        default -> RETENTION;
                    })),
            () -> reach(() -> {}),
            LEFT_ALONE,
            (what, _) -> missed.add(what));

    private CompletionStage<String> reach(Runnable work) {
        if (fault != null) {
            return CompletableFuture.failedStage(fault);
        }
        work.run();
        return CompletableFuture.completedStage(run);
    }

    private CompletionStage<Void> derive(String key) {
        if (derivingFault != null) {
            return CompletableFuture.failedStage(derivingFault);
        }
        derived.add(key);
        return CompletableFuture.completedStage(null);
    }

    @Test
    void aChangeIsAppliedAtOnceAndNotAgain() {
        await(applying.apply(changes.note("shop", "1")));
        await(applying.applyUnconfirmed());

        assertEquals(List.of("1"), forgotten);
        assertEquals(List.of("1"), observed);
    }

    @Test
    void aChangeThatTheStoreDidNotHearOfIsTakenToItUntilItDoes() {
        fault = new Unavailable("away");
        await(applying.apply(changes.note("shop", "1")));
        assertEquals(List.of("a cache invalidation"), missed);
        assertEquals(List.of("1"), observed, "the nodes hear of it all the same");
        assertSame(fault, failureOf(applying.applyUnconfirmed()));

        fault = null;
        await(applying.applyUnconfirmed());
        await(applying.applyUnconfirmed());

        assertEquals(List.of("1"), forgotten);
        assertEquals(List.of("1", "1"), observed, "a node may have read the old copy meanwhile");
    }

    @Test
    void aStoreThatMayHaveBroughtOlderCopiesBackHearsOfItAgain() {
        await(applying.apply(changes.note("shop", "1")));
        run = "run b";

        await(applying.applyUnconfirmed());
        await(applying.applyUnconfirmed());

        assertEquals(List.of("1", "1"), forgotten);
    }

    @Test
    void whatNoCopyCanBeOlderThanIsDropped() {
        await(applying.apply(changes.note("shop", "1")));
        clock.advance(RETENTION.plusSeconds(1));

        await(applying.applyUnconfirmed());

        assertEquals(0, changes.size());
    }

    @Test
    void changesOfCachesThatThisNodeDoesNotKnowAreLeftToThoseThatDo() {
        var _ = changes.note("of a later version", "1");

        await(applying.applyUnconfirmed());

        assertEquals(List.of(), forgotten);
        assertEquals(
                1,
                await(changes.unconfirmed(List.of("of a later version"), run, Duration.ZERO, Long.MAX_VALUE, 1))
                        .size());
    }

    @Test
    void aChangeOfWhatIsNoKeyIsNotedAndClosed() {
        var _ = changes.note("shop", "abc");

        await(applying.applyUnconfirmed());
        await(applying.applyUnconfirmed());

        assertEquals(List.of(), forgotten);
        assertEquals(List.of(), observed);
        assertEquals(List.of("the invalidation of an invalid key"), missed);
        clock.advance(RETENTION.plusSeconds(1));
        await(applying.applyUnconfirmed());
        assertEquals(0, changes.size(), "it is dropped as any other");
    }

    @Test
    void noPartThatFailsHoldsUpAnother() {
        derivingFault = new Unavailable("no index");
        await(applying.apply(changes.note("shop", "1")));
        assertEquals(List.of("1"), forgotten);
        assertEquals(List.of("1"), observed);

        derivingFault = null;
        fault = new Unavailable("no store");
        await(applying.apply(changes.note("shop", "2")));
        assertEquals(List.of("2"), derived, "whatever became of the copy");

        fault = null;
        await(applying.applyUnconfirmed());
        assertEquals(List.of("2", "2", "1"), derived, "the latest first, until nothing failed");
        assertEquals(List.of("1", "2", "1"), forgotten);
        await(applying.applyUnconfirmed());
        assertEquals(3, forgotten.size());
    }

    @Test
    void changesThatCanNotBeAppliedHoldUpNoOthers() {
        for (int i = 0; i < 600; i++) {
            var _ = changes.note("shop", "poison " + i);
        }
        derivingFault = new Unavailable("always");
        assertSame(derivingFault, failureOf(applying.applyUnconfirmed()));
        assertEquals(600, forgotten.size());

        derivingFault = null;
        await(applying.applyUnconfirmed());

        assertEquals(List.of(), await(changes.unconfirmed(List.of("shop"), run, Duration.ZERO, Long.MAX_VALUE, 1)));
    }
}
