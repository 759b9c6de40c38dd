package io.nightmarket.domain.order;

/**
 * What the queue holds of a sale, counted at one moment.
 *
 * @param free units
 * @param buyers who take part
 * @param adjustments of the stock that were applied
 * @param waiting entries of the shard that were not acknowledged yet, whatever sale they are of
 */
public record QueueCount(long free, long buyers, long adjustments, long waiting) {}
