package io.nightmarket.mysql.sale;

import io.nightmarket.domain.audit.StaffAction;
import io.nightmarket.domain.cache.CacheChange;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.SaleChange;
import io.nightmarket.domain.sale.SaleChange.Decision;
import io.nightmarket.domain.sale.SaleDetails;
import io.nightmarket.domain.sale.SalePlan;
import io.nightmarket.domain.sale.SaleState;
import io.nightmarket.domain.sale.SaleTransition;
import io.nightmarket.domain.sale.operation.ChangeOutcome;
import io.nightmarket.domain.sale.operation.SaleChanges;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.mysql.audit.AuditRows;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.nightmarket.mysql.sale.SaleChangeRows.Written;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Changes of flash_sale and its voucher; those under way stand in sale_change. A writer of one holds the sale's row meanwhile. */
public final class MySqlSaleChanges implements SaleChanges {
    private static final String LOCK = "SELECT voucher_id FROM flash_sale WHERE voucher_id = ? FOR UPDATE";

    private static final String DETAILS = SaleRows.COLUMNS + ", f.removed, " + SaleRows.NEXT_VERSION
            + " AS next_version, v.shop_id, v.title, v.sub_title, v.rules, v.pay_value, v.actual_value" + SaleRows.SALES
            + " JOIN tb_voucher v ON v.id = f.voucher_id WHERE f.voucher_id = ?";

    private static final String MOVE = "UPDATE flash_sale SET state = ?, version = " + SaleRows.NEXT_VERSION
            + ", removed = IF(?, 0, removed) WHERE voucher_id = ?";

    private static final String SHOP = "SELECT shop_id FROM tb_voucher WHERE id = ? AND shop_id > 0";

    private final Database database;

    public MySqlSaleChanges(Database database) {
        this.database = database;
    }

    /** A sale as a transaction found it, and the version that it gets next. */
    private record Found(SaleDetails details, long nextVersion, boolean isRemoved) {}

    @Override
    public CompletionStage<Optional<SaleDetails>> find(VoucherId voucher) {
        return database.answer(
                DETAILS, rows -> Rows.first(rows, row -> found(row).details()), voucher.value());
    }

    private static Found found(Row row) {
        FlashSale sale = SaleRows.sale(row);
        Long shop = Columns.numberOrNull(row, "shop_id");
        return new Found(
                new SaleDetails(sale, shop == null ? null : new ShopId(shop), SaleChangeRows.plan(row, sale.window())),
                Columns.number(row, "next_version"),
                Columns.number(row, "removed") == 1);
    }

    private static Future<Optional<Found>> details(DatabaseSession session, VoucherId voucher) {
        return session.run(DETAILS, voucher.value()).map(rows -> Rows.first(rows, MySqlSaleChanges::found));
    }

    private static Future<Optional<FlashSale>> sale(DatabaseSession session, VoucherId voucher) {
        return session.run(SaleRows.ANY, voucher.value()).map(rows -> Rows.first(rows, SaleRows::sale));
    }

    /** Works while no change of the sale is under way. */
    private CompletionStage<Answer> whenFree(
            VoucherId voucher, boolean anyway, Function<DatabaseSession, Future<Answer>> work) {
        return database.inTransaction(session -> session.run(LOCK, voucher.value())
                        .compose(locked -> SaleChangeRows.underWay(session, voucher))
                        .compose(earlier -> earlier.isPresent() && !anyway
                                ? Future.succeededFuture(new Answer.UnderWay(earlier.get()))
                                : work.apply(session)))
                .toCompletionStage();
    }

    private static Future<Answer> refused(ChangeOutcome reason) {
        return Future.succeededFuture(new Answer.Refused(reason));
    }

    @Override
    public CompletionStage<Answer> move(VoucherId voucher, SaleTransition transition, StaffAction action) {
        return whenFree(
                voucher,
                transition == SaleTransition.PAUSE,
                session -> sale(session, voucher).compose(found -> {
                    if (found.isEmpty()) {
                        return refused(ChangeOutcome.Refusal.NO_SUCH_SALE);
                    }
                    SaleState state = found.get().state();
                    return transition.isAllowedIn(state)
                            ? move(session, found.get(), transition, action)
                            : refused(new ChangeOutcome.WrongState(state));
                }));
    }

