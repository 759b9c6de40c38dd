package io.nightmarket.mysql.sale;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.audit.StaffAction;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.cache.CacheChange;
import io.nightmarket.domain.cache.CacheNames;
import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.SaleChange;
import io.nightmarket.domain.sale.SaleChange.Decision;
import io.nightmarket.domain.sale.SaleDetails;
import io.nightmarket.domain.sale.SalePlan;
import io.nightmarket.domain.sale.SaleState;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.mysql.audit.AuditRows;
import io.nightmarket.mysql.cache.ChangeLog;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import java.util.List;
import java.util.Optional;

/** Rows of sale_change, and what they change. The row of the sale is locked meanwhile. */
final class SaleChangeRows {
    private static final String PENDING = " AND c.decision = 'PENDING'";

    /** The sale of a change is the sale as it is with the change. */
    static final String COLUMNS = "SELECT f.voucher_id, f.shard, f.issued, c.state, c.version, f.acknowledgement,"
            + " COALESCE(s.stock, 0) AS stock, c.begin_time, c.end_time, c.before_begin, c.decision, c.title, c.sub_title,"
            + " c.rules, c.pay_value, c.actual_value, c.actor, c.address, c.operation, c.subject, c.reason,"
            + " LEAST(s.begin_time, c.begin_time) <= UTC_TIMESTAMP() + INTERVAL "
            + SaleChange.PRICE_LEAD.toSeconds() + " SECOND AS begins_soon," + SaleRows.OPTIONS
            + " FROM sale_change c JOIN flash_sale f ON f.voucher_id = c.voucher_id"
            + " LEFT JOIN tb_seckill_voucher s ON s.voucher_id = c.voucher_id";

    private static final String OF_SALE = COLUMNS + " WHERE c.voucher_id = ?" + PENDING;
    private static final String ONE = COLUMNS + " WHERE c.voucher_id = ? AND c.version = ?";

    static final String ALL_PENDING = COLUMNS + " WHERE c.voucher_id > ?" + PENDING + " ORDER BY c.voucher_id LIMIT ?";

    private static final String INSERT = "INSERT INTO sale_change (voucher_id, version, state, before_begin, title,"
            + " sub_title, rules, pay_value, actual_value, begin_time, end_time, actor, address, operation, subject, reason)"
            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

    private static final String END = "UPDATE sale_change SET decision = ? WHERE voucher_id = ? AND version = ?";

    private static final String TEXTS =
            "UPDATE tb_voucher SET title = ?, sub_title = ?, rules = ?, pay_value = ?, actual_value = ? WHERE id = ?";

    private static final String WINDOW =
            "UPDATE tb_seckill_voucher SET begin_time = ?, end_time = ? WHERE voucher_id = ?";

    private static final String RAISE =
            "UPDATE flash_sale SET state = ?, version = GREATEST(version + 1, ?)" + " WHERE voucher_id = ?";

    private SaleChangeRows() {}

    /** A change as it was written down. */
    record Written(SaleChange change, SalePlan plan, StaffAction action, Optional<Decision> end, boolean beginsSoon) {}

    static Future<Optional<SaleChange>> underWay(DatabaseSession session, VoucherId voucher) {
        return session.run(OF_SALE, voucher.value()).map(rows -> Rows.first(rows, SaleChangeRows::change));
    }

    static Future<Written> find(DatabaseSession session, SaleChange change) {
        FlashSale wanted = change.sale();
        return session.run(ONE, wanted.voucher().value(), wanted.version())
                .map(rows -> Rows.first(rows, SaleChangeRows::written)
                        .orElseThrow(() -> new Unavailable("the database lost the change with its last commits")));
    }

    static SaleChange change(Row row) {
        return new SaleChange(SaleRows.sale(row), Columns.number(row, "before_begin") == 1);
    }

    private static Written written(Row row) {
        SaleChange change = change(row);
        String decision = Columns.text(row, "decision");
        return new Written(
                change,
                plan(row, change.sale().window()),
                new StaffAction(
                        new UserId(Columns.number(row, "actor")),
                        Columns.text(row, "address"),
                        Columns.text(row, "operation"),
                        Columns.text(row, "subject"),
                        Columns.text(row, "reason")),
                decision.equals("PENDING") ? Optional.empty() : Optional.of(Decision.valueOf(decision)),
                Columns.number(row, "begins_soon") == 1);
    }

