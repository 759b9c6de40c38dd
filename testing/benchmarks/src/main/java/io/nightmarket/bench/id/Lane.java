package io.nightmarket.bench.id;

import io.nightmarket.domain.concurrent.Calls;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;

/**
 * Asks for ids on its thread, so many at once, and keeps them, until it has enough or the time is up. All of its state
 * belongs to that thread, so that it costs little beside what is measured.
 */
final class Lane {
    /** However slow: two segments of those who lease ids, so that a lease is among them. */
    private static final int LEAST = 20_000;

    private static final int ASKINGS_PER_LOOK_AT_CLOCK = 64;

    private final Contestant.Source source;
    private final long[] ids;
    private final CompletableFuture<long[]> done = new CompletableFuture<>();
    private long end;
    private int running;
    private int asked;
    private int kept;

    Lane(Contestant.Source source, int atOnce, int most) {
        this.source = source;
        this.running = atOnce;
        this.ids = new long[most];
    }

    /** @param until by {@link System#nanoTime} */
    CompletableFuture<long[]> run(long until) {
        source.thread().execute(() -> {
            end = until;
            for (int i = running; i > 0; i--) {
                ask();
            }
        });
        return done;
    }

    /** Asks again and again while answers come at once, and goes on when a later one has come. */
    private void ask() {
        while (!isOver()) {
            asked++;
            CompletableFuture<Long> answer = Calls.start(source.next()).toCompletableFuture();
            if (answer.state() != CompletableFuture.State.SUCCESS) {
                var _ = answer.whenComplete(this::answeredLater);
                return;
            }
            ids[kept++] = answer.resultNow();
        }
        if (--running == 0) {
            done.complete(Arrays.copyOf(ids, kept));
        }
    }

    private boolean isOver() {
        return asked == ids.length
                || (asked >= LEAST && asked % ASKINGS_PER_LOOK_AT_CLOCK == 0 && System.nanoTime() - end >= 0);
    }

    private void answeredLater(Long id, Throwable failure) {
        if (failure != null) {
            done.completeExceptionally(failure);
            return;
        }
        source.thread().execute(() -> {
            ids[kept++] = id;
            ask();
        });
    }
}
