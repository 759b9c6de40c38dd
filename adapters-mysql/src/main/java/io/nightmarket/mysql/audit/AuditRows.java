package io.nightmarket.mysql.audit;

import io.nightmarket.domain.audit.AuditEvent;
import io.nightmarket.domain.audit.StaffAction;
import io.nightmarket.mysql.client.DatabaseSession;
import io.vertx.core.Future;

/** Entries of the audit trail that are written in the transaction of a change. */
public final class AuditRows {
    private static final int MAX_REASON = 500;
    private static final int MAX_STATE = 1_000;
    private static final String INSERT = "INSERT INTO audit_event (actor, address, action, subject, outcome, reason,"
            + " before_change, after_change) VALUES (?, ?, ?, ?, '" + AuditEvent.OK + "', ?, ?, ?)";

    private AuditRows() {}

    /** Writes what was done, with what was before and after it. */
    public static Future<Void> write(DatabaseSession session, StaffAction action, String before, String after) {
        return session.run(
                        INSERT,
                        action.actor().value(),
                        action.address(),
                        action.operation(),
                        action.subject(),
                        cut(action.reason(), MAX_REASON),
                        cut(before, MAX_STATE),
                        cut(after, MAX_STATE))
                .mapEmpty();
    }

    private static String cut(String text, int max) {
        return text.length() <= max ? text : text.substring(0, max - 1) + "…";
    }
}
