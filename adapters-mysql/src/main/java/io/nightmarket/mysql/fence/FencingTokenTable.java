package io.nightmarket.mysql.fence;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A table of fencing tokens: a row a resource, with the token in {@code fence}, and {@code connection_id}.
 *
 * @param resource the column of the key
 * @param carried columns of numbers that begin with 0 and are changed by fenced transactions in the same step
 */
public record FencingTokenTable(String name, String resource, List<String> carried) {
    /** For resources that have no table of their own; the key is bytes. */
    public static final FencingTokenTable ANY = new FencingTokenTable("fence", "resource", List.of());

    public FencingTokenTable {
        carried = List.copyOf(carried);
    }

    String recorded() {
        return "SELECT fence, connection_id FROM " + name + " WHERE " + resource + " = ?";
    }

    String insert() {
        return "INSERT INTO " + name + " (" + resource + ", fence, connection_id" + each(", %s") + ") VALUES (?, 0, 0"
                + each(", 0") + ") ON DUPLICATE KEY UPDATE fence = fence";
    }

    /** Fails at once, with {@link Predecessor#LOCKED}, while another transaction has the row locked. */
    String probe() {
        return "SELECT fence FROM " + name + " WHERE " + resource + " = ? FOR UPDATE NOWAIT";
    }

    /** Answers the new token by {@code LAST_INSERT_ID}: one statement, so no other comes in between. */
    String raise() {
        return "UPDATE " + name + " SET fence = LAST_INSERT_ID(fence + 1), connection_id = CONNECTION_ID() WHERE "
                + resource + " = ?";
    }

    String raiseTo() {
        return "UPDATE " + name + " SET fence = ?, connection_id = CONNECTION_ID() WHERE " + resource
                + " = ? AND fence <= ?";
    }

    String read() {
        return "SELECT fence" + each(", %s") + " FROM " + name + " WHERE " + resource + " = ? AND fence = ?";
    }

    /** Locks the row, also where nothing is carried. */
    String guard() {
        return "UPDATE " + name + " SET fence = fence" + each(", %s = ?") + " WHERE " + resource + " = ? AND fence = ?";
    }

    private String each(String pattern) {
        return carried.stream().map(column -> pattern.formatted(column)).collect(Collectors.joining());
    }
}
