package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.memory.RankedLine.Place;
import io.nightmarket.domain.sale.waiting.RoomRules;
import io.nightmarket.domain.sale.waiting.RoomSale;
import io.nightmarket.domain.sale.waiting.WaitingRooms.Arrival;
import io.nightmarket.domain.sale.waiting.WaitingRooms.RoomPlace;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** One room; a step of it is that of the script enter-room. */
final class InMemoryRoom {
    private static final String FRESH = "f";

    final Map<UserId, Ticket> tickets = new HashMap<>();
    final RankedLine line = new RankedLine();
    private final TreeSet<Due> due = new TreeSet<>(Comparator.comparingLong(Due::at)
            .thenComparingLong(entry -> entry.user().value()));
    private long begin;
    private long end;
    private long version;
    long rate;
    long turns;
    private double credit;
    private long at;
    /** Since when a turn is unused; 0 while any user who asks has it, 1 while there is none. */
    private long ready = 1;

    private long last;
    private final Returns first = new Returns();
    private final Returns later = new Returns();
    /** Users in line who did not come back yet. */
    private long fresh;

    record Ticket(State state, long number, Instant until, Instant since, String key) {
        enum State {
            WAITING,
            TURN,
            IN_USE,
            USED,
            LEFT,
            REVOKED
        }
    }

    private record Due(long at, UserId user) {}

    /** How often users came back in time; old counts fade. */
    private static final class Returns {
        private double kept;
        private double missed;

        double share() {
            if (kept + missed > RoomRules.REMEMBERED) {
                kept /= 2;
                missed /= 2;
            }
            return 1 - missed / Math.max(1, kept + missed);
        }
    }

    private Returns returns(Ticket held) {
        boolean isFirst = held.key().equals(FRESH);
        fresh -= isFirst ? 1 : 0;
        return isFirst ? first : later;
    }

    InMemoryRoom(RoomSale sale, long rate, Instant now) {
        this.begin = sale.window().begin().toEpochMilli();
        this.end = sale.window().end().toEpochMilli();
        this.version = sale.version();
        this.rate = rate;
        this.at = now.toEpochMilli();
    }

    /** Takes over the window of a later version. */
    InMemoryRoom of(RoomSale sale) {
        if (sale.version() > version) {
            begin = sale.window().begin().toEpochMilli();
            end = sale.window().end().toEpochMilli();
            version = sale.version();
        }
        return this;
    }

    void revoke(UserId user) {
        var _ = leave(user);
        tickets.put(user, new Ticket(Ticket.State.REVOKED, 0, Instant.EPOCH, Instant.EPOCH, ""));
    }

    boolean leave(UserId user) {
        Ticket held = tickets.get(user);
        if (held == null || held.state() == Ticket.State.REVOKED) {
            return false;
        }
        tickets.put(user, new Ticket(Ticket.State.LEFT, held.number(), Instant.EPOCH, Instant.EPOCH, ""));
        takeOut(user, held);
        fresh -= held.state() == Ticket.State.WAITING && held.key().equals(FRESH) ? 1 : 0;
        return true;
    }

    private void takeOut(UserId user, Ticket held) {
        line.remove(new Place(held.number(), user));
        due.remove(new Due(held.until().toEpochMilli(), user));
    }

    /** Whether a turn can be used: a use that began at a time that lies ahead is over as well. */
    static boolean isFree(Ticket held, Instant now) {
        return held.state() == Ticket.State.TURN
                || (held.state() == Ticket.State.IN_USE
                        && Duration.between(held.since(), now).abs().compareTo(RoomRules.USE) >= 0);
    }

    RoomPlace ask(Arrival arrival, boolean joining, Instant now) {
        if (now.toEpochMilli() >= end) {
            return new RoomPlace.Ended();
        }
        saveTurns(now.toEpochMilli());
        leaveOutLate(now.toEpochMilli());
        Ticket held = tickets.get(arrival.user());
        if (held != null && held.state() == Ticket.State.REVOKED) {
            return new RoomPlace.Revoked();
        }
        boolean isFree = held != null && isFree(held, now);
        if (held != null && isFree && now.isBefore(held.until())) {
            return new RoomPlace.Turn(held.number(), held.until(), Duration.between(now, held.until()));
        }
        if (held != null
                && !isFree
                && (held.state() == Ticket.State.IN_USE || (held.state() == Ticket.State.USED && !joining))) {
            return new RoomPlace.Used();
        }
        long number = number(arrival, held, joining, now);
        return number == 0 ? new RoomPlace.NotWaiting() : inLine(arrival.user(), number, held, now.toEpochMilli());
    }

