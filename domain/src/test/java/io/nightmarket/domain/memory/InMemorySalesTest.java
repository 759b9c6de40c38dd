package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.audit.StaffAction;
import io.nightmarket.domain.contract.FlashSaleRepositoryContract;
import io.nightmarket.domain.contract.OrderLedgerContract;
import io.nightmarket.domain.contract.OrderLifeContract;
import io.nightmarket.domain.contract.OrderListCacheContract;
import io.nightmarket.domain.contract.OrderQueueContract;
import io.nightmarket.domain.contract.RoomRecordsContract;
import io.nightmarket.domain.contract.SaleChangesContract;
import io.nightmarket.domain.contract.SaleMinutesContract;
import io.nightmarket.domain.contract.WaitingRoomsContract;
import io.nightmarket.domain.contract.WaitlistContract;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderRepository;
import io.nightmarket.domain.order.calloff.CallOffs;
import io.nightmarket.domain.order.lifecycle.OrderTransitions;
import io.nightmarket.domain.order.lifecycle.OrdinaryOrders;
import io.nightmarket.domain.order.list.OrderListCache;
import io.nightmarket.domain.order.list.OrderPages;
import io.nightmarket.domain.order.notice.OrderNotices;
import io.nightmarket.domain.order.payment.LatePayments;
import io.nightmarket.domain.order.payment.PaymentLedger;
import io.nightmarket.domain.order.payment.PaymentNotifications;
import io.nightmarket.domain.order.payment.Refunds;
import io.nightmarket.domain.sale.FlashSaleRepository;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.admission.RequestOutcome;
import io.nightmarket.domain.sale.admission.SaleMinutes;
import io.nightmarket.domain.sale.operation.DeadLetters;
import io.nightmarket.domain.sale.operation.SaleChanges;
import io.nightmarket.domain.sale.operation.StockAdjustments;
import io.nightmarket.domain.sale.queue.WholeQueue;
import io.nightmarket.domain.sale.settlement.OrderLedger;
import io.nightmarket.domain.sale.settlement.PendingReleases;
import io.nightmarket.domain.sale.waiting.RoomRecords;
import io.nightmarket.domain.sale.waiting.WaitingRooms;
import io.nightmarket.domain.sale.waiting.Waitlist;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.Voucher;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.domain.shop.VoucherRepository;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Nested;

/** The ports of sales and orders in memory keep their contracts. */
final class InMemorySalesTest {
    @Nested
    final class OfSaleMinutes extends SaleMinutesContract {
        private final InMemorySaleMinutes minutes = new InMemorySaleMinutes();

        @Override
        protected SaleMinutes minutes() {
            return minutes;
        }

        @Override
        protected long newSale() {
            return 1;
        }

        @Override
        protected long requests(long sale, Instant minute, RequestOutcome outcome) {
            return minutes.requests(sale, minute, outcome);
        }
    }

    @Nested
    final class OfFlashSales extends FlashSaleRepositoryContract {
        private static final ShopId UNKNOWN = new ShopId(404);

        private final InMemoryLedger ledger = new InMemoryLedger(shop -> !shop.equals(UNKNOWN));
        private long shops;
        private long vouchers;

        @Override
        protected FlashSaleRepository sales() {
            return ledger;
        }

        @Override
        protected ShopId freshShop() {
            return new ShopId(++shops);
        }

        @Override
        protected ShopId unknownShop() {
            return UNKNOWN;
        }

        @Override
        protected VoucherId addVoucher(ShopId shop, int status) {
            vouchers += 100;
            VoucherId id = new VoucherId(vouchers);
            ledger.add(new Voucher(id, shop, "券", null, null, 1, 2, 0, status, null, Instant.EPOCH, Instant.EPOCH));
            return id;
        }

        @Override
        protected StockAdjustments adjustments() {
            return ledger;
        }

        @Override
        protected SaleChanges changes() {
            return ledger.saleChanges();
        }
    }

    @Nested
    final class OfChanges extends SaleChangesContract {
        private final ManualClock clock = new ManualClock(Instant.parse("2026-11-20T12:00:00Z"));
        private final InMemoryLedger ledger = new InMemoryLedger(_ -> true, clock);
        private long shops;

        @Override
        protected SaleChanges changes() {
            return ledger.saleChanges();
        }

        @Override
        protected FlashSaleRepository sales() {
            return ledger;
        }

        @Override
        protected ShopId freshShop() {
            return new ShopId(++shops);
        }

        @Override
        protected List<StaffAction> audited() {
            return ledger.audited();
        }

        @Override
        protected Instant now() {
            return clock.instant();
        }
    }

    @Nested
    final class OfLedger extends OrderLedgerContract {
        private final InMemoryLedger ledger = new InMemoryLedger(_ -> true);

        @Override
        protected OrderLedger ledger() {
            return ledger;
        }

