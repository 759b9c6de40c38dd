package io.nightmarket.bootstrap.feature;

import io.nightmarket.bootstrap.Wiring;
import io.nightmarket.bootstrap.verticle.JobVerticle;
import io.nightmarket.domain.sale.waiting.JoinWaitingRoom;
import io.nightmarket.domain.sale.waiting.PaceRooms;
import io.nightmarket.domain.sale.waiting.RevokeTicket;
import io.nightmarket.domain.sale.waiting.RoomRecords;
import io.nightmarket.domain.sale.waiting.WaitingRooms;
import io.nightmarket.http.route.Routes;
import io.nightmarket.http.sale.waiting.WaitingRoomRoutes;
import io.nightmarket.redis.RedisAdapters;
import io.vertx.core.Deployable;
import java.time.Duration;
import java.util.List;

/** Waiting for one's turn to buy. */
record WaitingRoomFeature(Wiring wiring, SaleContext sales) implements Feature {
    private static final Duration PACING_INTERVAL = Duration.ofSeconds(1);

    @Override
    public List<Deployable> verticles() {
        PaceRooms pacing = new PaceRooms(
                wiring.mysql().roomRecords(),
                wiring.redis().waitingRooms(),
                sales.settleCounter,
                wiring.metrics().waitingRooms(),
                wiring.timers());
        return List.of(new JobVerticle(
                "waiting-room-pace",
                JobVerticle.Job.of(pacing::iterate, pacing::stop),
                wiring.lock(),
                PACING_INTERVAL));
    }

    @Override
    public List<Routes> routes(RedisAdapters loop) {
        WaitingRooms rooms = loop.waitingRooms();
        RoomRecords records = wiring.mysql().roomRecords();
        return List.of(new WaitingRoomRoutes(
                wiring.http().share(),
                new JoinWaitingRoom(
                        sales.directory, rooms, sales.roomOpening, sales.roomTokens, sales.soldOut::isSoldOut),
                new RevokeTicket(sales.directory, rooms, records)));
    }
}
