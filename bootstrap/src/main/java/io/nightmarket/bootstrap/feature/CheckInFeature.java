package io.nightmarket.bootstrap.feature;

import io.nightmarket.bootstrap.Wiring;
import io.nightmarket.domain.checkin.CheckIn;
import io.nightmarket.http.checkin.CheckInRoutes;
import io.nightmarket.http.route.Routes;
import io.nightmarket.redis.RedisAdapters;
import java.util.List;

/** Check-ins day by day. */
record CheckInFeature(Wiring wiring) implements Feature {
    @Override
    public List<Routes> routes(RedisAdapters loop) {
        return List.of(new CheckInRoutes(new CheckIn(
                wiring.mysql().checkIns(),
                loop.checkInBitmaps(),
                wiring.config().people().makeUps(),
                wiring.clock(),
                wiring.config().http().timeZone(),
                wiring.missedWrites())));
    }
}
