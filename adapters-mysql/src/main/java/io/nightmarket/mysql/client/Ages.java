package io.nightmarket.mysql.client;

/** Conditions on the age of rows, by the server's clock. */
public final class Ages {
    private Ages() {}

    /**
     * Whether a time lies further back than a value, or ahead: such a time was written before the clock went back,
     * and what waits for it would wait for as long. A second is left to rows that others write at the same moment.
     *
     * @param column the column of the time
     * @param unit the unit of the value, which takes the place of the one placeholder
     */
    public static String isOlder(String column, String unit) {
        return "NOT (" + column + " > NOW(3) - INTERVAL ? " + unit + " AND " + column
                + " <= NOW(3) + INTERVAL 1 SECOND)";
    }
}
