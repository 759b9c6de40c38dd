package io.nightmarket.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Redis as the sale needs it: every command on the disk before it is answered, nothing ever evicted. */
record RedisServer(Path executable, Path configuration, Path data, String password, List<String> options)
        implements ServerKind {
    private static final int TIMEOUT_MILLIS = 2_000;

    /** What a Redis says to its password and to a ping when it has loaded its data. */
    private static final String WELCOME = "+OK\r\n+PONG\r\n";

    RedisServer {
        options = List.copyOf(options);
    }

    /** Without the password. */
    @Override
    public String toString() {
        return name();
    }

    @Override
    public String uri(int port) {
        return uri(password, port);
    }

    static String uri(String password, int port) {
        return "redis://:%s@127.0.0.1:%d".formatted(password, port);
    }

    @Override
    public String name() {
        return "Redis";
    }

    @Override
    public void prepare(int port) throws IOException {
        var _ = PrivateFiles.directory(data);
        String quoted = data.toString().replace("\\", "\\\\").replace("\"", "\\\"");
        PrivateFiles.write(configuration, """
                bind 127.0.0.1
                protected-mode yes
                port %d
                requirepass %s
                dir "%s"
                appendonly yes
                appendfsync always
                no-appendfsync-on-rewrite no
                save ""
                maxmemory-policy noeviction
                daemonize no
                """.formatted(port, password, quoted));
    }

    @Override
    public List<String> command(int port) {
        List<String> command = new ArrayList<>(List.of(executable.toString(), configuration.toString()));
        command.addAll(options);
        return command;
    }

    @Override
    public boolean answers(int port) {
        try (Socket redis = new Socket()) {
            redis.setSoTimeout(TIMEOUT_MILLIS);
            redis.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), TIMEOUT_MILLIS);
            redis.getOutputStream().write(("AUTH " + password + "\r\nPING\r\n").getBytes(UTF_8));
            return new String(redis.getInputStream().readNBytes(WELCOME.length()), UTF_8).equals(WELCOME);
        } catch (IOException e) {
            return false;
        }
    }
}