    private long number(Arrival arrival, @Nullable Ticket held, boolean joining, Instant now) {
        if (held != null
                && held.state() == Ticket.State.WAITING
                && !now.isAfter(held.until().plus(RoomRules.SLACK).plus(RoomRules.GRACE))) {
            returns(held).kept++;
            return held.number();
        }
        if (held == null && arrival.shown() != 0 && now.isBefore(arrival.shownUntil())) {
            return arrival.shown();
        }
        if (!joining) {
            return 0;
        }
        if (now.toEpochMilli() < begin) {
            return arrival.draw();
        }
        last = Math.max(last + 1, ChronoUnit.MICROS.between(Instant.EPOCH, now));
        return last;
    }

    /** Times that lie ahead are of a clock that went back. */
    private void saveTurns(long now) {
        at = Math.min(at, now);
        ready = Math.min(ready, now);
        long since = Math.max(at, begin);
        if (now <= since) {
            return;
        }
        double before = credit;
        double most = Math.max(1, rate * RoomRules.SAVED_SECONDS);
        credit = Math.min(most, credit + rate * (now - since) / 1000.0);
        if (before < 1 && credit >= 1 && ready != 0) {
            ready = now - (long) ((credit - 1) / rate * 1000);
        }
        at = now;
    }

    /** Who would be due later than any is of a clock that went back. */
    private void leaveOutLate(long now) {
        long latest = now + RoomRules.FARTHEST.plus(RoomRules.SLACK).toMillis();
        for (int i = 0; i < RoomRules.MAX_LATE && !due.isEmpty(); i++) {
            Due next = due.first().at() <= now - RoomRules.SLACK.toMillis() ? due.first() : due.last();
            if (next.at() > now - RoomRules.SLACK.toMillis() && next.at() < latest) {
                return;
            }
            Ticket late = Objects.requireNonNull(tickets.get(next.user()));
            due.remove(next);
            line.remove(new Place(late.number(), next.user()));
            returns(late).missed++;
            tickets.put(next.user(), new Ticket(late.state(), late.number(), late.until(), late.since(), ""));
        }
    }

    private RoomPlace inLine(UserId user, long number, @Nullable Ticket held, long now) {
        if (held != null) {
            takeOut(user, held);
        }
        Place place = new Place(number, user);
        line.add(place);
        int before = line.rank(place);
        boolean isNext = before + 1 <= credit;
        if (now >= begin && credit >= 1 && (isNext || now - ready >= RoomRules.HOLD.toMillis())) {
            credit--;
            ready = isNext ? now : 0;
            turns++;
            line.remove(place);
            Instant until = Instant.ofEpochMilli(now).plus(RoomRules.TURN);
            tickets.put(user, new Ticket(Ticket.State.TURN, number, until, Instant.EPOCH, ""));
            return new RoomPlace.Turn(number, until, RoomRules.TURN);
        }
        return waiting(user, number, before, now, held == null);
    }

    private RoomPlace waiting(UserId user, long number, int before, long now, boolean isFresh) {
        double freshShare = Math.min(1, (double) fresh / Math.max(1, line.size()));
        double returning = freshShare * first.share() + (1 - freshShare) * (1 - (1 - later.share()) / 2);
        double inLine = Math.max(0, (before + 1 - credit) * returning / rate * 1000);
        double opening = Math.max(0L, begin - now);
        long comeBack = (long)
                Math.clamp(opening + inLine * RoomRules.COME_BACK, (double) RoomRules.NEAREST.toMillis(), (double)
                        RoomRules.FARTHEST.toMillis());
        tickets.put(
                user,
                new Ticket(
                        Ticket.State.WAITING,
                        number,
                        Instant.ofEpochMilli(now + comeBack),
                        Instant.EPOCH,
                        isFresh ? FRESH : ""));
        fresh += isFresh ? 1 : 0;
        due.add(new Due(now + comeBack, user));
        return new RoomPlace.Waiting(
                number,
                before,
                Duration.ofMillis((long) (opening > 0 ? opening : inLine)),
                Duration.ofMillis(comeBack),
                Instant.ofEpochMilli(now));
    }
}
