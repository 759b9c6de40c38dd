package io.nightmarket.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;

/** A TCP proxy on this machine between a client and a server that injects faults into connections, requests and replies. */
public final class TcpProxy implements AutoCloseable {
    private static final int BUFFER = 64 * 1024;
    private static final int BACKLOG = 200;

    private final URI server;
    private final ServerSocket listener;
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private final AtomicReference<ReplyFault> once = new AtomicReference<>(ReplyFault.NONE);
    private volatile int target;
    private volatile boolean refuses;
    private volatile ReplyFault fault = ReplyFault.NONE;
    private volatile ReplyFault requestFault = ReplyFault.NONE;
    private volatile RequestGate gate = RequestGate.OPEN;
    private volatile RandomGenerator random = new Random(0);

    /** @param server its address, such as {@code redis://:password@127.0.0.1:6379} */
    public TcpProxy(String server) {
        this.server = URI.create(server);
        this.target = portOf(this.server);
        try {
            this.listener = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::accept);
    }

    private static int portOf(URI server) {
        int usual = "mysql".equals(server.getScheme()) ? 3306 : 6379;
        return server.getPort() < 0 ? usual : server.getPort();
    }

    private record Link(Socket client, Socket server) {
        void cut() {
            closeQuietly(client);
            closeQuietly(server);
        }
    }

    public int port() {
        return listener.getLocalPort();
    }

    /** The server's address with this proxy's port in the place of the server's. */
    public String uri() {
        String login = server.getRawUserInfo() == null ? "" : server.getRawUserInfo() + '@';
        return server.getScheme() + "://" + login + "127.0.0.1:" + port() + server.getPath();
    }

    /** Sends new connections to another port and closes those that exist. */
    public void turnTo(int next) {
        target = next;
        cut();
    }

    /** Closes every connection; new ones are accepted. */
    public void cut() {
        links.forEach(Link::cut);
    }

    /** Closes every connection and refuses new ones until {@link #heal}. */
    public void refuse() {
        refuses = true;
        cut();
    }

    /** Applies the fault to every reply until {@link #heal}. */
    public void inject(ReplyFault next) {
        inject(next, 0);
    }

    /** Applies the fault to replies until {@link #heal}, chosen by the seed. */
    public void inject(ReplyFault next, long seed) {
        random = new Random(seed);
        fault = next;
    }

    /** Applies the fault to pieces of requests, on their way to the server, until {@link #heal}, chosen by the seed. */
    public void injectIntoRequests(ReplyFault next, long seed) {
        random = new Random(seed);
        requestFault = next;
    }

    /** Asks the gate about each piece of a request from here on. */
    public void guard(RequestGate next) {
        gate = next;
    }

    /** Applies the fault to the next piece of a reply, and to no other. */
    public void injectOnce(ReplyFault.Fate fate) {
        once.set(ReplyFault.always(fate));
    }

    /** Ends all faults. */
    public void heal() {
        refuses = false;
        fault = ReplyFault.NONE;
        requestFault = ReplyFault.NONE;
        once.set(ReplyFault.NONE);
    }

    /** Whether the connection that the server sees at this client port comes from this proxy. */
    public boolean connectsFrom(int port) {
        return links.stream().anyMatch(link -> link.server().getLocalPort() == port);
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                if (refuses) {
                    closeQuietly(client);
                } else {
                    connect(client);
                }
            } catch (IOException e) {
                // The proxy was closed, or the server is away and the client finds its connection closed.
            }
        }
    }

    private void connect(Socket client) throws IOException {
        Socket toServer;
        try {
            toServer = new Socket(server.getHost(), target);
            toServer.setTcpNoDelay(true);
            client.setTcpNoDelay(true);
        } catch (IOException e) {
            closeQuietly(client);
            throw e;
        }
        Link link = new Link(client, toServer);
        links.add(link);
        if (refuses) {
            link.cut();
        }
        Thread.ofVirtual().start(() -> pump(link, client, toServer, false));
        Thread.ofVirtual().start(() -> pump(link, toServer, client, true));
    }

    private void pump(Link link, Socket from, Socket to, boolean replies) {
        byte[] buffer = new byte[BUFFER];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                if (!replies && !gate.passes(from.getPort(), buffer, read)) {
                    return;
                }
                ReplyFault now = replies ? currentFault() : requestFault;
                switch (now.next(random)) {
                    case CUT -> {
                        return;
                    }
                    case DROP -> {}
                    case DELAY -> {
                        Thread.sleep(now.delay(random));
                        out.write(buffer, 0, read);
                    }
                    case PASS -> out.write(buffer, 0, read);
                }
            }
        } catch (IOException e) {
            // One side closed its connection; the other is closed below.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            link.cut();
            links.remove(link);
        }
    }

    private ReplyFault currentFault() {
        ReplyFault next = once.getAndSet(ReplyFault.NONE);
        return next.equals(ReplyFault.NONE) ? fault : next;
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // The socket is of no further use either way.
        }
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        cut();
    }
}
