package io.nightmarket.domain.sale.queue;

import io.nightmarket.domain.sale.EntryId;

/**
 * What a queue answered when its epoch began.
 *
 * @param last an id that no entry ever appended is behind, as far as the queue knows
 * @param epoch the number of the epoch that was open before; 0 when there was none, or a later one was begun and not opened
 * @param waiting entries that were not acknowledged
 */
public record BegunEpoch(EntryId last, long epoch, long waiting) {}