    static SalePlan plan(Row row, SaleWindow window) {
        return new SalePlan(
                Columns.text(row, "title"),
                Columns.textOrNull(row, "sub_title"),
                Columns.textOrNull(row, "rules"),
                Columns.number(row, "pay_value"),
                Columns.number(row, "actual_value"),
                window);
    }

    static Future<Void> insert(DatabaseSession session, SaleChange change, SalePlan plan, StaffAction action) {
        FlashSale wanted = change.sale();
        return session.run(
                        INSERT,
                        wanted.voucher().value(),
                        wanted.version(),
                        wanted.state().name(),
                        change.beforeBegin() ? 1 : 0,
                        plan.title(),
                        plan.subTitle(),
                        plan.rules(),
                        plan.payValue(),
                        plan.actualValue(),
                        Columns.seconds(plan.window().begin()),
                        Columns.seconds(plan.window().end()),
                        action.actor().value(),
                        action.address(),
                        action.operation(),
                        action.subject(),
                        action.reason())
                .mapEmpty();
    }

    static Future<Void> end(DatabaseSession session, SaleChange change, Decision decision) {
        FlashSale wanted = change.sale();
        return session.run(END, decision.name(), wanted.voucher().value(), wanted.version())
                .mapEmpty();
    }

    /** Gives the sale this state, and at least this version. */
    static Future<Void> raise(DatabaseSession session, FlashSale sale, SaleState state, long version) {
        return session.run(RAISE, state.name(), version, sale.voucher().value()).mapEmpty();
    }

    /** Gives a sale its plan, with the audit entry. */
    static Future<Optional<CacheChange>> apply(
            DatabaseSession session, SaleDetails before, SaleChange change, SalePlan plan, StaffAction action) {
        FlashSale sale = before.sale();
        boolean withdraws = change.sale().state() == SaleState.DRAFT && sale.state() != SaleState.CALLED_OFF;
        SaleState state = withdraws ? SaleState.DRAFT : sale.state();
        long voucher = sale.voucher().value();
        JsonObject was = describe(before.plan(), sale.state());
        JsonObject is = describe(plan, state);
        keepDifferences(was, is);
        return session.run(
                        TEXTS,
                        plan.title(),
                        plan.subTitle(),
                        plan.rules(),
                        plan.payValue(),
                        plan.actualValue(),
                        voucher)
                .compose(_ -> session.run(
                        WINDOW,
                        Columns.seconds(plan.window().begin()),
                        Columns.seconds(plan.window().end()),
                        voucher))
                .compose(_ -> raise(session, sale, state, change.sale().version()))
                .compose(_ -> AuditRows.write(session, action, was.encode(), is.encode()))
                .compose(_ -> note(session, Optional.ofNullable(before.shop())));
    }

    private static void keepDifferences(JsonObject one, JsonObject other) {
        for (String name : List.copyOf(one.fieldNames())) {
            if (one.getValue(name).equals(other.getValue(name))) {
                one.remove(name);
                other.remove(name);
            }
        }
    }

    private static JsonObject describe(SalePlan plan, SaleState state) {
        return new JsonObject()
                .put("state", state.name())
                .put("payValue", plan.payValue())
                .put("actualValue", plan.actualValue())
                .put("beginTime", plan.window().begin().toString())
                .put("endTime", plan.window().end().toString())
                .put("title", plan.title())
                .put("subTitle", Optional.ofNullable(plan.subTitle()).orElse(""))
                .put("rules", Optional.ofNullable(plan.rules()).orElse(""));
    }

    /** What shoppers see of the shop's vouchers changes. */
    static Future<Optional<CacheChange>> note(DatabaseSession session, Optional<ShopId> shop) {
        return shop.map(known -> ChangeLog.note(session, CacheNames.VOUCHERS, Long.toString(known.value()))
                        .map(Optional::of))
                .orElse(Future.succeededFuture(Optional.empty()));
    }
}
