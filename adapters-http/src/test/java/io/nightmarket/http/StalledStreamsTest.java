package io.nightmarket.http;

import static io.nightmarket.domain.contract.Stages.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.util.internal.PlatformDependent;
import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.contract.Stages;
import io.nightmarket.domain.order.OrderId;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Many clients of streams that stop reading. */
@Isolated
@Tag("storm")
final class StalledStreamsTest extends RoutesTestBase {
    private static final int SHOPPERS = 50;
    private static final int STREAMS = 250;

    /** At once; less than a stream may be behind. */
    private static final int NOTICES = 200;

    /** Of one stream: 2,000 take less than 64 MiB. */
    private static final long MAX_BYTES = (64L << 20) / 2_000;

    private final List<SocketChannel> sockets = new ArrayList<>();
    private final List<UserId> shoppers = new ArrayList<>();

    @Test
    void aStalledReaderTakesLittle() throws IOException {
        List<String> tokens = new ArrayList<>();
        for (int i = 0; i < SHOPPERS; i++) {
            tokens.add(client.logIn(Role.SHOPPER));
            shoppers.add(client.user(tokens.getLast()));
        }
        long buffersBefore = buffers();
        try {
            for (int i = 0; i < STREAMS; i++) {
                open(tokens.get(i % SHOPPERS));
            }
            eventually(Stages::pause, () -> node.noticeApi.streams() == STREAMS);
            int rounds = 0;
            while (node.noticeApi.streams() == STREAMS) {
                rounds++;
                stall();
            }
            long inBuffers = buffers() - buffersBefore;
            long stalled = heap();
            closeAll();
            eventually(Stages::pause, () -> node.openConnections() <= 1);
            long perStream = (inBuffers + stalled - heap()) / STREAMS;
            System.out.printf(
                    "%,d stalled streams, each sent up to %,d notices: %,d bytes of heap and buffers for one.%n",
                    STREAMS, rounds * NOTICES, perStream);
            assertTrue(perStream < MAX_BYTES, () -> perStream + " bytes for one");
        } finally {
            closeAll();
        }
    }

    private void closeAll() throws IOException {
        for (SocketChannel socket : sockets) {
            socket.close();
        }
    }

    private void open(String token) throws IOException {
        SocketChannel socket = SocketChannel.open();
        sockets.add(socket);
        // Little is kept outside of the node.
        socket.setOption(StandardSocketOptions.SO_RCVBUF, 4_096);
        assertTrue(socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), node.port())));
        String request = "GET /voucher-order/events HTTP/1.1\r\nhost: x\r\naccept: text/event-stream\r\nauthorization: "
                + token + "\r\n\r\n";
        ByteBuffer bytes = ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII));
        assertEquals(bytes.capacity(), socket.write(bytes));
    }

    /** More notices, until the streams have taken what they take. */
    private void stall() {
        shoppers.forEach(shopper -> node.orderLife.note(shopper, new OrderId(1L << 60), NOTICES));
        node.noticeApi.hint(shoppers);
        int[] calls = {-1};
        eventually(Stages::pause, () -> {
            int last = calls[0];
            calls[0] = node.noticeReads.calls();
            return calls[0] == last;
        });
    }

    private static long heap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** Outside of the heap. */
    private static long buffers() {
        long known = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
        return Math.max(known, PlatformDependent.usedDirectMemory());
    }
}
