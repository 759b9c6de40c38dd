package io.nightmarket.mysql;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.audit.AuditEvent;
import io.nightmarket.domain.audit.AuditTrail;
import io.nightmarket.domain.contract.AuditTrailContract;
import io.nightmarket.mysql.audit.MySqlAuditTrail;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.Databases;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class MySqlAuditTrailIT extends AuditTrailContract {
    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00.123Z");

    @AutoClose
    private static final MySqlFixture MYSQL = new MySqlFixture();

    /** Written by this test alone. */
    private final String action = "action" + ThreadLocalRandom.current().nextLong(1_000_000_000_000L);

    @Override
    protected AuditTrail trail() {
        return MYSQL.adapters().auditTrail();
    }

    private AuditEvent event(Instant at, String outcome) {
        return new AuditEvent(at, Optional.empty(), "203.0.113.7", action, "", outcome);
    }

    private long written(String outcome) {
        return MySqlFixture.number(
                "SELECT COUNT(*) FROM audit_event WHERE action = ? AND outcome = ?", action, outcome);
    }

    /** A trail that writes only when it is asked to. */
    private static void onTrail(Consumer<MySqlAuditTrail> work) {
        Database database = new Databases(MYSQL.vertx(), MySqlFixture.CONFIG).shared();
        work.accept(new MySqlAuditTrail(database));
        await(database.close().toCompletionStage());
    }

    @Test
    void aFloodOfRefusalsLeavesPlacesAndIsWrittenAtOnce() {
        onTrail(trail -> {
            for (int i = 0; i < 12_000; i++) {
                trail.recordRefusal(event(NOW, "CODE_WRONG"));
            }
            for (int i = 0; i < 3_000; i++) {
                trail.record(event(NOW, AuditEvent.OK));
            }

            await(trail.flushes().flush().toCompletionStage());

            assertEquals(8_000, written("CODE_WRONG"));
            assertEquals(2_000, written(AuditEvent.OK));
        });
    }

    @Test
    void anEventThatTheTablesRefuseIsDroppedAlone() {
        onTrail(trail -> {
            trail.record(event(NOW, "FIRST"));
            trail.record(event(Instant.parse("3000-01-01T00:00:00Z"), "REFUSED"));
            trail.record(event(NOW, "THIRD"));

            await(trail.flushes().flush().toCompletionStage());

            assertEquals(1, written("FIRST"));
            assertEquals(0, written("REFUSED"));
            assertEquals(1, written("THIRD"));
            trail.record(event(NOW, "FOURTH"));
            await(trail.flushes().flush().toCompletionStage());
            assertEquals(1, written("FIRST"));
            assertEquals(1, written("FOURTH"));
        });
    }
}
