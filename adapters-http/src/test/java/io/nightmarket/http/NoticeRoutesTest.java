package io.nightmarket.http;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.contract.Stages;
import io.nightmarket.domain.lifecycle.OrdinaryOrders;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.voucher.NewVoucher;
import io.nightmarket.domain.voucher.VoucherId;
import io.vertx.core.json.JsonArray;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
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
        node.noticeApi.hint(List.of(shopper));
    }

    /** A client that reads when it likes. */
    private final class Listener implements AutoCloseable {
        private final Socket socket;
        private final StringBuilder heard = new StringBuilder();

        Listener(String... headers) throws IOException {
            socket = new Socket(InetAddress.getLoopbackAddress(), node.port());
            String request = "GET /api/voucher-order/events HTTP/1.1\r\nhost: x\r\naccept: text/event-stream\r\n"
                    + "authorization: " + token + "\r\n" + String.join("\r\n", headers)
                    + (headers.length == 0 ? "" : "\r\n") + "\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        }

        private boolean hears(String text) {
            try {
                InputStream in = socket.getInputStream();
                byte[] some = new byte[1 << 16];
                while (in.available() > 0) {
                    heard.append(new String(some, 0, in.read(some), StandardCharsets.UTF_8));
                }
            } catch (IOException e) {
                throw new AssertionError(e);
            }
            return heard.indexOf(text) >= 0;
        }

        void awaits(String text) {
            eventually(Stages::pause, () -> hears(text));
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    @Test
    void aStreamBeginsWithTheNextNoticeAndGoesOnWithLastEventId() throws IOException {
        order();
        try (Listener first = new Listener()) {
            first.awaits("id: 1\n");
            assertFalse(first.hears("event: "));
            order();
            hint();
            first.awaits("id: 2\nevent: settled\n");
        }
        order();
        try (Listener again = new Listener("Last-Event-ID: 1")) {
            again.awaits("id: 2\nevent: settled\n");
            again.awaits("id: 3\nevent: settled\n");
            assertFalse(again.hears("event: reset"));
        }
        assertEquals(3, listed("/voucher-order/events"));
        assertEquals(1, listed("/voucher-order/events?after=2"));
        eventually(Stages::pause, () -> node.noticeApi.streams() == 0);
    }

    @Test
    void aLostHintIsMadeUp() throws IOException {
        try (Listener listener = new Listener()) {
            listener.awaits("id: 0\n");
            order();
            listener.awaits("id: 1\nevent: settled\n");
        }
    }

    @Test
    void whatCanNotBeContinuedIsReset() throws IOException {
        node.orderLife.note(shopper, new OrderId(1), 300);
        for (String unknown : List.of("1", "301", "x", "9".repeat(30))) {
            try (Listener listener = new Listener("Last-Event-ID: " + unknown)) {
                listener.awaits("id: 300\nevent: reset\n");
            }
        }
    }

    /** What the kernels buffer hides some; then it is behind by more than it may be. */
    @Test
    void aStalledClientIsResetAndItsStreamEnds() throws IOException {
        try (Listener stalled = new Listener()) {
            stalled.awaits("id: 0\n");
            eventually(Stages::pause, () -> {
                node.orderLife.note(shopper, new OrderId(1), 2_000);
                hint();
                return node.noticeApi.streams() == 0;
            });
            stalled.awaits("event: reset\n");
        }
    }

    @Test
    void theOldestOfManyStreamsOfAShopperEnds() throws IOException {
        try (Listener oldest = new Listener()) {
            oldest.awaits("id: 0\n");
            for (int i = 0; i < 5; i++) {
                new Listener().awaits("id: 0\n");
            }
            assertEquals(5, node.noticeApi.streams());
        }
    }
}
