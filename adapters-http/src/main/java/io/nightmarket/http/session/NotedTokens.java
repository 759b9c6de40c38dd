package io.nightmarket.http.session;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Tokens of requests that are answered without them, on their way to be checked: {@link #CHECKS} in each interval, the first
 * ones at once. Renewals go before tokens that are new to the node, of which few are kept. Used on one event loop.
 */
final class NotedTokens {
    /** 200,000 renewals take about two minutes on one event loop, and a session ends after thirty without use. */
    static final int CHECKS = 32;

    static final long INTERVAL_MILLIS = 20;

    private static final int MAX_RENEWALS = 200_000;
    private static final int MAX_UNSEEN = 2_048;

    private final Consumer<String> check;
    private final Consumer<Runnable> afterInterval;
    private final Deque<String> renewals = new ArrayDeque<>();
    private final Deque<String> unseen = new ArrayDeque<>();
    private int left = CHECKS;

    /** @param afterInterval runs a task once, on this event loop, when {@link #INTERVAL_MILLIS} have passed */
    NotedTokens(Consumer<String> check, Consumer<Runnable> afterInterval) {
        this.check = check;
        this.afterInterval = afterInterval;
    }

    /**
     * Has a token checked, now or later, unless too many wait.
     *
     * @param isRenewal whether its session held a while ago
     * @param first whether the caller is the one to have it checked; asked only when there is room
     */
    void note(String token, boolean isRenewal, Predicate<String> first) {
        Deque<String> queue = isRenewal ? renewals : unseen;
        if (queue.size() < (isRenewal ? MAX_RENEWALS : MAX_UNSEEN) && first.test(token)) {
            if (left > 0) {
                checkNow(token);
            } else {
                queue.add(token);
            }
        }
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
            checkNow(renewals.isEmpty() ? unseen.remove() : renewals.remove());
        }
    }
}
