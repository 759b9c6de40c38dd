package io.nightmarket.redis.sale.waiting;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.Corrupt;
import io.nightmarket.domain.sale.waiting.RoomRules;
import io.nightmarket.domain.sale.waiting.RoomSale;
import io.nightmarket.domain.sale.waiting.WaitingRooms;
import io.nightmarket.redis.link.LuaScript;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.link.RedisLink;
import io.nightmarket.redis.link.Reply;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/** A room is a hash, with its tickets, its line and the times of return beside it, on the shard of its sale. */
// Over 200 lines: each call of the port is one script and its reply.
public final class RedisWaitingRooms implements WaitingRooms {
    private static final LuaScript OPEN = LuaScript.load("open-room-2");
    private static final LuaScript ENTER = LuaScript.load("enter-room-4");
    private static final LuaScript LEAVE = LuaScript.load("leave-room-4");
    private static final LuaScript USE = LuaScript.load("use-turn-2");
    private static final LuaScript END_USE = LuaScript.load("end-use-1");
    private static final LuaScript PACE = LuaScript.load("pace-room-1");
    private static final LuaScript COUNT = LuaScript.load("count-room-3");

    /** After the end of the sale; clocks differ. */
    private static final Duration KEPT = Duration.ofHours(1);

    private static final List<String> RULES = List.of(
            millis(RoomRules.HOLD), "hold",
            millis(RoomRules.SLACK), "slack",
            millis(RoomRules.GRACE), "grace",
            millis(RoomRules.TURN), "turn",
            millis(RoomRules.USE), "use",
            millis(RoomRules.NEAREST), "nearest",
            millis(RoomRules.FARTHEST), "farthest",
            Integer.toString(RoomRules.SAVED_SECONDS), "saved",
            Double.toString(RoomRules.COME_BACK), "part",
            Integer.toString(RoomRules.MAX_LATE), "late",
            Integer.toString(RoomRules.REMEMBERED), "remembered");

    private final RedisLink link;

    public RedisWaitingRooms(RedisLink link) {
        this.link = link;
    }

    private static String millis(Duration duration) {
        return Long.toString(duration.toMillis());
    }

    private static String text(UserId user) {
        return Long.toString(user.value());
    }

    private static String room(RoomSale sale) {
        return RedisKeys.room(sale.shard(), sale.voucher());
    }

    private static String tickets(RoomSale sale) {
        return RedisKeys.roomTickets(sale.shard(), sale.voucher());
    }

    private static String line(RoomSale sale) {
        return RedisKeys.roomLine(sale.shard(), sale.voucher());
    }

    private static String due(RoomSale sale) {
        return RedisKeys.roomDue(sale.shard(), sale.voucher());
    }

    private static String expiry(RoomSale sale) {
        return Long.toString(sale.window().end().plus(KEPT).toEpochMilli());
    }

    @Override
    public CompletionStage<Void> open(RoomSale sale, long turnsPerSecond, long revoked) {
        List<String> terms = List.of(
                Long.toString(sale.window().begin().toEpochMilli()),
                expiry(sale),
                Long.toString(turnsPerSecond),
                Long.toString(revoked),
                Long.toString(sale.version()));
        return link.run(OPEN, List.of(room(sale), tickets(sale)), terms).thenAccept(_ -> {});
    }

    @Override
    public CompletionStage<RoomPlace> join(RoomSale sale, Arrival arrival) {
        return enter(sale, arrival, "1");
    }

    @Override
    public CompletionStage<RoomPlace> find(RoomSale sale, Arrival arrival) {
        return enter(sale, arrival, "0");
    }

    private CompletionStage<RoomPlace> enter(RoomSale sale, Arrival arrival, String joining) {
        Stream<String> asked = Stream.of(
                text(arrival.user()),
                joining,
                Long.toString(arrival.draw()),
                Long.toString(arrival.shown()),
                Long.toString(arrival.shownUntil().toEpochMilli()),
                Long.toString(sale.window().end().toEpochMilli()),
                Long.toString(sale.window().begin().toEpochMilli()),
                expiry(sale),
                Long.toString(sale.version()));
        return link.run(
                        ENTER,
                        List.of(room(sale), tickets(sale), line(sale), due(sale)),
                        Stream.concat(asked, RULES.stream()).toList())
                .thenApply(reply -> place(reply.text()));
    }

