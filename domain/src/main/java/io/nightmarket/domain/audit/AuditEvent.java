package io.nightmarket.domain.audit;

import io.nightmarket.domain.account.UserId;
import java.time.Instant;
import java.util.Optional;

/**
 * Something that matters for security: who did what, from where, and with which outcome.
 *
 * @param actor empty without a login
 * @param address that the request came from
 * @param action the operation of the contract
 * @param subject what it was done to: path and body, without secrets, cut at {@link #MAX_SUBJECT} characters
 * @param outcome OK, or the code of the refusal
 * @param change what it changed; empty when the event was not written with the change
 */
public record AuditEvent(
        Instant at,
        Optional<UserId> actor,
        String address,
        String action,
        String subject,
        String outcome,
        Optional<Change> change) {
    /** What was changed, and why; texts of the table that was changed. */
    public record Change(String reason, String before, String after) {}

    public static final String OK = "OK";
    public static final int MAX_SUBJECT = 500;

    private static final int MAX_ADDRESS = 45;
    private static final int MAX_ACTION = 64;
    private static final int MAX_OUTCOME = 32;

    public AuditEvent {
        address = cut(address, MAX_ADDRESS);
        action = cut(action, MAX_ACTION);
        subject = subject.length() <= MAX_SUBJECT ? subject : cut(subject, MAX_SUBJECT - 1) + "…";
        outcome = cut(outcome, MAX_OUTCOME);
    }

    /** An event that is written by itself. */
    public AuditEvent(
            Instant at, Optional<UserId> actor, String address, String action, String subject, String outcome) {
        this(at, actor, address, action, subject, outcome, Optional.empty());
    }

    private static String cut(String text, int max) {
        return text.length() <= max ? text : text.substring(0, max);
    }
}
