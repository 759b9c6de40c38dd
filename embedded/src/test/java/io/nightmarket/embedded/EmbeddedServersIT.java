package io.nightmarket.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("servers")
class EmbeddedServersIT {

    private static final Duration LIMIT = Duration.ofSeconds(90);

    @TempDir
    Path data;

    @AfterEach
    void noServerIsLeft() {
        List<Long> left = Stream.of("redis", "mariadb")
                .filter(server -> Files.exists(data.resolve("servers/" + server + ".pid")))
                .map(this::pid)
                .toList();
        left.forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
        assertEquals(List.of(), left);
    }

    @Test
    void startsOnAnEmptyDirectoryAndFindsItsDataAgain() throws Exception {
        try (EmbeddedServers servers = EmbeddedServers.start(data)) {
            assertEquals("+OK", redis(servers, "SET", "drink", "tea"));
            var _ = sql(servers, "CREATE TABLE drinks (name VARCHAR(20))");
            var _ = sql(servers, "INSERT INTO drinks VALUES ('茶')");
            assertTemporaryFilesAreItsOwn(servers);
        }
        try (EmbeddedServers servers = EmbeddedServers.start(data)) {
            assertEquals("tea", redis(servers, "GET", "drink"));
            assertEquals("茶", sql(servers, "SELECT name FROM drinks"));
        }
    }

    @Test
    void aSecondNodeSharesTheServersAndTheLastOneOutStopsThem() throws Exception {
        EmbeddedServers first = EmbeddedServers.start(data);
        List<ProcessHandle> processes = List.of(process("redis"), process("mariadb"));
        try (NodeProcess second = new NodeProcess(data).ready()) {
            first.close();
            assertTrue(second.isAlive());
            assertEquals(processes, List.of(process("redis"), process("mariadb")));
            assertTrue(processes.stream().allMatch(ProcessHandle::isAlive));
        }
        assertTrue(PollUntil.until(() -> processes.stream().noneMatch(ProcessHandle::isAlive), LIMIT));
        first.close();
    }

    @Test
    void twoNodesOfOneProcessShareTheServersToo() throws Exception {
        try (EmbeddedServers first = EmbeddedServers.start(data)) {
            EmbeddedServers.start(data).close();
            assertEquals("+PONG", redis(first, "PING"));
            try (NodeProcess other = new NodeProcess(data).ready()) {
                // When it leaves, it must still see the first node's sign of life.
                assertTrue(other.isAlive());
            }
            assertEquals("+PONG", redis(first, "PING"));
        }
    }

    @Test
    void theNextStartAdoptsTheServersOfAKilledNode() throws Exception {
        new NodeProcess(data).ready().kill();
        long redis = pid("redis");
        long mariaDb = pid("mariadb");
        try (EmbeddedServers servers = EmbeddedServers.start(data)) {
            assertEquals(redis, pid("redis"));
            assertEquals(mariaDb, pid("mariadb"));
            assertEquals("+PONG", redis(servers, "PING"));
            assertEquals("1", sql(servers, "SELECT 1"));
        }
    }

    @Test
    void aKilledRedisComesBackOnItsPortWithItsData() throws Exception {
        try (EmbeddedServers servers = EmbeddedServers.start(data);
                NodeProcess other = new NodeProcess(data).ready()) {
            var _ = redis(servers, "SET", "drink", "tea");
            long before = pid("redis");
            process("redis").destroyForcibly();
            assertTrue(PollUntil.until(
                    () -> answers(() -> redis(servers, "GET", "drink").equals("tea")), LIMIT));
            assertNotEquals(before, pid("redis"));
            assertTrue(other.isAlive());
        }
    }

    @Test
    void aKilledMariaDbComesBackForTheNodeThatAdoptedIt() throws Exception {
        new NodeProcess(data).ready().kill();
        try (EmbeddedServers servers = EmbeddedServers.start(data)) {
            process("mariadb").destroyForcibly();
            assertTrue(PollUntil.until(
                    () -> answers(() -> sql(servers, "SELECT 2").equals("2")), LIMIT));
        }
    }

