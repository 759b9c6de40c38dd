package io.nightmarket.mysql.listing;

import io.nightmarket.domain.listing.ListRows.Condition;
import io.nightmarket.domain.listing.ListRows.Place;
import io.nightmarket.domain.listing.StaffList;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Rows;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Where the rows of a list come from.
 *
 * @param table whose rows are listed
 * @param byVoucher has rows of some vouchers read by an index of voucher and id
 * @param joins what columns come from beside the table
 * @param always what each row meets
 * @param first the first number of a place
 * @param second the second number of a place
 * @param columns what stands for each column
 */
record ListSql(
        String table,
        String byVoucher,
        String joins,
        String always,
        String first,
        String second,
        Map<String, String> columns) {
    static final String FIRST = "place_first";
    static final String SECOND = "place_second";

    private static final String STATE = "CASE WHEN f.state IN ('DRAFT', 'CALLED_OFF') THEN f.state WHEN s.end_time <="
            + " UTC_TIMESTAMP() THEN 'ENDED' WHEN f.state = 'PAUSED' THEN 'PAUSED' WHEN s.begin_time > UTC_TIMESTAMP()"
            + " THEN 'SCHEDULED' ELSE 'RUNNING' END";
    private static final String OF_SALES =
            " JOIN tb_seckill_voucher s ON s.voucher_id = f.voucher_id" + " JOIN tb_voucher v ON v.id = f.voucher_id";
    private static final String OF_ORDERS =
            " LEFT JOIN tb_voucher v ON v.id = o.voucher_id LEFT JOIN tb_user u ON u.id ="
                    + " o.user_id LEFT JOIN payment p ON p.order_id = o.id AND p.outcome = 'PAID'";

    private static final Map<StaffList, ListSql> ALL = Map.of(
            StaffList.SALES,
            new ListSql(
                    "flash_sale f",
                    "",
                    OF_SALES,
                    "f.voucher_id > 0",
                    "f.voucher_id",
                    "f.shard",
                    columns("id=f.voucher_id;shopId=v.shop_id;title=v.title;beginTime=s.begin_time;endTime=s.end_time;"
                            + "payValue=v.pay_value;issued=f.issued;stock=s.stock;state=" + STATE)),
            StaffList.ORDERS,
            new ListSql(
                    "tb_voucher_order o",
                    " FORCE INDEX (tb_voucher_order_of_voucher)",
                    OF_ORDERS,
                    "o.user_id > 0 AND o.voucher_id > 0 AND o.id > 0 AND COALESCE(o.status, 0) BETWEEN 0 AND 6",
                    "o.voucher_id",
                    "o.id",
                    columns(
                            "id=o.id;orderNo=o.id;userId=o.user_id;phone=u.phone;voucherId=o.voucher_id;shopId=v.shop_id;"
                                    + "title=v.title;status=COALESCE(NULLIF(o.status, 0), 1);createTime=o.create_time;"
                                    + "payTime=o.pay_time;useTime=o.use_time;refundTime=o.refund_time;paymentId=p.id;"
                                    + "amount=p.captured;refunded=p.refunded")));

    private static Map<String, String> columns(String text) {
        return Arrays.stream(text.split(";"))
                .map(column -> column.split("=", 2))
                .collect(Collectors.toUnmodifiableMap(column -> column[0], column -> column[1]));
    }

    static ListSql of(StaffList list) {
        ListSql known = ALL.get(list);
        if (known == null) {
            throw new IllegalArgumentException("no such list: " + list.name());
        }
        return known;
    }

    /** A statement in the making. */
    static final class Statement {
        private final StringBuilder sql = new StringBuilder();
        private final List<Object> values = new ArrayList<>();

        Statement add(String part, Object... more) {
            sql.append(part);
            values.addAll(List.of(more));
            return this;
        }

        String sql() {
            return sql.toString();
        }

        List<Object> values() {
            return values;
        }
    }

    /** The values of the columns, and the place. */
    String selected(StaffList list) {
        return list.columns().stream()
                .map(column -> columns.get(column.name()) + " AS " + column.name() + ", ")
                .collect(Collectors.joining("", "SELECT ", first + " AS " + FIRST + ", " + second + " AS " + SECOND));
    }

    /** FROM and WHERE: rows after one place, up to and with another, of these vouchers or of any when there are none. */
    Statement joined(Statement statement, List<Condition> conditions, List<Long> vouchers, Place after, Place upTo) {
        return where(
                statement.add(" FROM " + table + (vouchers.isEmpty() ? "" : byVoucher) + joins),
                conditions,
                vouchers,
                after,
                upTo);
    }

    /** As {@link #joined}, where no more of the rows matters than the conditions; of some vouchers the table says it all. */
    Statement bare(Statement statement, List<Condition> conditions, List<Long> vouchers, Place after, Place upTo) {
        return vouchers.isEmpty()
                ? joined(statement, conditions, vouchers, after, upTo)
                : where(statement.add(" FROM " + table + byVoucher), conditions, vouchers, after, upTo);
    }

    private Statement where(
            Statement statement, List<Condition> conditions, List<Long> vouchers, Place after, Place upTo) {
        Statement whole = statement
                .add(" WHERE " + always)
                .add(" AND (" + first + " < ? OR (" + first + " = ? AND " + second + " < ?))", place(after))
                .add(" AND (" + first + " > ? OR (" + first + " = ? AND " + second + " >= ?))", place(upTo));
        if (!vouchers.isEmpty()) {
            whole = whole.add(" AND " + first + " IN (" + Rows.placeholders(vouchers.size()) + ")", vouchers.toArray());
        }
        for (Condition condition : conditions) {
            String test = switch (condition.test()) {
                case ONE_OF -> " IN (" + Rows.placeholders(condition.values().size()) + ")";
                case FROM -> " >= ?";
                case BEFORE -> " < ?";
            };
            whole = whole.add(
                    " AND " + columns.get(condition.column()) + test,
                    condition.values().stream().map(ListSql::value).toArray());
        }
        return whole;
    }

    private static Object[] place(Place place) {
        return new Object[] {place.first(), place.first(), place.second()};
    }

    private static Object value(Object given) {
        return given instanceof Instant time ? Columns.seconds(time) : given;
    }

    String byPlace() {
        return " ORDER BY " + first + " DESC, " + second + " DESC LIMIT ?";
    }
}
