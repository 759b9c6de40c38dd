package io.nightmarket.mysql;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.contract.LoadedSale;
import io.nightmarket.domain.note.NoteId;
import io.nightmarket.domain.order.FindIdFloor;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderProgress;
import io.nightmarket.domain.order.OrderStatus;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.shop.Shop;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.Voucher;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.testkit.OldSite;
import io.nightmarket.testkit.SiteDatabase;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** The database of an hm-dianping site, with the faults that such databases have, is taken over. */
class AdoptionIT {
    private static final List<String> OLD_TABLES = List.of(
            "tb_user", "tb_shop", "tb_voucher", "tb_seckill_voucher", "tb_voucher_order", "tb_blog", "tb_follow");

    private static final ListAppender<ILoggingEvent> LOG = new ListAppender<>();

    /** Taken over once; tests that change what they find have a site of their own. */
    private static OldSite site;

    private static List<List<String>> oldRowsBefore;

    @BeforeAll
    static void takeOver() {
        site = new OldSite(Instant.now());
        oldRowsBefore = oldRows();
        LOG.list = new CopyOnWriteArrayList<>();
        LOG.start();
        logger().addAppender(LOG);
        migrate(site);
    }

    @AfterAll
    static void close() {
        var _ = logger().detachAppender(LOG);
        site.database.close();
    }

    /** Asked late: while another class of tests starts the logging, there are only substitutes. */
    private static Logger logger() {
        return (Logger) LoggerFactory.getLogger(MySqlSchema.class);
    }

    private static void migrate(OldSite site) {
        MySqlSchema.migrate(MySqlFixture.config(site.database));
    }

    /** What was logged of this site: other classes take over others at the same time. */
    private static List<ILoggingEvent> logged(OldSite site) {
        return LOG.list.stream()
                .filter(event -> event.getFormattedMessage().contains(site.database.name()))
                .toList();
    }

    private static void onAdapters(Consumer<MySqlAdapters> work) {
        onAdapters(site, work);
    }

    private static void onAdapters(OldSite of, Consumer<MySqlAdapters> work) {
        Vertx vertx = Vertx.vertx();
        MySqlAdapters adapters = MySqlAdapters.create(vertx, MySqlFixture.config(of.database));
        try {
            work.accept(adapters);
        } finally {
            await(adapters.close());
            await(vertx.close().toCompletionStage());
        }
    }

    private static List<List<String>> oldRows() {
        List<List<String>> all = new ArrayList<>();
        OLD_TABLES.forEach(table -> all.add(site.database.rows("SELECT * FROM " + table + " ORDER BY 1")));
        return all;
    }

    @Test
    void oldRowsStayAsTheyAreAndOursComeBeside() {
        assertEquals(oldRowsBefore, oldRows());
        assertTrue(site.database.tables().containsAll(List.of("flash_sale", "order_claim", "user_session")));
        assertEquals(
                List.of("1|BASELINE"),
                site.database.rows("SELECT version, type FROM flyway_schema_history WHERE version = '1'"));
    }

    @Test
    void theFirstLiveOrderOfABuyerIsTheClaim() {
        Map<UserId, OrderId> expected = Map.of(
                new UserId(site.user(0)), new OrderId(site.oldId(Duration.ofMinutes(50), 1)),
                new UserId(site.user(1)), new OrderId(site.oldId(Duration.ofMinutes(40), 2)),
                new UserId(site.user(3)), new OrderId(site.oldId(Duration.ofMinutes(37), 5)),
                new UserId(site.user(4)), new OrderId(site.oldId(Duration.ofMinutes(35), 7)));
        onAdapters(mysql -> {
            LoadedSale sale = await(LoadedSale.read(mysql.flashSales(), new VoucherId(site.saleOn)))
                    .orElseThrow();
            assertEquals(expected, sale.claims());
            assertEquals(7, sale.sale().stock());
            assertEquals(11, sale.sale().issued());
            assertEquals(Shard.FIRST, sale.sale().shard());
        });
    }

    @Test
    void issuedIsStockAndClaimsInEverySale() {
        assertEquals(
                List.of(
                        site.saleOn + "|11",
                        site.saleReversed + "|5",
                        site.saleOversold + "|1",
                        site.saleWithoutVoucher + "|5",
                        site.saleWithoutStock + "|0",
                        site.saleUndated + "|5"),
                site.database.rows("SELECT voucher_id, issued FROM flash_sale ORDER BY voucher_id"));
        assertEquals(
                List.of(),
                site.database.rows("SELECT f.voucher_id FROM flash_sale f JOIN tb_seckill_voucher s USING (voucher_id)"
                        + " WHERE f.issued <> COALESCE(s.stock, 0)"
                        + " + (SELECT COUNT(*) FROM order_claim c WHERE c.voucher_id = f.voucher_id)"));
    }

    @Test
    void salesThatCanNotBeOpenedAreNoneToTheQueueButStandInTheList() {
        onAdapters(mysql -> {
            List<VoucherId> unfinished = await(mysql.flashSales().balances(Shard.FIRST, Duration.ZERO)).stream()
                    .map(balance -> balance.sale().voucher())
                    .toList();
            assertEquals(
                    Set.of(site.saleOn, site.saleOversold, site.saleWithoutVoucher, site.saleWithoutStock),
                    unfinished.stream().map(VoucherId::value).collect(Collectors.toSet()));
            unfinished.forEach(sale ->
                    assertTrue(await(LoadedSale.read(mysql.flashSales(), sale)).isPresent(), sale::toString));
            for (long never : List.of(site.saleReversed, site.saleUndated)) {
                assertEquals(Optional.empty(), await(LoadedSale.read(mysql.flashSales(), new VoucherId(never))));
            }
            List<Voucher> listed = await(mysql.flashSales().onSaleIn(new ShopId(site.shop)));
            assertEquals(
                    List.of(site.saleOn, site.saleReversed, site.saleOversold, site.saleUndated),
                    listed.stream().map(voucher -> voucher.id().value()).toList());
        });
    }

