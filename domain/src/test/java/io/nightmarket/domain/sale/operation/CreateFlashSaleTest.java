package io.nightmarket.domain.sale.operation;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.account.SessionId;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.cache.CacheChange;
import io.nightmarket.domain.cache.CacheNames;
import io.nightmarket.domain.contract.LoadedSale;
import io.nightmarket.domain.memory.FlashSales;
import io.nightmarket.domain.memory.InMemoryLedger;
import io.nightmarket.domain.memory.InMemoryShops;
import io.nightmarket.domain.memory.ManualTimers;
import io.nightmarket.domain.sale.NewFlashSale;
import io.nightmarket.domain.sale.SaleDirectory;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.operation.CreateFlashSale.Outcome;
import io.nightmarket.domain.sale.queue.Epochs;
import io.nightmarket.domain.sale.queue.ListQueue;
import io.nightmarket.domain.sale.queue.StepFault;
import io.nightmarket.domain.sale.queue.WholeQueue;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.ShopOwnership;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class CreateFlashSaleTest {
    private static final Instant BEGIN = Instant.parse("2026-11-20T12:00:00Z");
    private static final ShopId SHOP = new ShopId(1);

    private final InMemoryShops shops = new InMemoryShops();
    private final InMemoryLedger ledger = new InMemoryLedger(SHOP::equals);
    private final ListQueue queue = new ListQueue();
    private final Clock clock = Clock.fixed(BEGIN, ZoneOffset.UTC);
    private final PrepareSales prepare = preparing(queue.ports);
    private final CreateFlashSale create = creating(prepare);

    private final List<CacheChange> applied = new ArrayList<>();

    private PrepareSales preparing(WholeQueue over) {
        Epochs epochs = new Epochs(ledger::epoch, new ManualTimers());
        return new PrepareSales(
                ledger, over, epochs, new SaleDirectory(ledger, new ManualTimers()), clock, Duration.ofHours(24));
    }

    private CreateFlashSale creating(PrepareSales preparing) {
        return new CreateFlashSale(ledger, new ShopOwnership(shops), this::note, preparing, () -> Shard.FIRST, clock);
    }

    private CompletionStage<Void> note(CacheChange change) {
        applied.add(change);
        return CompletableFuture.completedStage(null);
    }

    private static Session session(Role role) {
        return new Session(SessionId.of("0".repeat(32)), new UserId(7), role, Instant.MAX);
    }

    private static NewFlashSale sale(ShopId shop, Instant end) {
        return FlashSales.plain(shop, "券", null, null, 1, 2, 5, new SaleWindow(end.minusSeconds(60), end));
    }

    private static NewFlashSale sale(ShopId shop) {
        return sale(shop, BEGIN.plusSeconds(60));
    }

    private VoucherId created(Outcome outcome) {
        return ((Outcome.Created) outcome).voucher();
    }

    @Test
    void aMerchantSellsInAnOwnShopAndTheSaleIsPrepared() {
        shops.own(SHOP, new UserId(7));
        VoucherId made = created(await(create.create(session(Role.MERCHANT), sale(SHOP))));
        assertEquals(List.of(made), queue.opened);
        assertEquals(List.of(new CacheChange(1, CacheNames.VOUCHERS, "1")), applied);
        assertEquals(
                5, await(LoadedSale.read(ledger, made)).orElseThrow().sale().stock());
    }

    @Test
    void nobodySellsInAShopOfOthers() {
        shops.own(SHOP, new UserId(8));
        assertEquals(new Outcome.Forbidden(), await(create.create(session(Role.MERCHANT), sale(SHOP))));
        assertEquals(new Outcome.Forbidden(), await(create.create(session(Role.SHOPPER), sale(SHOP))));
        assertTrue(await(ledger.onSaleIn(SHOP)).isEmpty());
    }

    @Test
    void aShopThatIsNotThereSellsNothing() {
        assertEquals(new Outcome.ShopNotFound(), await(create.create(session(Role.ADMIN), sale(new ShopId(2)))));
        assertEquals(List.of(), applied);
    }

    @Test
    void aSaleStandsThoughItsPreparationFailed() {
        CreateFlashSale failing = creating(preparing(new StepFault(2, false).over(queue.ports)));
        VoucherId made = created(await(failing.create(session(Role.ADMIN), sale(SHOP))));
        assertEquals(List.of(), queue.opened);
        assertTrue(await(LoadedSale.read(ledger, made)).isPresent());
    }

    @Test
    void preparingAnUnknownSaleSaysSo() {
        assertEquals(PrepareSales.Preparation.NO_SUCH_SALE, await(prepare.prepare(new VoucherId(404))));
    }

    @Test
    void allRunningSalesArePrepared() {
        var _ = await(create.create(session(Role.ADMIN), sale(SHOP, BEGIN)));
        VoucherId first = created(await(create.create(session(Role.ADMIN), sale(SHOP))));
        var _ = await(create.create(session(Role.ADMIN), sale(SHOP, BEGIN.plusSeconds(61))));
        VoucherId second = created(await(create.create(session(Role.ADMIN), sale(SHOP, BEGIN.plusSeconds(1)))));
        queue.opened.clear();
        await(prepare.prepareRunning(Shard.FIRST));
        assertEquals(List.of(first, second), queue.opened);
    }
}
