package io.nightmarket.domain.sale.queue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.voucher.VoucherId;
import java.time.Instant;

/** What a writer finds in its stream. */
public sealed interface QueueEntry {
    EntryId id();

    /** An accepted order. */
    record QueuedOrder(EntryId id, OrderId order, VoucherId voucher, UserId buyer, Instant admittedAt)
            implements QueueEntry {}

    /** Something that no admission wrote, or that was damaged since. */
    record Malformed(EntryId id, String problem) implements QueueEntry {}
}
