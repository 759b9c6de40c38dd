package io.nightmarket.mysql.account;

import io.nightmarket.domain.account.Role;
import io.vertx.sqlclient.Row;

/** Reads a role from its row, which most users don't have. */
public final class Roles {
    private Roles() {}

    /** A shopper's when there is none, or none that is known: an odd row must not give a right. */
    public static Role of(Row row) {
        return switch (row.getString("role")) {
            case "ADMIN" -> Role.ADMIN;
            case "AUDITOR" -> Role.AUDITOR;
            case "MERCHANT" -> Role.MERCHANT;
            case "OPERATOR" -> Role.OPERATOR;
            case null, default -> Role.SHOPPER;
        };
    }
}
