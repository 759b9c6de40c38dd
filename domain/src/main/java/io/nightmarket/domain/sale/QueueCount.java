package io.nightmarket.domain.sale;

/**
 * What the queue holds of a sale, counted at one moment.
 *
 * @param available units that are not reserved
 * @param buyers who take part
 * @param adjustments the adjustments of the stock that were applied
 * @param waiting entries of the shard that were not acknowledged yet, whatever sale they are of
 */
public record QueueCount(long available, long buyers, long adjustments, long waiting) {
    /** The units there are, taken or not. */
    public long units() {
        return available + buyers;
    }
}