    @Test
    void whatIsAcknowledgedIsOnTheDisk() throws Exception {
        try (EmbeddedServers servers = EmbeddedServers.start(data)) {
            assertTrue(redis(servers, "CONFIG", "GET", "appendfsync").endsWith("\nalways"));
            assertTrue(redis(servers, "CONFIG", "GET", "appendonly").endsWith("\nyes"));
            assertTrue(redis(servers, "CONFIG", "GET", "maxmemory-policy").endsWith("\nnoeviction"));
            assertEquals("1", sql(servers, "SELECT @@innodb_flush_log_at_trx_commit"));
            assertEquals("+00:00", sql(servers, "SELECT @@time_zone"));
        }
    }

    @Test
    void nobodyGetsInWithoutThePassword() throws Exception {
        try (EmbeddedServers servers = EmbeddedServers.start(data);
                RespClient stranger = new RespClient(port(servers.redisUri()))) {
            assertTrue(stranger.ask("PING").startsWith("-NOAUTH"));
            int port = port(servers.mysqlUri());
            for (String user : List.of("root", "nightmarket", "")) {
                assertThrows(SQLException.class, () -> connect(port, user, "").close());
            }
            for (String secret : List.of("redis.password", "redis.conf", "mariadb.password", "mariadb-init.sql")) {
                assertEquals(
                        "rw-------",
                        PosixFilePermissions.toString(
                                Files.getPosixFilePermissions(data.resolve("servers/" + secret))));
            }
        }
    }

    @Test
    void aServerThatDoesNotStartIsNamedWithItsLog() throws Exception {
        Files.createDirectories(data.resolve("redis"));
        Files.writeString(data.resolve("redis/appendonly.aof"), "this is no append-only file\n");
        EmbeddedServerException failure =
                assertThrows(EmbeddedServerException.class, () -> EmbeddedServers.start(data));
        String log = data.toRealPath().resolve("servers/redis.log").toString();
        assertEquals("Redis ended while it was starting (exit code 1); its log is " + log + ".", failure.getMessage());
    }

    @Test
    void aLostPasswordIsReplaced() throws Exception {
        EmbeddedServers.start(data).close();
        Files.delete(data.resolve("servers/mariadb.password"));
        try (EmbeddedServers servers = EmbeddedServers.start(data)) {
            assertEquals("1", sql(servers, "SELECT 1"));
        }
    }

    /** A MariaDB that starts deletes the temporary files of others that share the directory. */
    private void assertTemporaryFilesAreItsOwn(EmbeddedServers servers) throws SQLException, IOException {
        Path temporary = Path.of(sql(servers, "SELECT @@tmpdir"));
        assertTrue(temporary.startsWith(data.toRealPath()), temporary::toString);
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(temporary)));
    }

    private interface Question {
        boolean answered() throws Exception;
    }

    private static boolean answers(Question question) {
        try {
            return question.answered();
        } catch (Exception e) {
            return false;
        }
    }

    private static String redis(EmbeddedServers servers, String... words) throws IOException {
        try (RespClient redis = new RespClient(port(servers.redisUri()))) {
            assertEquals("+OK", redis.ask("AUTH", password(servers.redisUri())));
            return redis.ask(words);
        }
    }

    private static String sql(EmbeddedServers servers, String sql) throws SQLException {
        String uri = servers.mysqlUri();
        try (Connection connection = connect(port(uri), "nightmarket", password(uri));
                Statement statement = connection.createStatement()) {
            if (!statement.execute(sql)) {
                return "";
            }
            try (ResultSet rows = statement.getResultSet()) {
                assertTrue(rows.next());
                return rows.getString(1);
            }
        }
    }

    private static Connection connect(int port, String user, String password) throws SQLException {
        return DriverManager.getConnection("jdbc:mariadb://127.0.0.1:" + port + "/nightmarket", user, password);
    }

    private static int port(String uri) {
        return URI.create(uri).getPort();
    }

    private static String password(String uri) {
        return URI.create(uri).getUserInfo().split(":", -1)[1];
    }

    private ProcessHandle process(String server) {
        return ProcessHandle.of(pid(server)).orElseThrow();
    }

    private long pid(String server) {
        try {
            return Long.parseLong(
                    Files.readString(data.resolve("servers/" + server + ".pid")).strip());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
