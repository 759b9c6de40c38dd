package io.nightmarket.bench.sale;

import io.nightmarket.bench.common.Finding.Reading;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;

/**
 * The schedule of one load of the open model, and what comes of it; without clock and sockets. A request is late from the
 * moment at which it was due, so neither a stalled server nor a stalled generator hides anything. Times are nanoseconds since
 * the load began. For one thread.
 */
final class OpenLoad {
    private static final long LONGEST = Duration.ofMinutes(1).toNanos();
    private static final long PATIENCE = Duration.ofSeconds(20).toNanos();
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final long FRONT_ENDS_WAIT = Duration.ofSeconds(2).toNanos();
    private static final int DIGITS = 3;

    /** No rate that is reached: all connections have one under way. */
    static final double CLOSED = 100_000;

    private final Plan plan;
    private final ArrayDeque<Long> waiting = new ArrayDeque<>();
    private final List<Histogram> latencies = List.of(histogram(), histogram());
    private final Histogram refusals = histogram();
    private final Histogram lag = histogram();
    private final long[] inTime = new long[2];
    private final long[] goodBySecond;
    private long length;
    private long due;
    private long sent;
    private long answered;
    private long refused;
    private long other;
    private long notSent;

    /**
     * How much is sent.
     *
     * @param perSecond requests, at even distances
     * @param waiting requests that wait for a connection at most; further ones are not sent
     * @param most requests after which the load ends early
     */
    record Plan(double perSecond, Duration length, int waiting, long most) {
        Plan(double perSecond, Duration length, int waiting) {
            this(perSecond, length, waiting, Long.MAX_VALUE);
        }

        /** How many are due. */
        long requests() {
            return (long) Math.ceil(perSecond * length.toNanos() / 1e9);
        }

        /** Each of these requests once, as many at a time as there are connections. */
        static Plan once(int requests, Duration length, int connections) {
            return new Plan(CLOSED, length, connections, requests);
        }
    }

    /** How an answer is counted. */
    enum Verdict {
        /** What was asked for was done. */
        GOOD,
        /** 503. */
        REFUSED,
        /** Another answer. */
        OTHER
    }

    /**
     * The outcome of a load.
     *
     * @param other answers of other kinds, and requests without an answer
     * @param notSent requests that were due while too many waited
     * @param seconds from the first due time to the last, or to the last answer of a load that ended early
     * @param inTime good answers that came within these seconds, by kind
     * @param latencies the latencies of good answers, by kind, in nanoseconds
     * @param refusals the latencies of refusals
     * @param lag nanoseconds by which the generator itself was late, where a connection had been free
     * @param goodBySecond good answers of all kinds in each second of the load
     */
    record Result(
            long refused,
            long other,
            long notSent,
            double seconds,
            List<Long> inTime,
            List<Histogram> latencies,
            Histogram refusals,
            Histogram lag,
            List<Long> goodBySecond) {
        long good(int kind) {
            return latencies.get(kind).getTotalCount();
        }

        /** Good answers a second; those that came after the load had ended don't count. */
        double rate(int kind) {
            return inTime.get(kind) / seconds;
        }

        /** Good answers of all kinds a second that came within two seconds from when they were due; front ends wait no longer. */
        double goodput() {
            return latencies.stream()
                            .mapToLong(each -> each.getCountBetweenValues(0, FRONT_ENDS_WAIT))
                            .sum()
                    / seconds;
        }

        double millis(int kind, double percent) {
            return latencies.get(kind).getValueAtPercentile(percent) / 1e6;
        }

        /** What was measured of one kind; whole when all that was due was sent and done. */
        Reading reading(int kind) {
            return new Reading(rate(kind), Double.NaN, millis(kind, 50), millis(kind, 99), isWhole());
        }

        /** Whether all that was due was sent and done. */
        boolean isWhole() {
            return refused == 0 && other == 0 && notSent == 0;
        }
    }

    OpenLoad(Plan plan) {
        this.plan = plan;
        this.length = plan.length().toNanos();
        this.goodBySecond = new long[(int) plan.length().toSeconds() + 1];
    }

    private static Histogram histogram() {
        return new Histogram(LONGEST, DIGITS);
    }

    /** Learns what time it is: what is due by then waits for a connection. */
    void advance(long now) {
        for (long time = dueTime(); time <= now && time < length; time = dueTime()) {
            due++;
            if (waiting.size() < plan.waiting()) {
                waiting.add(time);
            } else if (plan.perSecond() != CLOSED) {
                notSent++;
            }
        }
    }

    private long dueTime() {
        return (long) (due * 1e9 / plan.perSecond());
    }

    /** Whether a request is to be sent now. */
    boolean hasNext() {
        return sent < plan.most() && !waiting.isEmpty();
    }

    /** The number of that request, from 0. */
    long next() {
        return sent;
    }

    /** That request is sent; answers when it was due. */
    long send(long now, long connectionFreeSince) {
        long wasDue = waiting.remove();
        sent++;
        if (connectionFreeSince <= wasDue) {
            lag.recordValue(Math.clamp(now - wasDue, 0, LONGEST));
        }
        return wasDue;
    }

    /** An answer came to a request that was due at this time. */
    void answer(Verdict verdict, int kind, long wasDue, long now) {
        answered++;
        long nanos = Math.clamp(now - wasDue, 0, LONGEST);
        switch (verdict) {
            case GOOD -> {
                latencies.get(kind).recordValue(nanos);
                inTime[kind] += now <= length ? 1 : 0;
                goodBySecond[(int) Math.min(now / SECOND, goodBySecond.length - 1)]++;
            }
            case REFUSED -> {
                refused++;
                refusals.recordValue(nanos);
            }
            case OTHER -> other++;
        }
    }

    /** Whether all was sent and answered, or the last answers were waited for long enough. */
    boolean isDone(long now) {
        if (sent == plan.most() && sent == answered) {
            length = Math.min(length, now);
            waiting.clear();
        }
        return now >= length && ((waiting.isEmpty() && sent == answered) || now > length + PATIENCE);
    }

    Result result() {
        return new Result(
                refused,
                other + sent - answered,
                notSent + waiting.size(),
                length / 1e9,
                List.of(inTime[0], inTime[1]),
                latencies,
                refusals,
                lag,
                LongStream.of(goodBySecond)
                        .limit(goodBySecond.length - 1)
                        .boxed()
                        .toList());
    }
}
