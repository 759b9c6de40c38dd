package io.nightmarket.chaos;

import io.nightmarket.testkit.Eventually;
import io.nightmarket.testkit.RequestGate;
import io.nightmarket.testkit.TcpProxy;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Kills nodes between two requests to MySQL or Redis that are about an order whose buyer changes it at that moment. */
final class CallKiller {
    private static final int KILLS = 3;
    private static final int MOST_STEPS = 40;
    private static final Duration REACHED = Duration.ofSeconds(10);
    private static final Duration READY = Duration.ofMinutes(1);
    private static final Pattern NUMBER = Pattern.compile("[0-9]{15,19}");

    private CallKiller() {}

    static void kill(ScenarioContext context) throws IOException {
        context.awaitTheMiddle();
        for (int kill = 0; kill < KILLS; kill++) {
            List<FleetNode> nodes = context.stage.fleet.nodes();
            FleetNode node = nodes.get(context.random.nextInt(nodes.size()));
            TcpProxy proxy = context.random.nextBoolean() ? node.mysql() : node.redis();
            Gate gate = new Gate(context.underWay, new AtomicInteger(context.random.nextInt(MOST_STEPS)));
            proxy.guard(gate);
            // A sale that is over by then has no such call.
            boolean _ = Eventually.within(REACHED, gate.reached::isDone);
            node.kill();
            proxy.guard(RequestGate.OPEN);
            gate.gone.complete(null);
            node.startAgain();
            Eventually.await("the node is back", READY, node::isReady);
        }
    }

    /**
     * Holds back what comes behind some requests about orders under way.
     *
     * @param left requests that still pass
     */
    private record Gate(
            Set<Long> orders, AtomicInteger left, CompletableFuture<Void> reached, CompletableFuture<Void> gone)
            implements RequestGate {
        Gate(Set<Long> orders, AtomicInteger left) {
            this(orders, left, new CompletableFuture<>(), new CompletableFuture<>());
        }

        @Override
        public boolean passes(int connection, byte[] piece, int length) {
            if (!concerns(piece, length) || left.getAndDecrement() > 0) {
                return true;
            }
            reached.complete(null);
            gone.join();
            return false;
        }

        /** MySQL gets ids in binary, Redis in digits. */
        private boolean concerns(byte[] piece, int length) {
            ByteBuffer bytes = ByteBuffer.wrap(piece, 0, length).order(ByteOrder.LITTLE_ENDIAN);
            for (int at = 0; at + Long.BYTES <= length; at++) {
                if (orders.contains(bytes.getLong(at))) {
                    return true;
                }
            }
            Matcher numbers = NUMBER.matcher(new String(piece, 0, length, StandardCharsets.ISO_8859_1));
            return numbers.results().anyMatch(number -> orders.contains(Long.parseUnsignedLong(number.group())));
        }
    }
}
