package io.nightmarket.domain.order.calloff;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.shop.ShopOwnership;
import io.nightmarket.domain.shop.ShopRole.Duty;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.domain.shop.VoucherRepository;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Shows how far the call-off of a sale has come, to auditors and to those who run the sales of its shop. */
public record FindCallOff(CallOffs callOffs, VoucherRepository vouchers, ShopOwnership ownership) {
    /** Nothing of a sale that was not called off, or of another shop: one is answered as the other. */
    public CompletionStage<Optional<CallOff>> find(Session actor, VoucherId sale) {
        return maySee(actor, sale)
                .thenCompose(may -> may ? callOffs.find(sale) : CompletableFuture.completedStage(Optional.empty()));
    }

    private CompletionStage<Boolean> maySee(Session actor, VoucherId sale) {
        return actor.role() == Role.AUDITOR
                ? CompletableFuture.completedStage(true)
                : vouchers.find(sale)
                        .thenCompose(voucher -> voucher.flatMap(found -> Optional.ofNullable(found.shop()))
                                .map(shop -> ownership.mayActFor(actor, shop, Duty.RUN_SALES))
                                .orElseGet(() -> CompletableFuture.completedStage(false)));
    }
}
