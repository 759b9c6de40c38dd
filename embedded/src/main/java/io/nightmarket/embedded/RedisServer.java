package io.nightmarket.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Redis as the sale needs it: every command on the disk before it is answered, nothing ever evicted. */
final class RedisServer implements ServerKind {

    private final Path executable;
    private final Path configuration;
    private final Path data;
    private final String password;
    private final List<String> options;

    RedisServer(Path executable, Path configuration, Path data, String password, List<String> options) {
        this.executable = executable;
        this.configuration = configuration;
        this.data = data;
        this.password = password;
        this.options = List.copyOf(options);
    }

    Path data() {
        return data;
    }

    String uri(int port) {
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
        try (RespClient redis = new RespClient(port)) {
            return redis.ask("AUTH", password).equals("+OK")
                    && redis.ask("PING").equals("+PONG")
                    && redis.ask("CONFIG", "GET", "dir").endsWith("\n" + data);
        } catch (IOException e) {
            return false;
        }
    }
}
