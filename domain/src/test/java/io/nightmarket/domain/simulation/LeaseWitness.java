package io.nightmarket.domain.simulation;

import io.nightmarket.domain.lock.Claim;
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
            public CompletionStage<Attempt> take(Claim claim) {
                long asked = process.nanoTime();
                return store.take(claim).thenApply(attempt -> {
                    if (attempt instanceof Attempt.Granted(long token, Duration lease)) {
                        begin(claim, token, process.nanoTime(), asked + lease.toNanos());
                    }
                    return attempt;
                });
            }

            @Override
            public CompletionStage<Boolean> renew(Claim claim, int depth) {
                long asked = process.nanoTime();
                return store.renew(claim, depth).thenApply(held -> {
                    Stay mine = current.get(claim.holder());
                    if (held && mine != null && process.nanoTime() < mine.until) {
                        mine.until = asked + claim.lease().toNanos();
                    }
                    return held;
                });
            }

            @Override
            public CompletionStage<Boolean> release(Claim claim) {
                Stay mine = current.remove(claim.holder());
                if (mine != null) {
                    mine.until = Math.min(mine.until, process.nanoTime());
                }
                return store.release(claim);
            }

            @Override
            public CompletionStage<Listening> listen(Claim claim, News news) {
                return store.listen(claim, in -> process.act(() -> news.askAgain(in)));
            }
        };
    }

    private void begin(Claim claim, long token, long now, long until) {
        if (now < until) {
            Stay mine = new Stay(claim.holder(), token, now, until);
            current.put(claim.holder(), mine);
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
