package io.nightmarket.redis;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A TCP proxy in front of a server, that can lose what the server says, cut its connections and refuse new ones. */
final class FaultyProxy implements Closeable {
    enum Mode {
        /** All bytes pass. */
        PASS,
        /** Requests pass, replies are lost; connections stay. */
        SWALLOW_REPLIES,
        /** Requests pass; instead of the next reply the connection is cut. */
        CUT_ON_REPLY,
        /** Requests pass; the next reply comes twice. */
        DOUBLE_REPLY,
        /** Nobody can connect. */
        REFUSE
    }

    private final ServerSocket listener;
    private final URI target;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private volatile Mode mode = Mode.PASS;

    FaultyProxy(String target) {
        try {
            this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.target = URI.create(target);
        Thread.ofVirtual().start(this::accept);
    }

    /** The target's address with the proxy in its place. */
    String uri() {
        String user = target.getUserInfo() == null ? "" : target.getUserInfo() + '@';
        return target.getScheme() + "://" + user + "127.0.0.1:" + listener.getLocalPort() + target.getPath();
    }

    void become(Mode next) {
        mode = next;
        if (next == Mode.REFUSE) {
            cut();
        }
    }

    /** Ends every connection. */
    void cut() {
        sockets.forEach(FaultyProxy::closeQuietly);
        sockets.clear();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                if (mode == Mode.REFUSE) {
                    closeQuietly(client);
                } else {
                    join(client);
                }
            } catch (IOException e) {
                // Closed, or the server is away: who connected finds its connection ended.
            }
        }
    }

    private void join(Socket client) throws IOException {
        Socket server;
        try {
            server = new Socket(target.getHost(), target.getPort() < 0 ? 6379 : target.getPort());
        } catch (IOException e) {
            closeQuietly(client);
            throw e;
        }
        sockets.add(client);
        sockets.add(server);
        Thread.ofVirtual().start(() -> pump(client, server, false));
        Thread.ofVirtual().start(() -> pump(server, client, true));
    }

    private void pump(Socket from, Socket to, boolean replies) {
        byte[] bytes = new byte[16 * 1024];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
                if (replies && mode == Mode.CUT_ON_REPLY) {
                    mode = Mode.PASS;
                    return;
                }
                if (replies && mode == Mode.DOUBLE_REPLY) {
                    mode = Mode.PASS;
                    out.write(bytes, 0, read);
                }
                if (!replies || mode != Mode.SWALLOW_REPLIES) {
                    out.write(bytes, 0, read);
                    out.flush();
                }
            }
        } catch (IOException e) {
            // The other side ended it.
            return;
        }
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        cut();
    }
}
