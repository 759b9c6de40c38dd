package io.nightmarket.domain.sale.waiting;

/** What is measured of waiting rooms. */
public interface RoomMeter {
    /**
     * All rooms of running sales together.
     *
     * @param waiting users who come back in time
     * @param turnsPerSecond given since the last measurement
     * @param rate turns a second that are allowed
     */
    void measured(long waiting, double turnsPerSecond, long rate);

    /** One room or more kept its rate, since it could not be measured or set. */
    void failed(Throwable first);

    /** No room failed, or none is paced by this node any more. */
    void paced();
}
