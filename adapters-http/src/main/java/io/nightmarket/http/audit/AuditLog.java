package io.nightmarket.http.audit;

import io.nightmarket.domain.account.PhoneFormat;
import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.audit.AuditEvent;
import io.nightmarket.domain.audit.AuditTrail;
import io.nightmarket.domain.audit.StaffAction;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.answer.Refusal;
import io.nightmarket.http.limit.TokenBuckets;
import io.nightmarket.http.request.ClientAddresses;
import io.nightmarket.http.route.Request;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes what matters for security to the log at once and to the audit trail a little later. One for all verticles of a
 * node.
 */
public final class AuditLog {
    private static final Logger LOG = LoggerFactory.getLogger("audit");
    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}+");

    private final AuditTrail trail;
    private final ClientAddresses addresses;
    private final TokenBuckets refusals;
    private final TokenBuckets refusalsOfAll;
    private final Clock clock;
    private final PhoneFormat phones;
    private final AtomicLong suppressed = new AtomicLong();

    /**
     * @param refusals how many refusals of one address, or of one member of staff, are written, so that none can fill the
     *     trail
     * @param refusalsOfAll how many of all addresses together, but for those of staff; has one bucket
     * @param phones those that are masked
     */
    public AuditLog(
            AuditTrail trail,
            ClientAddresses addresses,
            TokenBuckets refusals,
            TokenBuckets refusalsOfAll,
            Clock clock,
            PhoneFormat phones) {
        this.trail = trail;
        this.addresses = addresses;
        this.refusals = refusals;
        this.refusalsOfAll = refusalsOfAll;
        this.clock = clock;
        this.phones = phones;
    }

    /**
     * Who did something.
     *
     * @param user empty without a login
     * @param staff whether a merchant or an administrator
     */
    public record Actor(Optional<UserId> user, boolean staff) {
        public static final Actor STRANGER = new Actor(Optional.empty(), false);

        public static Actor of(Session session) {
            return new Actor(Optional.of(session.user()), session.role() != Role.SHOPPER);
        }
    }

    /**
     * Writes an operation with its outcome; its path and body are the subject.
     *
     * @param alsoSuccess whether what succeeded is written, and not only logged: its change was stored without an entry
     */
    public void record(
            RoutingContext ctx,
            Session session,
            String operation,
            @Nullable Answer answer,
            @Nullable Throwable failure,
            boolean alsoSuccess) {
        String outcome = outcome(answer, failure);
        if (alsoSuccess || !outcome.equals(AuditEvent.OK)) {
            record(ctx, Actor.of(session), operation, outcome);
        } else {
            log(event(ctx.request(), Actor.of(session), operation, AuditSubject.of(ctx), outcome));
        }
    }

    /** What the caller does, for the store that writes its entry with the change. */
    public StaffAction action(Request request, String reason) {
        RoutingContext ctx = request.context();
        AuditEvent event = event(
                ctx.request(), Actor.of(request.session()), request.operation(), AuditSubject.of(ctx), AuditEvent.OK);
        return new StaffAction(
                request.session().user(), event.address(), event.action(), event.subject(), withoutPhones(reason));
    }

    /** Writes an event whose subject is the path and body of the request. */
    public void record(RoutingContext ctx, Actor actor, String operation, String outcome) {
        record(ctx.request(), actor, operation, AuditSubject.of(ctx), outcome);
    }

    /**
     * Writes an event.
     *
     * @param outcome {@link AuditEvent#OK}, or the code of a refusal
     */
    public void record(HttpServerRequest request, Actor actor, String operation, String subject, String outcome) {
        boolean refused = !outcome.equals(AuditEvent.OK);
        if (refused && !mayWriteRefusal(request, actor)) {
            suppressed.incrementAndGet();
            return;
        }
        long missing = suppressed.getAndSet(0);
        if (missing > 0) {
            LOG.warn("{} refusals before this event were not recorded: too many at once", missing);
        }
        AuditEvent event = event(request, actor, operation, subject, outcome);
        if (refused && !actor.staff()) {
            trail.recordRefusal(event);
        } else {
            trail.record(event);
        }
        log(event);
    }

    private AuditEvent event(HttpServerRequest request, Actor actor, String operation, String subject, String outcome) {
        return new AuditEvent(
                clock.instant(), actor.user(), addresses.of(request), operation, withoutPhones(subject), outcome);
    }

    private static void log(AuditEvent event) {
        LOG.info(
                "{} by user {} from {}: {} {}",
                event.action(),
                event.actor().map(UserId::value).map(String::valueOf).orElse("-"),
                event.address(),
                event.outcome(),
                event.subject());
    }

    /** Strangers at the address of staff can't use up what staff may have written. */
    private boolean mayWriteRefusal(HttpServerRequest request, Actor actor) {
        if (actor.staff()) {
            long member = ~actor.user().map(UserId::value).orElse(0L);
            return refusals.take(member).isZero();
        }
        return refusals.take(addresses.keyOf(request), () -> refusalsOfAll.take(0))
                .isZero();
    }

    private String withoutPhones(String subject) {
        return phones.masked(CONTROL.matcher(subject).replaceAll(" "));
    }

    private static String outcome(@Nullable Answer answer, @Nullable Throwable failure) {
        return failure == null
                ? answer instanceof Answer.Refused refused ? refused.code().name() : AuditEvent.OK
                : switch (DomainFailure.causeOf(failure)) {
                    case Refusal refusal -> refusal.code().name();
                    case Unavailable _ -> ErrorCode.UNAVAILABLE.name();
                    case TimedOut _ -> ErrorCode.OUTCOME_UNKNOWN.name();
                    default -> ErrorCode.INTERNAL.name();
                };
    }
}
