package io.nightmarket.domain.order.lifecycle;

import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.operation.ReleaseUnits;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A unit that is back in the database's stock, and that the queue of this shard has to release. */
public record UnitRelease(Shard shard, Purchase purchase) {
    /** Releases the unit now; one that can't be is pending in the database, and the sale maintenance releases it. */
    public static CompletionStage<Void> now(Optional<UnitRelease> release, ReleaseUnits units) {
        return release.map(unit -> units.release(unit.shard, unit.purchase)
                        .exceptionallyCompose(
                                DomainFailure.<Void>unlessBug(() -> CompletableFuture.completedStage(null))))
                .orElseGet(() -> CompletableFuture.completedStage(null));
    }
}