    private static Future<Answer> move(
            DatabaseSession session, FlashSale from, SaleTransition transition, StaffAction action) {
        boolean publish = transition == SaleTransition.PUBLISH;
        VoucherId voucher = from.voucher();
        return session.run(MOVE, transition.to().name(), publish ? 1 : 0, voucher.value())
                .compose(_ -> AuditRows.write(session, action, state(from.state()), state(transition.to())))
                .compose(_ ->
                        publish ? noteShop(session, voucher) : Future.succeededFuture(Optional.<CacheChange>empty()))
                .compose(cache -> sale(session, voucher).map(moved -> new Answer.Changed(moved.orElseThrow(), cache)));
    }

    private static String state(SaleState state) {
        return new JsonObject().put("state", state.name()).encode();
    }

    private static Future<Optional<CacheChange>> noteShop(DatabaseSession session, VoucherId voucher) {
        return session.run(SHOP, voucher.value())
                .map(rows -> Rows.first(rows, row -> new ShopId(Columns.number(row, "shop_id"))))
                .compose(shop -> SaleChangeRows.note(session, shop));
    }

    @Override
    public CompletionStage<Answer> write(
            VoucherId voucher, long seen, SalePlan plan, boolean withdraw, StaffAction action) {
        return whenFree(
                voucher,
                false,
                session -> details(session, voucher)
                        .compose(found -> found.isEmpty()
                                ? refused(ChangeOutcome.Refusal.NO_SUCH_SALE)
                                : write(session, found.get(), seen, plan, withdraw, action)));
    }

    private static Future<Answer> write(
            DatabaseSession session, Found found, long seen, SalePlan plan, boolean withdraw, StaffAction action) {
        FlashSale sale = found.details().sale();
        if (sale.version() != seen) {
            return refused(new ChangeOutcome.Differs(sale.version()));
        }
        if (sale.state() == SaleState.CALLED_OFF) {
            return refused(new ChangeOutcome.WrongState(sale.state()));
        }
        SaleChange change = found.details().change(plan, withdraw, found.nextVersion());
        if (sale.state() == SaleState.DRAFT) {
            return SaleChangeRows.apply(session, found.details(), change, plan, action)
                    .compose(cache ->
                            sale(session, sale.voucher()).map(now -> new Answer.Changed(now.orElseThrow(), cache)));
        }
        return found.isRemoved()
                ? refused(ChangeOutcome.Refusal.ENDED)
                : SaleChangeRows.insert(session, change, plan, action).map(new Answer.Pending(change));
    }

    @Override
    public CompletionStage<Concluded> conclude(Epoch epoch, SaleChange change, Decision decision) {
        VoucherId voucher = change.sale().voucher();
        return database.inTransaction(session -> ShardEpochs.require(session, epoch)
                        .compose(_ -> session.run(LOCK, voucher.value()))
                        .compose(_ -> SaleChangeRows.find(session, change))
                        .compose(written -> details(session, voucher)
                                .compose(found ->
                                        conclude(session, found.orElseThrow().details(), written, decision))))
                .toCompletionStage();
    }

    private static Future<Concluded> conclude(
            DatabaseSession session, SaleDetails before, Written written, Decision decision) {
        FlashSale sale = before.sale();
        if (written.end().isPresent()) {
            return Future.succeededFuture(new Concluded(sale, written.end().get(), Optional.empty()));
        }
        SaleChange change = written.change();
        boolean isTooLate = decision == Decision.APPLIED
                && written.beginsSoon()
                && !written.plan().hasPriceOf(before.plan());
        Decision end = isTooLate ? Decision.BEGUN : decision;
        Future<Optional<CacheChange>> done = end == Decision.APPLIED
                ? SaleChangeRows.apply(session, before, change, written.plan(), written.action())
                : Future.succeededFuture(Optional.empty());
        return done.compose(cache -> (isTooLate
                        // The queue has the change, and takes only a later version.
                        ? SaleChangeRows.raise(
                                session, sale, sale.state(), change.sale().version() + 1)
                        : Future.<Void>succeededFuture())
                .compose(_ -> SaleChangeRows.end(session, change, end))
                .compose(_ -> sale(session, sale.voucher()))
                .map(now -> new Concluded(now.orElseThrow(), end, cache)));
    }

    @Override
    public CompletionStage<List<SaleChange>> pending(long after, int max) {
        return database.answer(SaleChangeRows.ALL_PENDING, rows -> Rows.all(rows, SaleChangeRows::change), after, max);
    }
}