    @Test
    void takingOverIsDoneOnceAndSaidOnce() {
        OldSite own = new OldSite(Instant.now());
        try (SiteDatabase database = own.database) {
            migrate(own);
            List<String> sales = database.rows("SELECT * FROM flash_sale ORDER BY 1");
            int said = logged(own).size();
            assertTrue(said > 0);
            database.run("UPDATE tb_seckill_voucher SET stock = stock - 1 WHERE voucher_id = ?", own.saleOn);
            migrate(own);
            assertEquals(sales, database.rows("SELECT * FROM flash_sale ORDER BY 1"));
            assertEquals(said, logged(own).size());
        }
    }

    @Test
    void oneWarningNamesTheRowsThatBreakARule() {
        List<String> warnings = logged(site).stream()
                .filter(event -> event.getLevel() == ch.qos.logback.classic.Level.WARN)
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
        assertEquals(1, warnings.size(), warnings::toString);
        String said = warnings.getFirst();
        assertEquals(1, said.lines().count());
        for (String expected : List.of(
                "1 live orders beside an earlier one of the same buyer and sale ("
                        + site.oldId(Duration.ofMinutes(39), 3) + ")",
                "1 orders of unknown status, taken for live (" + site.oldId(Duration.ofMinutes(37), 5) + ")",
                "1 orders without their voucher (" + site.oldId(Duration.ofMinutes(32), 10) + ")",
                "1 orders of unknown users (" + site.oldId(Duration.ofMinutes(31), 11) + ")",
                "above which new ids can't be made (" + OldSite.FOREIGN_ID + ")",
                "1 flash sales without their voucher (" + site.saleWithoutVoucher + ")",
                "which sell nothing (" + site.saleOversold + ", " + site.saleWithoutStock + ")",
                "which can't be opened (" + site.saleReversed + ", " + site.saleUndated + ")",
                "1 vouchers of no shop, which no page lists (" + (site.database.base + 20) + ")")) {
            assertTrue(said.contains(expected), () -> expected + "\nis not in\n" + said);
        }
        assertFalse(said.contains("not positive"), said);
    }

    @Test
    void newIdsBeginAboveTheLargestThatAClockMade() {
        onAdapters(mysql -> {
            Instant floor = await(new FindIdFloor(mysql.orders(), Clock.systemUTC()).find());
            Instant local = site.now.minus(Duration.ofMinutes(1)).plus(Duration.ofHours(8));
            assertEquals(local.getEpochSecond() + 1, floor.getEpochSecond());
        });
    }

    @Test
    void oldRowsWithNullsAndWidthsAreRead() {
        onAdapters(mysql -> {
            Order odd = order(mysql, site.oldId(Duration.ofMinutes(37), 5));
            assertEquals(OrderStatus.UNPAID, odd.status());
            assertEquals(1, odd.payType());
            assertEquals(Instant.EPOCH, odd.createTime());
            Order cancelled = order(mysql, site.oldId(Duration.ofMinutes(38), 4));
            assertEquals(OrderStatus.CANCELLED, cancelled.status());
            assertEquals(3, cancelled.payType());
            Shop shop = await(mysql.shops().find(new ShopId(site.shop))).orElseThrow();
            assertEquals(List.of(4215L, 3035L, 7L), List.of(shop.sold(), shop.comments(), (long) shop.score()));
            assertEquals(
                    "",
                    await(mysql.users().find(new UserId(site.user(3))))
                            .orElseThrow()
                            .nickName());
        });
    }

    /** Notes of before, one with likes, and one with nulls and an author who is none. */
    @Test
    void likesOfBeforeCountWithoutTheirUsers() {
        OldSite own = new OldSite(Instant.now());
        try (SiteDatabase database = own.database) {
            database.run("INSERT INTO tb_blog (id, shop_id, user_id, title, images, content, liked, comments)"
                    + " VALUES (7, 1, 2, 'title', '', 'content', 12, 104), (8, 0, 0, '', '', '', NULL, NULL)");
            migrate(own);
            migrate(own);
            onAdapters(own, mysql -> {
                NoteId liked = new NoteId(7);
                NoteId odd = new NoteId(8);
                assertEquals(Map.of(liked, 12L, odd, 0L), await(mysql.likes().counts(List.of(liked, odd))));
                var _ = await(mysql.likes().toggle(liked, new UserId(5)));
                assertEquals(12, await(mysql.likes().read(liked)).before());
                assertEquals(1, await(mysql.likes().writeTotal(liked)));
                assertEquals(Map.of(liked, 13L), await(mysql.likes().counts(List.of(liked))));
                List<NoteId> hot = await(mysql.notes().mostLiked(0, 100));
                assertTrue(hot.indexOf(liked) >= 0 && hot.indexOf(liked) < hot.indexOf(odd), hot::toString);
                assertNull(await(mysql.notes().find(odd)).orElseThrow().author());
            });
        }
    }

    private static Order order(MySqlAdapters mysql, long id) {
        return assertInstanceOf(
                        OrderProgress.Settled.class,
                        await(mysql.orders().find(new OrderId(id))).orElseThrow())
                .row();
    }
}
