package io.nightmarket.http;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.SessionPolicy;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.contract.Stages;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.lifecycle.OrdinaryOrders;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.shop.NewVoucher;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.VoucherId;
import io.vertx.core.json.JsonArray;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Notices of orders, listed and as server-sent events. */
final class NoticeRoutesTest extends RoutesTestBase {
    private static final AtomicLong ORDERS = new AtomicLong(1L << 40);

    private String token = "";
    private UserId shopper = new UserId(1);
    private VoucherId voucher = new VoucherId(1);

    @BeforeEach
    void logIn() {
        token = client.logIn(Role.SHOPPER);
        shopper = new UserId(client.get("/user/me", AUTH, token).object().getLong("id"));
        node.shops.add(Shops.shop(1));
        voucher = await(node.orderLedger
                        .voucherRepository()
                        .create(new NewVoucher(new ShopId(1), "券", null, null, 800, 1000)))
                .orElseThrow()
                .voucher();
    }

    private void order() {
        Purchase purchase = new Purchase(new OrderId(ORDERS.incrementAndGet()), voucher, shopper);
        assertEquals(OrdinaryOrders.Outcome.WRITTEN, await(node.orderLife.write(purchase)));
    }

    private int listed(String path) {
        return ((JsonArray) Objects.requireNonNull(client.get(path, AUTH, token).data())).size();
    }

    private void hint() {
        node.noticeRoutes.hint(List.of(shopper));
    }

    private EventListener listener(String... headers) throws IOException {
        return new EventListener(node, token, headers);
    }

    @Test
    void aStreamBeginsWithTheNextNoticeAndGoesOnWithLastEventId() throws IOException {
        order();
        try (EventListener first = listener()) {
            first.awaits("id: 1\n");
            assertTrue(first.hears("x-content-type-options: nosniff\r\n"));
            assertFalse(first.hears("event: "));
            order();
            hint();
            first.awaits("id: 2\nevent: settled\n");
        }
        order();
        try (EventListener again = listener("Last-Event-ID: 1")) {
            again.awaits("id: 2\nevent: settled\n");
            again.awaits("id: 3\nevent: settled\n");
            assertFalse(again.hears("event: reset"));
        }
        assertEquals(3, listed("/voucher-order/events"));
        assertEquals(1, listed("/voucher-order/events?after=2"));
        noneIsOpen();
    }

    @Test
    void aLostHintIsMadeUp() throws IOException {
        try (EventListener listener = listener()) {
            listener.awaits("id: 0\n");
            order();
            listener.awaits("id: 1\nevent: settled\n");
        }
    }

    @Test
    void whatCanNotBeContinuedIsReset() throws IOException {
        node.orderLife.note(shopper, new OrderId(1), 300);
        for (String unknown : List.of("1", "301", "x", "9".repeat(30))) {
            try (EventListener listener = listener("Last-Event-ID: " + unknown)) {
                listener.awaits("id: 300\nevent: reset\n");
            }
        }
    }

    /** What the kernels buffer hides some; then it is behind by more than it may be. */
    @Test
    void aStalledClientIsResetAndItsStreamEnds() throws IOException {
        try (EventListener stalled = listener()) {
            stalled.awaits("id: 0\n");
            eventually(Stages::pause, () -> {
                node.orderLife.note(shopper, new OrderId(1), 2_000);
                hint();
                return node.noticeRoutes.streams() == 0;
            });
            stalled.awaits("event: reset\n");
        }
    }

    @Test
    void theOldestOfManyStreamsOfAShopperEnds() throws IOException {
        List<EventListener> all = new ArrayList<>();
        try (EventListener oldest = listener()) {
            oldest.awaits("id: 0\n");
            for (int i = 0; i < 5; i++) {
                all.add(listener());
                all.getLast().awaits("id: 0\n");
            }
            oldest.awaits("0\r\n\r\n");
            assertEquals(5, node.noticeRoutes.streams());
            assertFalse(all.getFirst().hears("0\r\n\r\n"));
        } finally {
            for (EventListener each : all) {
                each.close();
            }
        }
        noneIsOpen();
    }

    private void noneIsOpen() {
        eventually(Stages::pause, () -> node.noticeRoutes.streams() == 0);
    }

    @Test
    void aStreamEndsWithItsSession() throws IOException {
        try (EventListener listener = listener()) {
            listener.awaits("id: 0\n");
            assertEquals(200, client.post("/user/logout", AUTH, token).status());
            listener.awaits("0\r\n\r\n");
            noneIsOpen();
        }
    }

    @Test
    void aStreamKeepsNoSessionAlive() throws IOException {
        Duration most = SessionPolicy.DEFAULT.idle().minusMinutes(1);
        try (EventListener listener = listener()) {
            listener.awaits("id: 0\n");
            node.clock.advance(most);
            listener.awaitsNext(": \n\n");
            listener.awaitsNext(": \n\n");
            node.clock.advance(most);
            listener.awaits("0\r\n\r\n");
            noneIsOpen();
        }
        client.get("/user/me", AUTH, token).isRefused(401, "LOGIN_REQUIRED");
    }

    @Test
    void aSessionThatCanNotBeLookedAtEndsNoStream() throws IOException {
        try (EventListener listener = listener()) {
            listener.awaits("id: 0\n");
            node.clock.advance(Duration.ofSeconds(6));
            node.sessionReads.failWith(new IllegalStateException("a bug"));
            listener.awaitsNext(": \n\n");
            listener.awaitsNext(": \n\n");
        } finally {
            node.sessionReads.mend();
        }
    }

    @Test
    void aStreamThatCanNotBeginTakesNoPlace() {
        node.noticeReads.failWith(new Unavailable("away"));
        try {
            for (int i = 0; i < 3; i++) {
                client.get("/voucher-order/events", AUTH, token, "accept", "text/event-stream")
                        .isRefused(503, "UNAVAILABLE");
            }
        } finally {
            node.noticeReads.mend();
        }
        noneIsOpen();
    }
}
