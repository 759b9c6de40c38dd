package io.nightmarket.bench.sale;

import io.nightmarket.bench.sale.OpenLoad.Plan;
import io.nightmarket.bench.sale.OpenLoad.Result;
import io.nightmarket.bench.sale.OpenLoad.Verdict;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongFunction;

/**
 * Sends the loads of the benchmark over bare connections, at rates at which an HTTP client would need the machine for itself: a
 * request is sent when it is due, or as soon as a connection is free. For one thread, which looks for what is due each
 * millisecond; what that costs counts as latency.
 */
final class OpenSockets implements AutoCloseable {
    private final Selector selector = Selector.open();
    private final List<Connection> connections = new ArrayList<>();
    private final ArrayDeque<Connection> idle = new ArrayDeque<>();

    OpenSockets(int port, int number) throws IOException {
        this(List.of(port), number);
    }

    /** @param number how many connections to each port; requests go to one port after the other */
    OpenSockets(List<Integer> ports, int number) throws IOException {
        for (int i = 0; i < number; i++) {
            for (int port : ports) {
                connect(port);
            }
        }
    }

    private void connect(int port) throws IOException {
        SocketChannel channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        Connection made = new Connection(channel);
        var _ = channel.register(selector, SelectionKey.OP_READ, made);
        connections.add(made);
        idle.add(made);
    }

    /** A request, and its kind: 0 or 1. */
    record Call(ByteBuffer bytes, int kind) {
        Call(ByteBuffer bytes) {
            this(bytes, 0);
        }
    }

    private static final class Connection {
        private final SocketChannel channel;
        private final ByteBuffer read = ByteBuffer.allocate(16_384);
        private long due;
        private long freeSince;
        private int kind;

        private Connection(SocketChannel channel) {
            this.channel = channel;
        }
    }

    /** Sends purchases or reads, and waits for their answers. */
    Result run(Plan plan, LongFunction<Call> calls) throws IOException {
        return run(plan, calls, Answer::verdict);
    }

    /** Sends each of these requests once, as many at a time as there are connections, and ends early after the last. */
    Result runOnce(Duration length, int requests, LongFunction<Call> calls, Function<Answer, Verdict> reading)
            throws IOException {
        return run(Plan.once(requests, length, connections.size()), calls, reading);
    }

    /** @param reading says how an answer counts */
    Result run(Plan plan, LongFunction<Call> calls, Function<Answer, Verdict> reading) throws IOException {
        OpenLoad load = new OpenLoad(plan);
        connections.forEach(each -> each.freeSince = 0);
        long begin = System.nanoTime();
        while (!load.isDone(System.nanoTime() - begin)) {
            load.advance(System.nanoTime() - begin);
            while (load.hasNext() && !idle.isEmpty()) {
                send(load, begin, calls.apply(load.next()));
            }
            if (selector.select(1) > 0) {
                for (SelectionKey key : selector.selectedKeys()) {
                    read(load, begin, (Connection) key.attachment(), reading);
                }
                selector.selectedKeys().clear();
            }
        }
        return load.result();
    }

    private void send(OpenLoad load, long begin, Call call) throws IOException {
        Connection free = idle.remove();
        free.due = load.send(System.nanoTime() - begin, free.freeSince);
        free.kind = call.kind();
        while (call.bytes().hasRemaining()) {
            var _ = free.channel.write(call.bytes());
        }
    }

    private void read(OpenLoad load, long begin, Connection from, Function<Answer, Verdict> reading)
            throws IOException {
        if (from.channel.read(from.read) <= 0) {
            throw new IOException("the node closed a connection, or an answer is too long");
        }
        Answer answer = Answer.of(from.read);
        if (answer != null) {
            from.read.clear();
            from.freeSince = System.nanoTime() - begin;
            idle.add(from);
            load.answer(reading.apply(answer), from.kind, from.due, from.freeSince);
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
