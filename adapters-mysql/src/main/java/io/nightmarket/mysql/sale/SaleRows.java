package io.nightmarket.mysql.sale;

import io.nightmarket.domain.sale.Acknowledgement;
import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.SaleState;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.shop.SaleOptions;
import io.nightmarket.domain.shop.Voucher;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.shop.VoucherRows;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Rows of vouchers and sales, and what statements about them share. */
final class SaleRows {
    private static final Logger LOG = LoggerFactory.getLogger(SaleRows.class);

    /** A sale that doesn't begin before it ends, as adopted tables may hold, is none to the queue. */
    static final String HAS_WINDOW = " AND s.begin_time < s.end_time";

    static final String IS_PUBLISHED = " AND f.state <> 'DRAFT'";

    static final String CAN_OPEN = HAS_WINDOW + IS_PUBLISHED;

    /** The time stands for the versions that the queue was given and the database lost with its last commits. */
    static final String NEXT_VERSION = "GREATEST(version + 1, CAST(UNIX_TIMESTAMP(NOW(6)) * 1000000 AS UNSIGNED))";

    /** False of a voucher that is no sale here. */
    static final String OPTIONS = " f.waitlist_last IS NOT NULL AS has_waitlist, f.waiting_room <=> 1 AS has_room,"
            + " f.signed_path <=> 1 AS has_path";

    static final String COLUMNS = "SELECT f.voucher_id, f.shard, f.issued, f.state, f.version,"
            + " f.acknowledgement, s.stock, s.begin_time, s.end_time," + OPTIONS;

    static final String SALES = " FROM flash_sale f JOIN tb_seckill_voucher s ON s.voucher_id = f.voucher_id";

    /** Also sales whose window, or whole voucher, other software spoilt: they can be paused. */
    static final String ALL_SALES = " FROM flash_sale f LEFT JOIN tb_seckill_voucher s ON s.voucher_id = f.voucher_id";

    /** The adjustments that the stock contains. */
    static final String COUNTED_IN = " AND (a.units > 0 OR a.state = 'DONE')";

    /** A replayed order that was settled or refused may still have its dead letter. */
    static final String UNSETTLED = " AND NOT EXISTS (SELECT 1 FROM order_claim e"
            + " WHERE e.voucher_id = d.voucher_id AND e.user_id = d.user_id AND e.order_id = d.order_id)"
            + " AND NOT EXISTS (SELECT 1 FROM tb_voucher_order o WHERE o.id = d.order_id)"
            + " AND NOT EXISTS (SELECT 1 FROM order_rejection r WHERE r.order_id = d.order_id)";

    static final String HAS_LETTERS = "EXISTS (SELECT 1 FROM dead_letter d WHERE d.voucher_id = f.voucher_id)";

    /** One of any state, however spoilt. */
    static final String ANY = COLUMNS + ALL_SALES + " WHERE f.voucher_id = ?";

    static final String FIND = COLUMNS + SALES + " WHERE f.voucher_id = ?" + CAN_OPEN;

    private SaleRows() {}

    static Voucher voucher(Row row) {
        return VoucherRows.voucher(row, terms(row));
    }

    static FlashSale sale(Row row) {
        return new FlashSale(
                new VoucherId(Columns.number(row, "voucher_id")),
                new Shard(Columns.small(row, "shard")),
                SaleState.valueOf(Columns.text(row, "state")),
                window(Columns.time(row, "begin_time"), Columns.time(row, "end_time")),
                Columns.number(row, "issued"),
                Columns.number(row, "stock"),
                Acknowledgement.valueOf(Columns.text(row, "acknowledgement")),
                Columns.number(row, "version"),
                options(row));
    }

    /** One that doesn't begin before it ends is over after a second. */
    private static SaleWindow window(Instant begin, Instant end) {
        return new SaleWindow(begin, begin.isBefore(end) ? end : begin.plusSeconds(1));
    }

    private static SaleOptions options(Row row) {
        return new SaleOptions(
                Columns.number(row, "has_waitlist") == 1,
                Columns.number(row, "has_room") == 1,
                Columns.number(row, "has_path") == 1);
    }

    private static Voucher.@Nullable Terms terms(Row row) {
        Long stock = Columns.numberOrNull(row, "stock");
        return stock == null
                ? null
                : new Voucher.Terms(
                        stock, Columns.time(row, "begin_time"), Columns.time(row, "end_time"), options(row));
    }

    /** A row that can't be read must not hold up the others. */
    static <T> List<T> readable(RowSet<Row> rows, Function<Row, T> reader) {
        List<T> read = new ArrayList<>();
        for (Row row : rows) {
            try {
                read.add(reader.apply(row));
            } catch (IllegalArgumentException e) {
                LOG.warn(
                        "A row of voucher {} can't be read and is left out: {}",
                        row.getValue("voucher_id"),
                        e.toString());
            }
        }
        return read;
    }

    static VoucherId id(Row row) {
        return new VoucherId(Columns.number(row, "voucher_id"));
    }
}
