package io.nightmarket.http;

import static io.nightmarket.domain.contract.Stages.eventually;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.contract.Stages;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** How many streams of notices a node has. */
@ExtendWith(VertxExtension.class)
final class NoticeLimitsTest {
    private static final String AUTH = "authorization";

    @Test
    void streamsTakeHalfOfTheConnections(Vertx vertx) throws IOException {
        TestNode small = new TestNode(vertx, new TestConfig().connections(8, 0));
        List<EventListener> all = new ArrayList<>();
        try (TestClient own = new TestClient(small)) {
            String shopperThere = own.logIn(Role.SHOPPER);
            for (int i = 0; i < 4; i++) {
                all.add(new EventListener(small, shopperThere));
                all.getLast().awaits("id: 0\n");
            }
            own.get("/voucher-order/events", AUTH, shopperThere, "accept", "text/event-stream")
                    .isRefused(503, "UNAVAILABLE");
            all.getFirst().close();
            eventually(Stages::pause, () -> small.noticeRoutes.streams() == 3);
            all.add(new EventListener(small, shopperThere));
            all.getLast().awaits("id: 0\n");
        } finally {
            for (EventListener each : all) {
                each.close();
            }
        }
    }
}
