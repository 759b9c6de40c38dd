package io.nightmarket.domain.shop;

import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.cache.Invalidation;
import io.nightmarket.domain.shop.ShopRole.Duty;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A merchant offers an ordinary voucher of their own shop; an admin, of any shop. */
public final class CreateVoucher {
    private final VoucherRepository vouchers;
    private final ShopOwnership ownership;
    private final Invalidation invalidation;

    public CreateVoucher(VoucherRepository vouchers, ShopOwnership ownership, Invalidation invalidation) {
        this.vouchers = vouchers;
        this.ownership = ownership;
        this.invalidation = invalidation;
    }

    /** Outcome of the call. */
    public sealed interface Outcome {
        record Created(VoucherId voucher) implements Outcome {}

        record ShopNotFound() implements Outcome {}

        record Forbidden() implements Outcome {}
    }

    /** Writes the voucher and has caches forget what the shop had on sale before. */
    public CompletionStage<Outcome> create(Session actor, NewVoucher voucher) {
        return ownership
                .mayActFor(actor, voucher.shop(), Duty.EDIT)
                .thenCompose(may ->
                        may ? write(voucher) : CompletableFuture.<Outcome>completedStage(new Outcome.Forbidden()));
    }

    private CompletionStage<Outcome> write(NewVoucher voucher) {
        return vouchers.create(voucher)
                .thenCompose(created -> created.map(one -> invalidation
                                .apply(one.change())
                                .<Outcome>thenApply(_ -> new Outcome.Created(one.voucher())))
                        .orElseGet(() -> CompletableFuture.completedStage(new Outcome.ShopNotFound())));
    }
}
