package io.nightmarket.chaos.stage;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;

/** Stands between one node and one server on this machine, and passes on what is said, most of the time. */
public final class TcpProxy implements AutoCloseable {
    private static final int PIECE = 64 * 1024;
    private static final int BACKLOG = 200;

    private final ServerSocket listener;
    private final Set<Joint> joints = ConcurrentHashMap.newKeySet();
    private volatile int target;
    private volatile Disturbance disturbance = Disturbance.NONE;
    private volatile RandomGenerator random = new Random(0);

    /** @param target the server's port */
    public TcpProxy(int target) throws IOException {
        this.target = target;
        this.listener = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    private record Joint(Socket client, Socket server) {
        void cut() {
            closeQuietly(client);
            closeQuietly(server);
        }
    }

    public int port() {
        return listener.getLocalPort();
    }

    /** From here on the node finds another server here; what it said to the first one is broken off. */
    public void turnTo(int next) {
        target = next;
        cut();
    }

    /** Ends every connection. */
    public void cut() {
        joints.forEach(Joint::cut);
    }

    public void disturb(Disturbance next, long seed) {
        random = new Random(seed);
        disturbance = next;
    }

    public void calm() {
        disturbance = Disturbance.NONE;
    }

    /** Whether the connection that the server sees at this port comes from here. */
    public boolean connectsFrom(int port) {
        return joints.stream().anyMatch(joint -> joint.server().getLocalPort() == port);
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                join(listener.accept());
            } catch (IOException e) {
                // Closed, or the server is away: who connected finds its connection ended.
            }
        }
    }

    private void join(Socket client) throws IOException {
        Socket server;
        try {
            server = new Socket(InetAddress.getLoopbackAddress(), target);
            server.setTcpNoDelay(true);
            client.setTcpNoDelay(true);
        } catch (IOException e) {
            closeQuietly(client);
            throw e;
        }
        Joint joint = new Joint(client, server);
        joints.add(joint);
        Thread.ofVirtual().start(() -> pump(joint, client, server, false));
        Thread.ofVirtual().start(() -> pump(joint, server, client, true));
    }

    private void pump(Joint joint, Socket from, Socket to, boolean replies) {
        byte[] piece = new byte[PIECE];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
                Disturbance now = disturbance;
                switch (replies ? now.next(random) : ReplyFate.PASS) {
                    case CUT -> {
                        return;
                    }
                    case DELAY -> {
                        Thread.sleep(now.delay(random));
                        out.write(piece, 0, read);
                    }
                    case DOUBLE -> {
                        out.write(piece, 0, read);
                        out.write(piece, 0, read);
                    }
                    case PASS -> out.write(piece, 0, read);
                }
            }
        } catch (IOException e) {
            // One of both ended it: so does the other.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            joint.cut();
            joints.remove(joint);
        }
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It is of no use any more, either way.
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        cut();
    }
}
