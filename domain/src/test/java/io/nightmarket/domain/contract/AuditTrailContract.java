package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.audit.AuditEvent;
import io.nightmarket.domain.audit.AuditTrail;
import io.nightmarket.domain.audit.AuditTrail.Filter;
import io.nightmarket.domain.audit.AuditTrail.Recorded;
import io.nightmarket.domain.base.Prune;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

public abstract class AuditTrailContract {
    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00.123Z");

    /** Acts in this test alone. */
    private final UserId actor = new UserId(ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE));

    protected abstract AuditTrail trail();

    private AuditEvent event(String action, String subject) {
        return new AuditEvent(NOW, Optional.of(actor), "203.0.113.7", action, subject, AuditEvent.OK);
    }

    private List<Recorded> list(Optional<String> action, long before, int size) {
        return await(trail().list(new Filter(Optional.of(actor), action), before, size));
    }

    private static List<AuditEvent> events(List<Recorded> recorded) {
        return recorded.stream().map(Recorded::event).toList();
    }

    @Test
    void eventsAreListedNewestFirst() {
        AuditEvent first = event("pauseSale", "/admin/sales/1/pause");
        AuditEvent second = event("resumeSale", "夜市 \uD83C\uDF1C {\"a\":1}");
        trail().record(first);
        trail().record(second);

        assertEquals(List.of(second, first), events(list(Optional.empty(), Long.MAX_VALUE, 10)));
        assertEquals(List.of(first), events(list(Optional.of("pauseSale"), Long.MAX_VALUE, 10)));
        assertEquals(List.of(), events(list(Optional.of("clearCache"), Long.MAX_VALUE, 10)));
    }

    @Test
    void eventsArePrunedByAge() {
        AuditEvent old = new AuditEvent(
                Instant.parse("2001-01-01T00:00:00Z"), Optional.of(actor), "", "pauseSale", "", AuditEvent.OK);
        AuditEvent kept = event("pauseSale", "");
        trail().record(old);
        trail().recordRefusal(kept);
        assertEquals(List.of(kept, old), events(list(Optional.empty(), Long.MAX_VALUE, 10)));

        await(new Prune(
                        trail()::prune,
                        Duration.ofHours(1),
                        Clock.fixed(old.at().plusSeconds(3_601), ZoneOffset.UTC))
                .iterate());

        assertEquals(List.of(kept), events(list(Optional.empty(), Long.MAX_VALUE, 10)));
    }

    @Test
    void aPageGoesOnBeforeTheLastEventOfTheOneBefore() {
        for (int i = 0; i < 5; i++) {
            trail().record(event("step" + i, ""));
        }

        List<Recorded> page = list(Optional.empty(), Long.MAX_VALUE, 3);
        List<Recorded> rest = list(Optional.empty(), page.getLast().number(), 3);

        assertEquals(
                List.of("step4", "step3", "step2"),
                page.stream().map(each -> each.event().action()).toList());
        assertEquals(
                List.of("step1", "step0"),
                rest.stream().map(each -> each.event().action()).toList());
    }

    @Test
    void anEventWithoutALoginAndALongSubjectIsWritten() {
        AuditEvent event = new AuditEvent(
                NOW, Optional.empty(), "2001:db8::1", "logIn" + actor.value(), "x".repeat(1_000), "CODE_WRONG");
        trail().record(event);

        List<Recorded> found =
                await(trail().list(new Filter(Optional.empty(), Optional.of(event.action())), Long.MAX_VALUE, 10));

        assertEquals(List.of(event), events(found));
        assertEquals(AuditEvent.MAX_SUBJECT, event.subject().length());
    }
}
