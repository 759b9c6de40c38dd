package io.nightmarket.domain.simulation;

import io.nightmarket.domain.lock.LeaseRequest;
import io.nightmarket.domain.lock.LeaseStore;
import io.nightmarket.domain.simulation.Violation.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** Writes down from when to when each process may take a key for its own, going by the store's answers to it. */
final class LeaseWitness {
    /** One's time with a key, which is over when the lease is, whether that is noticed or not. */
    private static final class Stay {
        private final String holder;
        private final long token;
        private final long from;
        private long until;

        Stay(String holder, long token, long from, long until) {
            this.holder = holder;
            this.token = token;
            this.from = from;
            this.until = until;
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT, "%s with token %d from %.3f to %.3f ms", holder, token, from / 1e6, until / 1e6);
        }
    }

    private final Map<String, Stay> current = new HashMap<>();
    private final List<Stay> stays = new ArrayList<>();

    /** The store, as the lock of this process sees it. */
    LeaseStore in(LeaseStore store, Life process) {
        return new LeaseStore() {
            @Override
            public CompletionStage<Attempt> take(LeaseRequest request) {
                long asked = process.nanoTime();
                return store.take(request).thenApply(attempt -> {
                    if (attempt instanceof Attempt.Granted(long token, Duration lease)) {
                        begin(request, token, process.nanoTime(), asked + lease.toNanos());
                    }
                    return attempt;
                });
            }

            @Override
            public CompletionStage<Boolean> renew(LeaseRequest request, int reentranceCount) {
                long asked = process.nanoTime();
                return store.renew(request, reentranceCount).thenApply(held -> {
                    Stay mine = current.get(request.holder());
                    if (held && mine != null && process.nanoTime() < mine.until) {
                        mine.until = asked + request.lease().toNanos();
                    }
                    return held;
                });
            }

            @Override
            public CompletionStage<Boolean> release(LeaseRequest request) {
                Stay mine = current.remove(request.holder());
                if (mine != null) {
                    mine.until = Math.min(mine.until, process.nanoTime());
                }
                return store.release(request);
            }

            @Override
            public CompletionStage<Subscription> subscribe(LeaseRequest request, WakeUp wakeUp) {
                return store.subscribe(request, in -> process.act(() -> wakeUp.retryAfter(in)));
            }
        };
    }

    private void begin(LeaseRequest request, long token, long now, long until) {
        if (now < until) {
            Stay mine = new Stay(request.holder(), token, now, until);
            current.put(request.holder(), mine);
            stays.add(mine);
        }
    }

    int stays() {
        return stays.size();
    }

    /** No two stays overlap, and each has a greater token than the one before. */
    List<Violation> check() {
        List<Violation> violations = new ArrayList<>();
        stays.sort(Comparator.comparingLong(stay -> stay.from));
        for (int i = 1; i < stays.size(); i++) {
            Stay earlier = stays.get(i - 1);
            Stay later = stays.get(i);
            if (later.from < earlier.until || later.token <= earlier.token) {
                violations.add(new Violation(Kind.TWO_HOLDERS, earlier + "; " + later));
            }
        }
        return violations;
    }
}