    private static RoomPlace place(String reply) {
        String[] parts = reply.split(" ", -1);
        return switch (parts[0]) {
            case "0" -> new RoomPlace.NoRoom();
            case "E" -> new RoomPlace.Ended();
            case "N" -> new RoomPlace.NotWaiting();
            case "R" -> new RoomPlace.Revoked();
            case "D" -> new RoomPlace.Used();
            case "T" ->
                new RoomPlace.Turn(
                        Long.parseLong(parts[1]), time(parts[2]), Duration.between(time(parts[3]), time(parts[2])));
            case "W" ->
                new RoomPlace.Waiting(
                        Long.parseLong(parts[1]),
                        Long.parseLong(parts[2]),
                        Duration.ofMillis(Long.parseLong(parts[3])),
                        Duration.ofMillis(Long.parseLong(parts[4])),
                        time(parts[5]));
            default -> throw new Corrupt("a waiting room answered " + reply);
        };
    }

    private static Instant time(String millis) {
        return Instant.ofEpochMilli(Long.parseLong(millis));
    }

    @Override
    public CompletionStage<Void> leave(RoomSale sale, UserId user) {
        return takeOut(sale, List.of(user), "0");
    }

    @Override
    public CompletionStage<Void> revoke(RoomSale sale, List<UserId> users) {
        return takeOut(sale, users, "1");
    }

    private CompletionStage<Void> takeOut(RoomSale sale, List<UserId> users, String revoked) {
        List<String> keys = List.of(tickets(sale), line(sale), due(sale), room(sale));
        Stream<String> arguments =
                Stream.concat(Stream.of(revoked, expiry(sale)), users.stream().map(RedisWaitingRooms::text));
        return link.run(LEAVE, keys, arguments.toList()).thenAccept(_ -> {});
    }

    @Override
    public CompletionStage<Use> use(RoomSale sale, UserId user, RoomPlace.Turn turn, String key) {
        List<String> arguments = List.of(
                text(user),
                Long.toString(turn.number()),
                Long.toString(turn.until().toEpochMilli()),
                key,
                millis(RoomRules.USE));
        return link.run(USE, List.of(tickets(sale), room(sale)), arguments)
                .thenApply(reply -> switch (Math.toIntExact(reply.number())) {
                    case 1 -> Use.BEGUN;
                    case 2 -> Use.BEGUN_AGAIN;
                    case 3 -> Use.REPEATED;
                    case 0 -> Use.USED;
                    case -1 -> Use.REVOKED;
                    case -3 -> Use.OVER;
                    default -> Use.NO_ROOM;
                });
    }

    @Override
    public CompletionStage<Void> endUse(RoomSale sale, UserId user, long number, boolean usedUp) {
        List<String> arguments = List.of(text(user), Long.toString(number), usedUp ? "1" : "0");
        return link.run(END_USE, List.of(tickets(sale)), arguments).thenAccept(_ -> {});
    }

    @Override
    public CompletionStage<Void> pace(RoomSale sale, long turnsPerSecond) {
        return link.run(PACE, List.of(room(sale)), List.of(Long.toString(turnsPerSecond)))
                .thenAccept(_ -> {});
    }

    @Override
    public CompletionStage<Optional<Count>> count(RoomSale sale) {
        return link.run(COUNT, List.of(room(sale), line(sale), RedisKeys.queued(sale.shard())), List.of())
                .thenApply(reply -> reply.isNothing() ? Optional.empty() : Optional.of(count(reply.parts())));
    }

    private static Count count(List<Reply> parts) {
        return new Count(
                parts.get(0).number(),
                Long.parseLong(parts.get(1).text()),
                Long.parseLong(parts.get(2).text()),
                parts.get(3).number());
    }
}
