package io.nightmarket.http.session;

import java.util.LinkedHashSet;
import java.util.SequencedSet;
import java.util.function.Consumer;

/**
 * Tokens of requests that are answered without them, on their way to be checked: {@link #CHECKS} in each interval, the first
 * ones at once. Renewals go before tokens that are new to the node, of which the newest are kept. Used on one event loop.
 */
final class NotedTokens {
    /** 200,000 renewals take about four minutes on one event loop, and a session ends after thirty without use. */
    static final int CHECKS = 16;

    static final long INTERVAL_MILLIS = 20;

    private static final int MAX_RENEWALS = 200_000;
    static final int MAX_UNSEEN = 2_048;

    private final Consumer<String> check;
    private final Consumer<Runnable> afterInterval;
    private final SequencedSet<String> renewals = new LinkedHashSet<>();
    private final SequencedSet<String> unseen = new LinkedHashSet<>();
    private int left = CHECKS;

    /** @param afterInterval runs a task once, on this event loop, when {@link #INTERVAL_MILLIS} have passed */
    NotedTokens(Consumer<String> check, Consumer<Runnable> afterInterval) {
        this.check = check;
        this.afterInterval = afterInterval;
    }

    /**
     * Has a token checked, now or later. When too many wait, a renewal is left out, and of the others the oldest is.
     *
     * @param isRenewal whether its session held in the last 30 minutes
     */
    void note(String token, boolean isRenewal) {
        if (left > 0) {
            checkNow(token);
        } else if (!isRenewal) {
            unseen.add(token);
            if (unseen.size() > MAX_UNSEEN) {
                unseen.removeFirst();
            }
        } else if (renewals.size() < MAX_RENEWALS) {
            renewals.add(token);
        }
    }

    int waiting() {
        return renewals.size() + unseen.size();
    }

    private void checkNow(String token) {
        if (left == CHECKS) {
            afterInterval.accept(this::begin);
        }
        left--;
        check.accept(token);
    }

    private void begin() {
        left = CHECKS;
        while (left > 0 && !(renewals.isEmpty() && unseen.isEmpty())) {
            checkNow(renewals.isEmpty() ? unseen.removeFirst() : renewals.removeFirst());
        }
    }
}
