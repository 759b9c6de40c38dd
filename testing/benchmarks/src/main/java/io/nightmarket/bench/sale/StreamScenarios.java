package io.nightmarket.bench.sale;

import io.nightmarket.bench.common.Finding.Reading;
import io.nightmarket.bench.common.Goal;
import io.nightmarket.bench.common.Goal.Measure;
import io.nightmarket.testkit.Eventually;
import io.nightmarket.testnode.Crowd;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What streams of notices cost that are not read. */
final class StreamScenarios {
    private static final int STREAMS = 2_000;
    /** As many as a stream may be behind. */
    private static final int NOTICES = 256;
    /** At once: opening one numbers what happened to the orders of its buyer. */
    private static final int OPENED = 50;
    /** A reader steps over the rows of a transaction that has not ended. */
    private static final int INSERTED = 20;

    private static final int RECEIVE_BYTES = 8_192;
    private static final double MEGABYTE = 1 << 20;
    private static final double MEMORY_GOAL = 64;
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final int HEAD_BYTES = 200;
    /** A stream that got this many bytes got more than its head. */
    private static final int BEGUN_BYTES = 1_000;
    /** Numbered, as a reader would number them one by one. */
    private static final String INSERT_NOTICES = "INSERT INTO order_event (order_id, kind, user_id, number)"
            + " WITH RECURSIVE numbers AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM numbers WHERE n < " + NOTICES
            + ") SELECT 4000000000000000000 + u.id * 100 + 1, 'PAID', u.id, 1000000 + n FROM tb_user u JOIN numbers"
            + " WHERE u.id >= ? AND u.id < ?";

    private StreamScenarios() {}

    /** Streams whose clients don't read, when each is as far behind as it may be. */
    static void stalled(Bench bench) throws IOException, SQLException {
        List<String> tokens = Files.readAllLines(bench.stage.tokens);
        int streams = Math.min(STREAMS, Math.max(1, tokens.size() / 2));
        String what = String.format(
                Locale.ROOT, "%,d streams of notices that are not read: heap after a collection", streams);
        List<Socket> sockets = new ArrayList<>();
        try (ObservedNode node = ObservedNode.start(
                bench, "streams", Map.of("limits.connections-per-address", Integer.toString(2 * STREAMS)))) {
            bench.step("heap before");
            double before = node.node().heap() / MEGABYTE;
            for (String token : tokens.subList(0, streams)) {
                sockets.add(open(node.node().port(), token));
                if (sockets.size() % OPENED == 0) {
                    Eventually.await("the streams are open", TIMEOUT, () -> haveAll(sockets, HEAD_BYTES));
                }
            }
            Eventually.await("the streams are open", TIMEOUT, () -> haveAll(sockets, HEAD_BYTES));
            bench.report.verify(
                    node.metric("nightmarket_notice_streams") == streams,
                    "stalled-readers: %,d streams are open.",
                    streams);
            double open = node.node().heap() / MEGABYTE;
            bench.step("notices for all");
            for (int first = 0; first < streams; first += INSERTED) {
                bench.stage.database.run(
                        INSERT_NOTICES, Crowd.user(first), Crowd.user(Math.min(streams, first + INSERTED)));
            }
            Eventually.await("the streams are full", TIMEOUT, () -> haveAll(sockets, BEGUN_BYTES));
            double stalled = node.node().heap() / MEGABYTE;
            bench.add(what, "MB more", Reading.of(stalled - before), Goal.below(Measure.VALUE, MEMORY_GOAL));
            bench.report.note(
                    "stalled-readers: heap %.1f MB before, %.1f MB with open streams, %.1f MB with %d notices for each;"
                            + " %.0f of %,d streams are open then.",
                    before, open, stalled, NOTICES, node.metric("nightmarket_notice_streams"), streams);
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    private static boolean haveAll(List<Socket> sockets, int bytes) throws IOException {
        for (Socket socket : sockets) {
            if (socket.getInputStream().available() < bytes) {
                return false;
            }
        }
        return true;
    }

    private static Socket open(int port, String token) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(RECEIVE_BYTES);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        String request = "GET /voucher-order/events HTTP/1.1\r\nhost: 127.0.0.1\r\naccept: text/event-stream\r\n"
                + "authorization: " + token + "\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }
}
