package io.nightmarket.bench.sale;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;

/**
 * Load of the open model over bare connections, at rates at which an HTTP client would need the machine for itself: a
 * request is sent when it is due, or as soon as a connection is free, and late from when it was due. For one thread.
 */
final class OpenSockets implements AutoCloseable {
    private static final long LONGEST = Duration.ofMinutes(1).toNanos();
    private static final long PATIENCE = Duration.ofSeconds(20).toNanos();
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final int DIGITS = 3;

    /** No rate that is reached: all connections have one under way. */
    static final double CLOSED = 100_000;

    private final Selector selector = Selector.open();
    private final List<Connection> connections = new ArrayList<>();
    private final ArrayDeque<Connection> idle = new ArrayDeque<>();

    OpenSockets(int port, int number) throws IOException {
        for (int i = 0; i < number; i++) {
            SocketChannel channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            channel.configureBlocking(false);
            Connection made = new Connection(channel);
            var _ = channel.register(selector, SelectionKey.OP_READ, made);
            connections.add(made);
            idle.add(made);
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
     * What came of a load.
     *
     * @param notSent requests that were due while too many waited
     * @param seconds from the first due time to the last, or to the last answer of a run that ended early
     * @param inTime good answers that came within these seconds, by kind
     * @param latencies of answers that were good, by kind, in nanoseconds
     * @param refusals latency of those
     * @param goodBySecond good answers of all kinds in each second of the run
     */
    record Result(
            long refused,
            long other,
            long notSent,
            double seconds,
            List<Long> inTime,
            List<Histogram> latencies,
            Histogram refusals,
            List<Long> goodBySecond) {
        long good(int kind) {
            return latencies.get(kind).getTotalCount();
        }

        /** Good answers a second; those that came after the load had ended don't count. */
        double rate(int kind) {
            return inTime.get(kind) / seconds;
        }

        double millis(int kind, double percent) {
            return latencies.get(kind).getValueAtPercentile(percent) / 1e6;
        }
    }

    /** A request, and its kind: 0 or 1. */
    record Call(ByteBuffer bytes, int kind) {}

    private static final class Connection {
        private final SocketChannel channel;
        private final ByteBuffer answer = ByteBuffer.allocate(16_384);
        private long due;
        private int kind;

        private Connection(SocketChannel channel) {
            this.channel = channel;
        }
    }

    /**
     * Sends requests at this rate, and waits for their answers.
     *
     * @param waiting requests that wait for a connection at most; further ones are not sent
     */
    Result run(double perSecond, Duration length, int waiting, LongFunction<Call> calls) throws IOException {
        return run(new Run(perSecond, length, waiting, Long.MAX_VALUE, calls));
    }

    /** Sends each of these requests once, as many at a time as there are connections, and ends early after the last. */
    Result runOnce(Duration length, List<byte[]> requests) throws IOException {
        LongFunction<Call> calls = number -> new Call(ByteBuffer.wrap(requests.get((int) number)), 0);
        return run(new Run(CLOSED, length, connections.size(), requests.size(), calls));
    }

    private Result run(Run run) throws IOException {
        while (!run.isDone()) {
            run.sendDue();
            if (selector.select(1) > 0) {
                for (SelectionKey key : selector.selectedKeys()) {
                    run.read((Connection) key.attachment());
                }
                selector.selectedKeys().clear();
            }
        }
        return run.result();
    }

    private final class Run {
        private final double perSecond;
        private final int mostWaiting;
        private final long most;
        private final LongFunction<Call> calls;
        private final long begin = System.nanoTime();
        private final ArrayDeque<Long> waiting = new ArrayDeque<>();
        private final List<Histogram> latencies =
                List.of(new Histogram(LONGEST, DIGITS), new Histogram(LONGEST, DIGITS));
        private final Histogram refusals = new Histogram(LONGEST, DIGITS);
        private final long[] inTime = new long[2];
        private final long[] goodBySecond;
        private long length;
        private long due;
        private long next;
        private long refused;
        private long other;
        private long notSent;
        private int underWay;

        private Run(double perSecond, Duration length, int mostWaiting, long most, LongFunction<Call> calls) {
            this.mostWaiting = mostWaiting;
            this.most = most;
            this.perSecond = perSecond;
            this.length = length.toNanos();
            this.goodBySecond = new long[(int) length.toSeconds() + 1];
            this.calls = calls;
        }

        private boolean isDone() {
            long now = System.nanoTime() - begin;
            if (next == most && underWay == 0) {
                length = Math.min(length, now);
                waiting.clear();
            }
            return now >= length && ((waiting.isEmpty() && underWay == 0) || now > length + PATIENCE);
        }

        private void sendDue() throws IOException {
            long now = Math.min(length, System.nanoTime() - begin);
            for (; due < now * perSecond / 1e9; due++) {
                if (waiting.size() < mostWaiting) {
                    waiting.add(begin + (long) (due * 1e9 / perSecond));
                } else {
                    notSent++;
                }
            }
            while (next < most && !waiting.isEmpty() && !idle.isEmpty()) {
                Call call = calls.apply(next++);
                Connection free = idle.remove();
                free.due = waiting.remove();
                free.kind = call.kind();
                underWay++;
                while (call.bytes().hasRemaining()) {
                    var _ = free.channel.write(call.bytes());
                }
            }
        }

        private void read(Connection from) throws IOException {
            if (from.channel.read(from.answer) < 0) {
                throw new IOException("the node closed a connection");
            }
            Verdict verdict = Answers.verdict(from.answer);
            if (verdict != null) {
                from.answer.clear();
                idle.add(from);
                underWay--;
                count(verdict, from.kind, Math.clamp(System.nanoTime() - from.due, 0, LONGEST));
            }
        }

        private void count(Verdict verdict, int kind, long nanos) {
            switch (verdict) {
                case GOOD -> {
                    latencies.get(kind).recordValue(nanos);
                    long since = System.nanoTime() - begin;
                    inTime[kind] += since <= length ? 1 : 0;
                    goodBySecond[(int) Math.min(since / SECOND, goodBySecond.length - 1)]++;
                }
                case REFUSED -> {
                    refused++;
                    refusals.recordValue(nanos);
                }
                case OTHER -> other++;
            }
        }

        private Result result() {
            return new Result(
                    refused,
                    other + underWay,
                    notSent + waiting.size(),
                    length / 1e9,
                    List.of(inTime[0], inTime[1]),
                    latencies,
                    refusals,
                    LongStream.of(goodBySecond)
                            .limit(goodBySecond.length - 1)
                            .boxed()
                            .toList());
        }
    }

    @Override
    public void close() throws IOException {
        for (Connection each : connections) {
            each.channel.close();
        }
        selector.close();
    }
}
