package io.nightmarket.domain.sale.waiting;

import io.nightmarket.domain.account.UserId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * The lines before sales. The next in line have a turn as soon as they ask and the rate allows it; turns that they leave unused
 * for {@link RoomRules#HOLD} go to others who ask. A room that was lost is opened again. Each method is one atomic step.
 */
public interface WaitingRooms {
    /** The place of a user in a room. */
    sealed interface RoomPlace {
        /**
         * The user waits.
         *
         * @param number the number of the ticket, which decides the place
         * @param before how many wait with a lower number, of those who come back in time
         * @param estimate the estimated time until the turn; before the sale begins, until that
         * @param comeBack when to ask again
         * @param at the time of the answer, by the store's clock as all times here
         */
        record Waiting(long number, long before, Duration estimate, Duration comeBack, Instant at)
                implements RoomPlace {}

        /**
         * It is the user's turn.
         *
         * @param left how much of it is left at the time of the answer
         */
        record Turn(long number, Instant until, Duration left) implements RoomPlace {}

        /** The turn was used. */
        record Used() implements RoomPlace {}

        record NotWaiting() implements RoomPlace {}

        /** The ticket was revoked, and the user gets no other. */
        record Revoked() implements RoomPlace {}

        /** The room was never opened, or is lost. */
        record NoRoom() implements RoomPlace {}

        /** The sale is over. */
        record Ended() implements RoomPlace {}
    }

    /**
     * A user who asks.
     *
     * @param draw the number of the user's ticket if it is taken before the sale begins
     * @param shown the number of a ticket that the user has, 0 for none; it counts in a room that does not know the user
     * @param shownUntil when that ticket ends
     */
    record Arrival(UserId user, long draw, long shown, Instant shownUntil) {}

    /** How a use of a turn begins. */
    enum Use {
        BEGUN,
        /** Begun, and it was before, or the room was lost: the buyer may have bought with this turn. */
        BEGUN_AGAIN,
        /** The turn was used up by a request with this key. */
        REPEATED,
        /** The turn was used, was lost, or is used right now. */
        USED,
        /** The turn was not used in time. */
        OVER,
        REVOKED,
        /** The room was never opened, or is lost. */
        NO_ROOM
    }

    /**
     * What a room is like.
     *
     * @param waiting users who come back in time
     * @param turns given since it was opened
     * @param rate turns a second
     * @param queued orders that wait for their settlement on the shard; 0 when they are not in the same store
     */
    record Count(long waiting, long turns, long rate, long queued) {}

    /**
     * Makes the room, unless it is there, or fewer tickets are known to be revoked: some were lost.
     *
     * @param revoked as many tickets of the sale as were revoked before
     */
    CompletionStage<Void> open(RoomSale sale, long turnsPerSecond, long revoked);

    /** The user waits from now on, or still; also asks for the turn. The room takes over the window of a later version. A turn that was used or lost needs a new ticket, at the end. */
    CompletionStage<RoomPlace> join(RoomSale sale, Arrival arrival);

    /** Asks for the turn of a user who waits. */
    CompletionStage<RoomPlace> find(RoomSale sale, Arrival arrival);

    /** Gives up the user's ticket or turn. */
    CompletionStage<Void> leave(RoomSale sale, UserId user);

    /**
     * Begins to use a turn. A use may begin again with its key while it has not ended, and with any key when it was
     * not ended within {@link RoomRules#USE}. A turn that the room does not know begins, since the room was lost and
     * opened again.
     *
     * @param key the key of the request, empty for none
     */
    CompletionStage<Use> use(RoomSale sale, UserId user, RoomPlace.Turn turn, String key);

    /** Ends a use: the turn is used up, or as before. */
    CompletionStage<Void> endUse(RoomSale sale, UserId user, long number, boolean usedUp);

    /** Ends the tickets and turns of these users for good, also before the room is there. */
    CompletionStage<Void> revoke(RoomSale sale, List<UserId> users);

    /** Sets how many turns a second there are; 1 or more. */
    CompletionStage<Void> pace(RoomSale sale, long turnsPerSecond);

    /** Empty when there is no room. */
    CompletionStage<Optional<Count>> count(RoomSale sale);
}
