package io.nightmarket.domain.shop;

import io.nightmarket.domain.cache.CacheChange;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Ordinary vouchers in the database, and what every voucher says. Fails with {@code Unavailable} or {@code TimedOut}. */
public interface VoucherRepository {
    /** Any voucher but drafts of sales, one of a flash sale included, without the terms of its sale. */
    CompletionStage<Optional<Voucher>> find(VoucherId id);

    /** Writes an ordinary voucher that is on sale; nothing when there is no such shop. */
    CompletionStage<Optional<Created>> create(NewVoucher voucher);

    /**
     * A voucher that was written.
     *
     * @param change what caches have to drop
     */
    record Created(VoucherId voucher, CacheChange change) {}
}