        @Override
        protected PendingReleases returns() {
            return ledger;
        }

        @Override
        protected DeadLetters letters() {
            return ledger;
        }

        @Override
        protected OrderRepository orders() {
            return ledger;
        }

        @Override
        protected FlashSaleRepository sales() {
            return ledger;
        }

        @Override
        protected ShopId shop() {
            return new ShopId(1);
        }

        @Override
        protected void plantOrder(OrderId id, UserId user, VoucherId voucher, Instant at) {
            ledger.plantOrder(id, user, voucher, at);
        }
    }

    @Nested
    final class OfOrderLife extends OrderLifeContract {
        private final InMemoryLedger ledger = new InMemoryLedger(_ -> true, Clock.systemUTC());
        private final InMemoryOrderLife life = ledger.orderLife();

        @Override
        protected OrderTransitions transitions() {
            return life;
        }

        @Override
        protected OrdinaryOrders ordinaryOrders() {
            return life;
        }

        @Override
        protected OrderPages pages() {
            return life;
        }

        @Override
        protected PaymentLedger payments() {
            return life;
        }

        @Override
        protected PaymentNotifications notifications() {
            return life;
        }

        @Override
        protected Refunds refunds() {
            return life;
        }

        @Override
        protected LatePayments latePayments() {
            return life;
        }

        @Override
        protected OrderNotices notices() {
            return life;
        }

        @Override
        protected CallOffs callOffs() {
            return ledger.callOffs(life);
        }

        @Override
        protected VoucherRepository vouchers() {
            return ledger.voucherRepository();
        }

        @Override
        protected OrderLedger ledger() {
            return ledger;
        }

        @Override
        protected PendingReleases releases() {
            return ledger;
        }

        @Override
        protected OrderRepository orders() {
            return ledger;
        }

        @Override
        protected FlashSaleRepository sales() {
            return ledger;
        }

        @Override
        protected SaleChanges saleChanges() {
            return ledger.saleChanges();
        }

        @Override
        protected ShopId shop() {
            return new ShopId(1);
        }

        @Override
        protected void payWithin(Duration time) {
            ledger.payWithin(time);
        }

        @Override
        protected void payUntil(OrderId order, Instant moment) {
            life.payUntil(order, moment);
        }
    }

    @Nested
    final class OfOrderLists extends OrderListCacheContract {
        private final InMemoryOrderLists lists = new InMemoryOrderLists();

        @Override
        protected OrderListCache sets() {
            return lists;
        }
    }

    @Nested
    final class OfOrderQueue extends OrderQueueContract {
        private final ManualClock clock = new ManualClock(Instant.parse("2026-06-18T12:00:00Z"));
        private final InMemoryOrderQueue queue = new InMemoryOrderQueue(clock);

        @Override
        protected WholeQueue queue() {
            return queue;
        }

        @Override
        protected WholeQueue queueOf(long maxBacklog) {
            return queue.withMaxBacklog(maxBacklog);
        }

        @Override
        protected Shard shard() {
            return Shard.FIRST;
        }

        @Override
        protected Instant now() {
            return clock.instant();
        }

        @Override
        protected void elapse(Duration time) {
            clock.advance(time);
        }

        @Override
        protected void appendForeign() {
            var _ = queue.appendForeign(shard(), "not an order");
        }

        @Override
        protected void loseEverything() {
            queue.loseEverything();
        }
    }

    @Nested
    final class OfWaitlist extends WaitlistContract {
        private final InMemoryLedger ledger = new InMemoryLedger(_ -> true);

        @Override
        protected Waitlist waitlist() {
            return ledger.waitlist();
        }

        @Override
        protected FlashSaleRepository sales() {
            return ledger;
        }

        @Override
        protected SaleChanges saleChanges() {
            return ledger.saleChanges();
        }

        @Override
        protected OrderLedger ledger() {
            return ledger;
        }

        @Override
        protected ShopId shop() {
            return new ShopId(1);
        }
    }

    @Nested
    final class OfWaitingRooms extends WaitingRoomsContract {
        private final WaitingRooms rooms = new InMemoryWaitingRooms(Clock.systemUTC());

        @Override
        protected WaitingRooms rooms() {
            return rooms;
        }
    }

    @Nested
    final class OfRoomRecords extends RoomRecordsContract {
        private final InMemoryLedger ledger = new InMemoryLedger(_ -> true);

        @Override
        protected RoomRecords records() {
            return ledger.roomRecords();
        }

        @Override
        protected FlashSaleRepository sales() {
            return ledger;
        }

        @Override
        protected ShopId shop() {
            return new ShopId(1);
        }

        @Override
        protected void plantOrder(OrderId id, UserId user, VoucherId voucher, Instant at) {
            ledger.plantOrder(id, user, voucher, at);
        }
    }
}
