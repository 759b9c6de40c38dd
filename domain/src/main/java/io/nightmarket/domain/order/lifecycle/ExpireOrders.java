package io.nightmarket.domain.order.lifecycle;

import io.nightmarket.domain.base.Bulkhead;
import io.nightmarket.domain.base.OneByOne;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.operation.ReleaseUnits;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;

/**
 * Cancels orders whose time to pay is over, and releases their units. Several nodes may do it at once. Whether a payment comes
 * first is decided as {@code CaptureDecision} says.
 */
public final class ExpireOrders {
    private static final int MAX_BATCH = 500;

    /** Batches whose units are being released at once; those of further ones are read from the database after one of these. */
    private static final int MAX_RELEASING = 4;

    private final OrderTransitions transitions;
    private final OrderChanges changes;
    private final ReleaseUnits units;
    private final Bulkhead releasing = new Bulkhead(MAX_RELEASING, 0);
    private final Set<Shard> unreleased = ConcurrentHashMap.newKeySet();
    private final AtomicReference<Optional<Throwable>> failedRelease = new AtomicReference<>(Optional.empty());

    public ExpireOrders(OrderTransitions transitions, OrderChanges changes, ReleaseUnits units) {
        this.transitions = transitions;
        this.changes = changes;
        this.units = units;
    }

    /**
     * Cancels all that are due, and waits for no release: a unit that can't be released is pending in the database. Fails when one
     * failed since the last call.
     */
    public CompletionStage<Void> expire() {
        return transitions.expire(MAX_BATCH).thenCompose(expiry -> {
            var _ = changes.changed(expiry.orders());
            if (releasing.runIfFree(() -> release(expiry.releases())).isEmpty()) {
                expiry.releases().forEach(release -> unreleased.add(release.shard()));
            }
            return expiry.mayBeMore() ? expire() : OneByOne.failIfAny(failedRelease.getAndSet(Optional.empty()));
        });
    }

    private CompletionStage<Void> release(List<UnitRelease> releases) {
        Map<Shard, List<Purchase>> byShard = releases.stream()
                .collect(Collectors.groupingBy(
                        UnitRelease::shard, Collectors.mapping(UnitRelease::purchase, Collectors.toList())));
        return OneByOne.tryAll(
                        byShard.size(),
                        List.copyOf(byShard.entrySet()),
                        shard -> units.release(shard.getKey(), shard.getValue()))
                .thenAccept(this::note)
                .thenCompose(_ -> releaseRest());
    }

    /** Shards that are added meanwhile follow with the next batch, or the next call. */
    private CompletionStage<Void> releaseRest() {
        List<Shard> rest =
                List.copyOf(unreleased).stream().filter(unreleased::remove).toList();
        return OneByOne.tryAll(rest, units::release).thenAccept(this::note);
    }

    private void note(Optional<Throwable> failure) {
        failure.ifPresent(cause -> failedRelease.set(Optional.of(cause)));
    }
}
