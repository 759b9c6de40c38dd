package io.nightmarket.domain.sale.waiting;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.sale.SaleDirectory;
import io.nightmarket.domain.sale.SaleTerms;
import io.nightmarket.domain.sale.waiting.RoomTokens.Signed;
import io.nightmarket.domain.sale.waiting.WaitingRooms.Arrival;
import io.nightmarket.domain.sale.waiting.WaitingRooms.RoomPlace;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;

/** A shopper takes a ticket of a sale's waiting room, shows it again until it is the shopper's turn, or gives it up. */
public final class JoinWaitingRoom {
    private static final String NONE = "";

    private final SaleDirectory directory;
    private final WaitingRooms rooms;
    private final OpenRoom opening;
    private final RoomTokens tokens;
    private final Predicate<VoucherId> soldOut;

    /** @param soldOut whether a sale has no units for the moment, as far as this node knows */
    public JoinWaitingRoom(
            SaleDirectory directory,
            WaitingRooms rooms,
            OpenRoom opening,
            RoomTokens tokens,
            Predicate<VoucherId> soldOut) {
        this.directory = directory;
        this.rooms = rooms;
        this.opening = opening;
        this.tokens = tokens;
        this.soldOut = soldOut;
    }

    /** How the shopper stands. */
    public sealed interface Outcome {
        /**
         * The shopper waits.
         *
         * @param position 1 for the next; empty before the sale begins, when no place is known
         * @param estimate the estimated time until the turn
         * @param comeBack when to ask again
         * @param soldOut whether the sale has no units for the moment; some may come back
         * @param ticket signed; with it the place is kept also when the room is lost
         */
        record Waiting(OptionalLong position, Duration estimate, Duration comeBack, boolean soldOut, String ticket)
                implements Outcome {}

        /**
         * It is the shopper's turn.
         *
         * @param pass signed, to be shown by the purchase request
         * @param left how long it may be used
         */
        record Turn(String pass, Duration left) implements Outcome {}

        /** The pass was used. */
        record Used() implements Outcome {}

        record NotWaiting() implements Outcome {}
    }

    /** Why nothing was done. */
    public enum Refusal implements Outcome {
        NO_SUCH_SALE,
        NO_WAITING_ROOM,
        SALE_ENDED,
        REVOKED
    }

    /** Takes a ticket, or shows the one there is. */
    public CompletionStage<Outcome> join(UserId user, VoucherId sale, Optional<String> ticket) {
        return ask(user, sale, ticket, rooms::join);
    }

    /** Shows the ticket; gives none. */
    public CompletionStage<Outcome> find(UserId user, VoucherId sale, Optional<String> ticket) {
        return ask(user, sale, ticket, rooms::find);
    }

    /** Gives up the ticket or the turn; repeating it is harmless. */
    public CompletionStage<Outcome> leave(UserId user, VoucherId sale) {
        return inRoom(sale, room -> rooms.leave(room, user).thenApply(_ -> new Outcome.NotWaiting()));
    }

    private CompletionStage<Outcome> inRoom(VoucherId sale, Function<RoomSale, CompletionStage<Outcome>> work) {
        return directory.find(sale).thenCompose(found -> {
            if (found.isEmpty()) {
                return CompletableFuture.completedStage(Refusal.NO_SUCH_SALE);
            }
            SaleTerms terms = found.get();
            return terms.options().waitingRoom()
                    ? work.apply(RoomSale.of(sale, terms))
                    : CompletableFuture.completedStage(Refusal.NO_WAITING_ROOM);
        });
    }

    private CompletionStage<Outcome> ask(
            UserId user,
            VoucherId sale,
            Optional<String> ticket,
            BiFunction<RoomSale, Arrival, CompletionStage<RoomPlace>> asking) {
        return inRoom(sale, room -> {
            long draw = tokens.draw(sale, user);
            Optional<Signed> shown = tokens.readTicket(sale, user, ticket.orElse(NONE));
            long number = shown.map(signed -> signed.number() == 0 ? draw : signed.number())
                    .orElse(0L);
            Arrival arrival =
                    new Arrival(user, draw, number, shown.map(Signed::until).orElse(Instant.EPOCH));
            return opening.within(room, new RoomPlace.NoRoom(), () -> asking.apply(room, arrival))
                    .thenApply(found -> outcome(room, user, draw, found));
        });
    }

    private Outcome outcome(RoomSale room, UserId user, long draw, RoomPlace found) {
        return switch (found) {
            case RoomPlace.Waiting waiting -> waiting(room, user, draw, waiting);
            case RoomPlace.Turn(long number, Instant until, Duration left) ->
                new Outcome.Turn(tokens.pass(room.voucher(), user, new Signed(number, until)), left);
            case RoomPlace.Used _ -> new Outcome.Used();
            case RoomPlace.Revoked _ -> Refusal.REVOKED;
            case RoomPlace.Ended _ -> Refusal.SALE_ENDED;
            case RoomPlace.NotWaiting _, RoomPlace.NoRoom _ -> new Outcome.NotWaiting();
        };
    }

    /** A drawn number is not shown: the ticket has 0 in its place. */
    private Outcome waiting(RoomSale room, UserId user, long draw, RoomPlace.Waiting found) {
        Instant until = found.at().plus(found.comeBack()).plus(RoomRules.SLACK).plus(RoomRules.GRACE);
        long number = found.number() == draw ? 0 : found.number();
        return new Outcome.Waiting(
                found.at().isBefore(room.window().begin()) ? OptionalLong.empty() : OptionalLong.of(found.before() + 1),
                found.estimate(),
                found.comeBack(),
                soldOut.test(room.voucher()),
                tokens.ticket(room.voucher(), user, new Signed(number, until)));
    }
}
