package io.nightmarket.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
    void nodesThatStartAtOnceShareTheServersAndAKilledOneLeavesThemToTheOther() throws Exception {
        NodeProcess first = new NodeProcess(data);
        try (NodeProcess second = new NodeProcess(data)) {
            long redis = pid("redis", first.ready());
            assertEquals(redis, pid("redis", second.ready()));
            first.kill();
            assertTrue(second.isAlive());
            assertTrue(isAServer(ProcessHandle.of(redis).orElseThrow()));
        } finally {
            first.kill();
        }
    }

    @Test
    void theNextStartEndsTheServersOfAKilledNodeAndFindsTheirData() throws Exception {
        NodeProcess killed = new NodeProcess(data).ready();
        List<ProcessHandle> left = List.of(process("redis"), process("mariadb"));
        assertEquals("+OK", redis(killed.redisUri(), "SET", "drink", "tea"));
        killed.kill();
        try (EmbeddedServers servers = EmbeddedServers.start(data)) {
            assertTrue(left.stream().noneMatch(EmbeddedServersIT::isAServer));
            assertEquals("tea", redis(servers, "GET", "drink"));
            assertEquals(killed.redisUri(), servers.redisUri(), "ports are kept");
            assertEquals("1", sql(servers, "SELECT 1"));
        }
    }

    @Test
    void aServerThatDiedIsStartedWithTheNextNode() throws Exception {
        try (EmbeddedServers servers = EmbeddedServers.start(data)) {
            var _ = redis(servers, "SET", "drink", "tea");
            long mariaDb = pid("mariadb");
            ProcessHandle redis = process("redis");
            var _ = redis.destroyForcibly();
            assertTrue(PollUntil.until(() -> !redis.isAlive(), LIMIT));
            try (NodeProcess other = new NodeProcess(data).ready()) {
                assertTrue(other.isAlive());
                assertEquals("tea", redis(servers, "GET", "drink"));
                assertEquals(mariaDb, pid("mariadb"));
            }
        }
    }

    @Test
    void aNodeWhoseFolderWasDeletedEndsItsServers() throws Exception {
        List<ProcessHandle> processes;
        try (EmbeddedServers _ = EmbeddedServers.start(data)) {
            processes = List.of(process("redis"), process("mariadb"));
            PrivateFiles.deleteTree(data.resolve("servers"));
        }
        assertTrue(processes.stream().noneMatch(EmbeddedServersIT::isAServer));
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

    /** A process that has ended runs no program, also when its parent was not asked yet. */
    private static boolean isAServer(ProcessHandle process) {
        return process.isAlive() && process.info().command().isPresent();
    }

    private static String redis(EmbeddedServers servers, String... words) throws IOException {
        return redis(servers.redisUri(), words);
    }

    private static String redis(String uri, String... words) throws IOException {
        try (RespClient redis = new RespClient(port(uri))) {
            assertEquals("+OK", redis.ask("AUTH", password(uri)));
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

    /** As the node that is up sees it. */
    private long pid(String server, NodeProcess up) {
        assertTrue(up.isAlive());
        return pid(server);
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
