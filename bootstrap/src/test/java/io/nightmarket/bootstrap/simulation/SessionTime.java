package io.nightmarket.bootstrap.simulation;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A proxy before MySQL that sets the time of sessions: it sends {@code SET timestamp} before the first command that follows
 * {@link #set}, and keeps the answer. Nothing may be under way then.
 */
final class SessionTime implements AutoCloseable {
    private static final int HEADER = 4;
    private static final int LARGEST = 0xFF_FFFF;
    private static final int QUIT = 0x01;
    private static final int QUERY = 0x03;
    private static final int CLOSE_STATEMENT = 0x19;

    private final URI server;
    private final ServerSocket listener;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private volatile Instant time = Instant.EPOCH;

    /** @param server its address */
    SessionTime(String server) throws IOException {
        this.server = URI.create(server);
        this.listener = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    /** The server's address with this proxy's port in the place of the server's. */
    String uri() {
        return "mysql://" + server.getRawUserInfo() + "@127.0.0.1:" + listener.getLocalPort() + server.getPath();
    }

    void set(Instant next) {
        time = next;
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                Socket toServer = new Socket(server.getHost(), server.getPort());
                for (Socket socket : new Socket[] {client, toServer}) {
                    socket.setTcpNoDelay(true);
                    sockets.add(socket);
                }
                AtomicInteger kept = new AtomicInteger();
                pump(client, toServer, new Requests(kept));
                pump(toServer, client, new Replies(kept));
            } catch (IOException e) {
                // The proxy was closed, or the client finds its connection closed.
            }
        }
    }

    /** What becomes of a packet. */
    @FunctionalInterface
    private interface Passage {
        void pass(byte[] packet, OutputStream out) throws IOException;
    }

    private final class Requests implements Passage {
        private final AtomicInteger kept;
        private Instant sent = Instant.EPOCH;

        Requests(AtomicInteger kept) {
            this.kept = kept;
        }

        /** Commands begin a sequence of packets; all else goes on with one. */
        @Override
        public void pass(byte[] packet, OutputStream out) throws IOException {
            Instant now = time;
            boolean isAnswered = packet[HEADER - 1] == 0
                    && packet.length > HEADER
                    && packet[HEADER] != QUIT
                    && packet[HEADER] != CLOSE_STATEMENT;
            if (isAnswered && !now.equals(sent)) {
                sent = now;
                kept.incrementAndGet();
                out.write(setTimestamp(now));
            }
            out.write(packet);
        }
    }

    private record Replies(AtomicInteger kept) implements Passage {
        @Override
        public void pass(byte[] packet, OutputStream out) throws IOException {
            if (kept.get() > 0) {
                kept.decrementAndGet();
            } else {
                out.write(packet);
            }
        }
    }

    private static byte[] setTimestamp(Instant time) {
        String sql =
                String.format(Locale.ROOT, "SET timestamp = %d.%06d", time.getEpochSecond(), time.getNano() / 1_000);
        byte[] text = sql.getBytes(StandardCharsets.US_ASCII);
        byte[] packet = new byte[HEADER + 1 + text.length];
        packet[0] = (byte) (text.length + 1);
        packet[HEADER] = QUERY;
        System.arraycopy(text, 0, packet, HEADER + 1, text.length);
        return packet;
    }

    private void pump(Socket from, Socket to, Passage passage) {
        Thread.ofVirtual().start(() -> {
            try (from;
                    to;
                    DataInputStream in = new DataInputStream(new BufferedInputStream(from.getInputStream()));
                    BufferedOutputStream out = new BufferedOutputStream(to.getOutputStream())) {
                while (true) {
                    passage.pass(packet(in), out);
                    if (in.available() == 0) {
                        out.flush();
                    }
                }
            } catch (EOFException | SocketException e) {
                // One side closed its connection, and both are closed now.
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } finally {
                sockets.remove(from);
                sockets.remove(to);
            }
        });
    }

    private static byte[] packet(DataInputStream in) throws IOException {
        int header = Integer.reverseBytes(in.readInt());
        int length = header & LARGEST;
        byte[] packet = new byte[HEADER + length];
        for (int i = 0; i < HEADER; i++) {
            packet[i] = (byte) (header >>> (8 * i));
        }
        in.readFully(packet, HEADER, length);
        return packet;
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
