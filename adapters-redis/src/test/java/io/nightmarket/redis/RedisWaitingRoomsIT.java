package io.nightmarket.redis;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.contract.WaitingRoomsContract;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.waiting.RoomSale;
import io.nightmarket.domain.sale.waiting.WaitingRooms;
import io.nightmarket.domain.sale.waiting.WaitingRooms.Arrival;
import io.nightmarket.domain.sale.waiting.WaitingRooms.RoomPlace;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.link.Reply;
import io.nightmarket.redis.sale.waiting.RedisWaitingRooms;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class RedisWaitingRoomsIT extends WaitingRoomsContract {
    @RegisterExtension
    private static final RedisFixture REDIS = new RedisFixture();

    private final WaitingRooms rooms = new RedisWaitingRooms(REDIS.link());

    @Override
    protected WaitingRooms rooms() {
        return rooms;
    }

    private static RoomSale sale(long voucher) {
        Instant begin = Instant.now().plusSeconds(60);
        return new RoomSale(new VoucherId(voucher), new Shard(4711), new SaleWindow(begin, begin.plusSeconds(60)), 0);
    }

    private static Reply send(Command command, String... arguments) {
        Request request = Request.cmd(command);
        List.of(arguments).forEach(request::arg);
        return await(REDIS.link().send(request));
    }

    private static void assertExpires(RoomSale sale) {
        for (String key : List.of(
                RedisKeys.room(sale.shard(), sale.voucher()),
                RedisKeys.roomTickets(sale.shard(), sale.voucher()),
                RedisKeys.roomLine(sale.shard(), sale.voucher()),
                RedisKeys.roomDue(sale.shard(), sale.voucher()))) {
            long left = send(Command.PTTL, key).number();
            assertTrue(left > 0 && left <= Duration.ofMinutes(62).toMillis(), () -> key + ": " + left + " ms");
        }
    }

    @Test
    void allOfARoomGoesAnHourAfterItsSale() {
        RoomSale sale = sale(77);
        await(rooms.open(sale, 10, 0));
        var _ = await(rooms.join(sale, new Arrival(new UserId(7), 7, 0, Instant.EPOCH)));
        assertExpires(sale);
        assertEquals(1, await(rooms.count(sale)).orElseThrow().waiting());
    }

    @Test
    void aLineThatWasEmptyExpiresToo() {
        RoomSale sale = sale(78);
        Arrival arrival = new Arrival(new UserId(7), 7, 0, Instant.EPOCH);
        await(rooms.open(sale, 10, 0));
        var _ = await(rooms.join(sale, arrival));
        await(rooms.leave(sale, arrival.user()));
        var _ = await(rooms.join(sale, arrival));
        assertExpires(sale);
    }

    @Test
    void whoIsLateIsNotedAlsoByAQuestionThatChangesNothing() {
        RoomSale sale = sale(79);
        await(rooms.open(sale, 10, 0));
        var _ = await(rooms.join(sale, new Arrival(new UserId(7), 7, 0, Instant.EPOCH)));
        var _ = send(Command.ZADD, RedisKeys.roomDue(sale.shard(), sale.voucher()), "1", "7");
        assertEquals(
                new RoomPlace.NotWaiting(), await(rooms.find(sale, new Arrival(new UserId(8), 8, 0, Instant.EPOCH))));
        String room = RedisKeys.room(sale.shard(), sale.voucher());
        assertEquals("1", send(Command.HGET, room, "firstMissed").text());
        assertEquals("0", send(Command.HGET, room, "fresh").text());
    }
}
