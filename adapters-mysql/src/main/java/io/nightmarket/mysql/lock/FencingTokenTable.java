package io.nightmarket.mysql.lock;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A table of fencing tokens: a row a resource, with the token in {@code fence}; {@code connection_id} is for people.
 *
 * @param resource the column of the key
 * @param carried columns of numbers that begin with 0 and are changed by fenced transactions in the same step
 */
public record FencingTokenTable(String name, String resource, List<String> carried) {
    public FencingTokenTable {
        carried = List.copyOf(carried);
    }

    /** The token of the last holder. */
    String last() {
        return "SELECT fence FROM " + name + " WHERE " + resource + " = ?";
    }

    /** Takes the named lock of a token and its resource for this connection; waits for these seconds. */
    String hold() {
        return "SELECT GET_LOCK(" + lock() + ", ?) AS done";
    }

    /** The connection that holds a token of a resource. */
    String holder() {
        return "SELECT IS_USED_LOCK(" + lock() + ") AS id";
    }

    /** The name is common to all databases of the server, and has 64 characters at most. */
    private String lock() {
        return "CONCAT('fence-', SHA2(CONCAT_WS(' ', DATABASE(), '" + name + "', ?, SHA2(?, 224)), 224))";
    }

    String insert() {
        return "INSERT INTO " + name + " (" + resource + ", fence, connection_id" + each(", %s") + ") VALUES (?, 0, 0"
                + each(", 0") + ") ON DUPLICATE KEY UPDATE fence = fence";
    }

    /** Answers the new token by {@code LAST_INSERT_ID}: one statement, so no other comes in between. */
    String raise() {
        return "UPDATE " + name + " SET fence = LAST_INSERT_ID(fence + 1), connection_id = CONNECTION_ID() WHERE "
                + resource + " = ?";
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
