package io.nightmarket.domain.sale.settlement;

import io.nightmarket.domain.sale.Shard;
import java.time.Instant;

/**
 * The orders of a shard can't be settled for now; they wait in the queue.
 *
 * @param since the first failure after the last commit
 * @param reason for operators
 */
public record SettlementStall(Shard shard, Instant since, String reason) {}
