package io.nightmarket.redis;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.contract.WaitingRoomsContract;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.voucher.VoucherId;
import io.nightmarket.domain.waitingroom.RoomSale;
import io.nightmarket.domain.waitingroom.WaitingRooms;
import io.nightmarket.domain.waitingroom.WaitingRooms.Arrival;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.waitingroom.RedisWaitingRooms;
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

    @Test
    void allOfARoomGoesAnHourAfterItsSale() {
        Instant begin = Instant.now().plusSeconds(60);
        RoomSale sale = new RoomSale(new VoucherId(77), new Shard(4711), new SaleWindow(begin, begin.plusSeconds(60)));
        await(rooms.open(sale, 10, List.of()));
        var _ = await(rooms.join(sale, new Arrival(new UserId(7), 7, 0)));
        for (String key : List.of(
                RedisKeys.room(sale.shard(), sale.voucher()),
                RedisKeys.roomTickets(sale.shard(), sale.voucher()),
                RedisKeys.roomLine(sale.shard(), sale.voucher()),
                RedisKeys.roomDue(sale.shard(), sale.voucher()))) {
            long left =
                    await(REDIS.link().send(Request.cmd(Command.PTTL).arg(key))).number();
            assertTrue(left > 0 && left <= Duration.ofMinutes(62).toMillis(), () -> key + ": " + left + " ms");
        }
        assertEquals(1, await(rooms.count(sale)).orElseThrow().waiting());
    }
}
