package io.nightmarket.testkit;

import io.nightmarket.embedded.EmbeddedServer;
import io.vertx.redis.client.Command;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * One embedded Redis and one embedded MariaDB for all test JVMs of a checkout. They outlive a test run and are adopted by
 * the next; a pair with other options lies in another folder. Each JVM works in a slot: a database of each server that is
 * emptied first. An hour after the last JVM began, or when their folder is removed, a shell ends both servers.
 */
final class LastingServers {
    /** Durability is tested on servers of the tests' own. */
    private static final String[] REDIS = {"--appendfsync", "no", "--databases", "64"};

    private static final String[] MARIADB = {
        "--innodb-flush-log-at-trx-commit=0",
        "--innodb-doublewrite=0",
        "--innodb-flush-method=nosync",
        "--debug-no-sync",
        "--max-connections=600"
    };

    private static final Path SETSID = Path.of("/usr/bin/setsid");
    private static final int SLOTS = 64;
    private static final int IDLE_MINUTES = 60;

    /**
     * Ends the processes $2 (Redis) and $3 (MariaDB) once their folder $1 is unused or gone, or another process took the
     * place of one of them. A process is ended only if its command line names the folder.
     */
    private static final String WATCH = """
            over=
            while [ -z "$over" ]; do
              sleep 20
              idle=
              [ -n "$(find "$1/used" -mmin -%d 2>/dev/null)" ] || idle=1
              for server in redis:$2 mariadb:$3; do
                pid=${server#*:}
                if [ -n "$idle" ] || [ "$(cat "$1/servers/${server%%%%:*}.pid" 2>/dev/null)" != "$pid" ]; then
                  over=1
                  if ps -o args= -p "$pid" | grep -qF "$1/"; then kill "$pid"; fi
                fi
              done
            done
            """.formatted(IDLE_MINUTES);

    /** Held until the JVM ends: a lock that is collected would be released. */
    private static final List<FileLock> HELD = new CopyOnWriteArrayList<>();

    private LastingServers() {}

    static TestServers adoptOrStart() {
        try {
            Path folder =
                    Checkout.root().resolve("target").resolve("test-servers").resolve(configuration());
            Files.createDirectories(folder);
            Files.writeString(folder.resolve("used"), "");
            try (FileChannel starting = FileChannel.open(
                            folder.resolve("starting"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock _ = starting.lock()) {
                return adoptOrStart(folder);
            }
        } catch (IOException | SQLException e) {
            throw new IllegalStateException("the test servers don't start", e);
        }
    }

    private static TestServers adoptOrStart(Path folder) throws IOException, SQLException {
        EmbeddedServer redis = EmbeddedServer.redis(folder, "", REDIS);
        EmbeddedServer mariaDb = EmbeddedServer.mariaDb(folder, MARIADB);
        boolean adopted = redis.process().isPresent() && mariaDb.process().isPresent();
        redis.start();
        mariaDb.start();
        if (!adopted) {
            watch(
                    folder,
                    redis.process().orElseThrow().pid(),
                    mariaDb.process().orElseThrow().pid());
        }
        int slot = takeSlot(folder);
        String kind = "embedded servers, " + (adopted ? "adopted" : "started") + ", slot " + slot;
        return new TestServers(kind, emptied(redis, slot), emptied(mariaDb.uri(), slot));
    }

    private static String configuration() {
        return HexFormat.of().toHexDigits((List.of(REDIS) + "" + List.of(MARIADB)).hashCode());
    }

    private static void watch(Path folder, long redis, long mariaDb) throws IOException {
        // In a session of its own, so that Ctrl-C in the tests does not reach it.
        String shell = Files.isExecutable(SETSID) ? "exec " + SETSID + " /bin/sh -c \"$0\" sh \"$@\"" : WATCH;
        var _ = new ProcessBuilder("/bin/sh", "-c", shell, WATCH, folder.toString(), "" + redis, "" + mariaDb)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** The lowest slot that no living JVM has. */
    private static int takeSlot(Path folder) throws IOException {
        for (int slot = 1; slot < SLOTS; slot++) {
            FileChannel channel = FileChannel.open(
                    folder.resolve("slot-" + slot), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileLock lock = channel.tryLock();
            if (lock != null) {
                HELD.add(lock);
                return slot;
            }
            channel.close();
        }
        throw new IOException("all " + SLOTS + " slots of the test servers are taken");
    }

    private static String emptied(EmbeddedServer redis, int slot) throws IOException {
        String uri = redis.uri() + '/' + slot;
        var _ = new RedisPeek(uri).send(Command.FLUSHDB);
        return uri;
    }

    private static String emptied(String mysqlUri, int slot) throws SQLException {
        String database = "nightmarket_" + slot;
        try (Connection connection = Jdbc.open(mysqlUri);
                Statement statement = connection.createStatement()) {
            boolean _ = statement.execute("DROP DATABASE IF EXISTS " + database);
            boolean _ = statement.execute("CREATE DATABASE " + database);
        }
        return mysqlUri.substring(0, mysqlUri.lastIndexOf('/') + 1) + database;
    }
}
