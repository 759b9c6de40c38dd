package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.memory.InMemoryRoom.Ticket;
import io.nightmarket.domain.memory.InMemoryRoom.Ticket.State;
import io.nightmarket.domain.sale.waiting.RoomSale;
import io.nightmarket.domain.sale.waiting.WaitingRooms;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Waiting rooms by the rules of the scripts of Redis. */
public final class InMemoryWaitingRooms implements WaitingRooms {
    private final Clock clock;
    private final Map<VoucherId, InMemoryRoom> rooms = new HashMap<>();
    private final Map<VoucherId, Set<UserId>> revoked = new HashMap<>();
    private final Set<VoucherId> failing = new HashSet<>();
    private long queued;

    public InMemoryWaitingRooms(Clock clock) {
        this.clock = clock;
    }

    /** As when the store is emptied. */
    public synchronized void clear() {
        rooms.clear();
        revoked.clear();
    }

    /** These orders wait on each shard from now on. */
    public synchronized void queue(long orders) {
        queued = orders;
    }

    /** Whether the room of this sale is counted. */
    public synchronized void failCounts(RoomSale sale, boolean fails) {
        if (fails) {
            failing.add(sale.voucher());
        } else {
            failing.remove(sale.voucher());
        }
    }

    private synchronized <T> CompletionStage<T> in(RoomSale sale, T none, Function<InMemoryRoom, T> work) {
        InMemoryRoom room = rooms.get(sale.voucher());
        return CompletableFuture.completedStage(room == null ? none : work.apply(room));
    }

    private CompletionStage<Void> change(RoomSale sale, Function<InMemoryRoom, Object> work) {
        return in(sale, Optional.empty(), room -> Optional.ofNullable(work.apply(room)))
                .thenAccept(_ -> {});
    }

    @Override
    public synchronized CompletionStage<Void> open(RoomSale sale, long turnsPerSecond, long known) {
        if (revoked.getOrDefault(sale.voucher(), Set.of()).size() < known) {
            return CompletableFuture.completedStage(null);
        }
        rooms.computeIfAbsent(sale.voucher(), _ -> {
            InMemoryRoom room = new InMemoryRoom(sale, turnsPerSecond, clock.instant());
            revoked.getOrDefault(sale.voucher(), Set.of()).forEach(room::revoke);
            return room;
        });
        return CompletableFuture.completedStage(null);
    }

    @Override
    public CompletionStage<RoomPlace> join(RoomSale sale, Arrival arrival) {
        return in(sale, new RoomPlace.NoRoom(), room -> room.of(sale).ask(arrival, true, clock.instant()));
    }

    @Override
    public CompletionStage<RoomPlace> find(RoomSale sale, Arrival arrival) {
        return in(sale, new RoomPlace.NoRoom(), room -> room.of(sale).ask(arrival, false, clock.instant()));
    }

    @Override
    public CompletionStage<Void> leave(RoomSale sale, UserId user) {
        return change(sale, room -> room.leave(user));
    }

    @Override
    public CompletionStage<Use> use(RoomSale sale, UserId user, RoomPlace.Turn turn, String key) {
        return in(sale, Use.NO_ROOM, room -> use(room, user, turn, key));
    }

    private Use use(InMemoryRoom room, UserId user, RoomPlace.Turn turn, String key) {
        Ticket held = room.tickets.get(user);
        if (held == null) {
            held = new Ticket(State.TURN, turn.number(), turn.until(), Instant.EPOCH, "");
        }
        if (held.state() == State.REVOKED) {
            return Use.REVOKED;
        }
        if (held.number() != turn.number()) {
            return Use.USED;
        }
        Instant now = clock.instant();
        boolean sameKey = !key.isEmpty() && key.equals(held.key());
        if (held.state() == State.USED && sameKey) {
            return Use.REPEATED;
        }
        boolean isFree = InMemoryRoom.isFree(held, now);
        if (isFree && !now.isBefore(held.until())) {
            return Use.OVER;
        }
        if (!isFree && !(held.state() == State.IN_USE && sameKey)) {
            return Use.USED;
        }
        boolean isFirst = room.tickets.containsKey(user) && held.since().equals(Instant.EPOCH);
        room.tickets.put(user, new Ticket(State.IN_USE, held.number(), held.until(), now, key));
        return isFirst ? Use.BEGUN : Use.BEGUN_AGAIN;
    }

    @Override
    public CompletionStage<Void> endUse(RoomSale sale, UserId user, long number, boolean usedUp) {
        return change(
                sale,
                room -> room.tickets.computeIfPresent(
                        user,
                        (_, held) -> held.state() == State.IN_USE && held.number() == number
                                ? new Ticket(
                                        usedUp ? State.USED : State.TURN,
                                        number,
                                        held.until(),
                                        held.since(),
                                        usedUp ? held.key() : "")
                                : held));
    }

    @Override
    public synchronized CompletionStage<Void> revoke(RoomSale sale, List<UserId> users) {
        revoked.computeIfAbsent(sale.voucher(), _ -> new HashSet<>()).addAll(users);
        return change(sale, room -> {
            users.forEach(room::revoke);
            return true;
        });
    }

    @Override
    public CompletionStage<Void> pace(RoomSale sale, long turnsPerSecond) {
        return change(sale, room -> {
            room.rate = turnsPerSecond;
            return true;
        });
    }

    @Override
    public synchronized CompletionStage<Optional<Count>> count(RoomSale sale) {
        if (failing.contains(sale.voucher())) {
            return CompletableFuture.failedStage(new Unavailable("the room is not counted"));
        }
        return in(
                sale,
                Optional.empty(),
                room -> Optional.of(new Count(room.line.size(), room.turns, room.rate, queued)));
    }
}
