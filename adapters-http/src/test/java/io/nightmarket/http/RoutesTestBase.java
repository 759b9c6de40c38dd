package io.nightmarket.http;

import static io.nightmarket.domain.contract.Stages.await;

import io.nightmarket.domain.memory.FlashSales;
import io.nightmarket.domain.sale.Acknowledgement;
import io.nightmarket.domain.sale.NewFlashSale;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.shop.SaleOptions;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.VoucherId;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** One node for all tests of a class; each test brings users and ids of its own. */
@ExtendWith(VertxExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init")
abstract class RoutesTestBase {
    static final String AUTH = "authorization";
    static final String FORGED = "eyJ0eXAiOiJKV1QiLCJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl";

    TestNode node;
    TestClient client;

    @BeforeAll
    void start(Vertx vertx) {
        node = new TestNode(vertx);
        client = new TestClient(node);
    }

    @AfterAll
    void stop() {
        client.close();
    }

    /** A sale of an hour that begins so long from now. */
    VoucherId sale(int stock, Duration fromNow) {
        return create(FlashSales.plain(
                new ShopId(1), "title", null, null, 1, 2, stock, window(fromNow, Duration.ofHours(1))));
    }

    /** A sale of one unit with these options. */
    VoucherId sale(Duration fromNow, Duration length, SaleOptions options) {
        return create(new NewFlashSale(
                new ShopId(1),
                "title",
                null,
                null,
                1,
                2,
                1,
                window(fromNow, length),
                Acknowledgement.ACCEPTED,
                options));
    }

    private SaleWindow window(Duration fromNow, Duration length) {
        Instant begin = node.clock.instant().plus(fromNow);
        return new SaleWindow(begin, begin.plus(length));
    }

    private VoucherId create(NewFlashSale sale) {
        node.shops.add(Shops.shop(1));
        return await(node.orderLedger.create(sale, Shard.FIRST)).orElseThrow().voucher();
    }

    static String buy(VoucherId voucher) {
        return "/voucher-order/seckill/" + voucher.value();
    }
}
