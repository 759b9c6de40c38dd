package io.nightmarket.domain.listing;

import java.util.List;

/** A list for people who work: the columns of its rows. All lists are read, shown and exported in one way. */
public record StaffList(String name, List<Column> columns) {
    /** What a value is, and so how it is shown. */
    public enum Kind {
        /** A number up to 2^53 as a rule. */
        ID,
        ORDER_ID,
        /** The id of an order, shown as the number that the buyer knows. */
        ORDER_NUMBER,
        /** Shown with its middle hidden. */
        PHONE,
        TEXT,
        COUNT,
        /** In cents. */
        MONEY,
        TIME
    }

    public record Column(String name, Kind kind) {}

    /** The sales; {@code state} is DRAFT, SCHEDULED, RUNNING, PAUSED, ENDED or CALLED_OFF, by the clock of the store. */
    public static final StaffList SALES = new StaffList(
            "sales",
            List.of(
                    new Column("id", Kind.ID),
                    new Column("shopId", Kind.ID),
                    new Column("title", Kind.TEXT),
                    new Column("state", Kind.TEXT),
                    new Column("beginTime", Kind.TIME),
                    new Column("endTime", Kind.TIME),
                    new Column("payValue", Kind.MONEY),
                    new Column("issued", Kind.COUNT),
                    new Column("stock", Kind.COUNT)));

    /** Orders in the database; {@code amount} and {@code refunded} are those of the payment that paid the order. */
    public static final StaffList ORDERS = new StaffList(
            "orders",
            List.of(
                    new Column("id", Kind.ORDER_ID),
                    new Column("orderNo", Kind.ORDER_NUMBER),
                    new Column("userId", Kind.ID),
                    new Column("phone", Kind.PHONE),
                    new Column("voucherId", Kind.ID),
                    new Column("shopId", Kind.ID),
                    new Column("title", Kind.TEXT),
                    new Column("status", Kind.COUNT),
                    new Column("createTime", Kind.TIME),
                    new Column("payTime", Kind.TIME),
                    new Column("useTime", Kind.TIME),
                    new Column("refundTime", Kind.TIME),
                    new Column("paymentId", Kind.ORDER_ID),
                    new Column("amount", Kind.MONEY),
                    new Column("refunded", Kind.MONEY)));

    public StaffList {
        columns = List.copyOf(columns);
    }

    /** Where the column of this name stands in a row. */
    public int indexOf(String column) {
        return columns.stream().map(Column::name).toList().indexOf(column);
    }
}
