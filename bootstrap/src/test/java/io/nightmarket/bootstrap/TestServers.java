package io.nightmarket.bootstrap;

import io.nightmarket.bootstrap.embedded.EmbeddedServers;
import io.nightmarket.mysql.JdbcAddress;
import io.nightmarket.mysql.MySqlConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * The servers that the integration tests of this JVM run on, looked for in this order: addresses given by environment
 * (NIGHTMARKET_TEST_REDIS and NIGHTMARKET_TEST_MYSQL), containers when a Docker engine answers that has the images,
 * embedded servers. None found is a failure. One line says which are used.
 */
public final class TestServers {
    private static final Duration LOGIN_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration LOGIN_PAUSE = Duration.ofMillis(200);
    private static final Duration LOGIN_DEADLINE = Duration.ofMinutes(2);
    private static final TestServers FOUND = find();

    private final String redisUri;
    private final String mysqlUri;

    private TestServers(String kind, String redisUri, String mysqlUri) {
        this.redisUri = redisUri;
        this.mysqlUri = mysqlUri;
        System.out.println("Integration tests run on " + kind);
    }

    public static String redisUri() {
        return FOUND.redisUri;
    }

    public static String mysqlUri() {
        return FOUND.mysqlUri;
    }

    private static TestServers find() {
        return given().or(TestServers::containers).orElseGet(TestServers::embedded);
    }

    private static Optional<TestServers> given() {
        Map<String, String> environment = System.getenv();
        String redis = environment.get("NIGHTMARKET_TEST_REDIS");
        String mysql = environment.get("NIGHTMARKET_TEST_MYSQL");
        if (redis == null && mysql == null) {
            return Optional.empty();
        }
        if (redis == null || mysql == null) {
            throw new IllegalStateException("give both, NIGHTMARKET_TEST_REDIS and NIGHTMARKET_TEST_MYSQL, or none");
        }
        return Optional.of(new TestServers("the servers given by environment", redis, mysql));
    }

    private static Optional<TestServers> containers() {
        boolean engine = System.getenv("DOCKER_HOST") != null || Files.exists(Path.of("/var/run/docker.sock"));
        return engine ? images().map(TestServers::start) : Optional.empty();
    }

    private record Images(String redis, String mysql) {}

    /** Empty when an image is missing; an engine that can't say what it has counts as one that has nothing. */
    private static Optional<Images> images() {
        try {
            if (!DockerClientFactory.instance().isDockerAvailable()) {
                return Optional.empty();
            }
            Optional<String> mysql = image("mysql:").or(() -> image("mariadb:"));
            return image("redis:").flatMap(redis -> mysql.map(found -> new Images(redis, found)));
        } catch (RuntimeException e) {
            System.out.println("The Docker engine is of no use here: " + e.getMessage());
            return Optional.empty();
        }
    }

    /** The last by name of the images that the engine has already; none is fetched. */
    private static Optional<String> image(String prefix) {
        return DockerClientFactory.lazyClient().listImagesCmd().exec().stream()
                .map(image -> image.getRepoTags())
                .filter(tags -> tags != null)
                .flatMap(tags -> List.of(tags).stream())
                .filter(tag -> tag.startsWith(prefix))
                .max(Comparator.naturalOrder());
    }

    /** Stopped by Testcontainers, or with the engine. */
    @SuppressWarnings("resource")
    private static TestServers start(Images images) {
        GenericContainer<?> redis =
                new GenericContainer<>(DockerImageName.parse(images.redis())).withExposedPorts(6379);
        redis.setCommand("redis-server", "--appendonly", "yes", "--appendfsync", "always");
        GenericContainer<?> mysql = new GenericContainer<>(DockerImageName.parse(images.mysql()))
                .withEnv("MYSQL_ROOT_PASSWORD", "test")
                .withEnv("MYSQL_DATABASE", "nightmarket")
                .withExposedPorts(3306);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            redis.stop();
            mysql.stop();
        }));
        redis.start();
        mysql.start();
        String mysqlUri = "mysql://root:test@" + mysql.getHost() + ':' + mysql.getMappedPort(3306) + "/nightmarket";
        awaitLogin(mysqlUri);
        return new TestServers(
                "containers of " + images.redis() + " and " + images.mysql(),
                "redis://" + redis.getHost() + ':' + redis.getMappedPort(6379),
                mysqlUri);
    }

    /** The port of a database that is still being set up may be open long before anybody can log in. */
    private static void awaitLogin(String mysqlUri) {
        JdbcAddress address =
                new JdbcAddress(new MySqlConfig(mysqlUri, 1, LOGIN_TIMEOUT, LOGIN_TIMEOUT, LOGIN_TIMEOUT));
        long deadline = System.nanoTime() + LOGIN_DEADLINE.toNanos();
        while (true) {
            try (Connection _ = address.open()) {
                return;
            } catch (SQLException e) {
                if (System.nanoTime() > deadline) {
                    throw new IllegalStateException("nobody can log in at the database container", e);
                }
                LockSupport.parkNanos(LOGIN_PAUSE.toNanos());
            }
        }
    }

    private static TestServers embedded() {
        EmbeddedServers servers = EmbeddedServers.start(Path.of("target", "test-servers"));
        Runtime.getRuntime().addShutdownHook(new Thread(servers::close));
        return new TestServers("embedded servers", servers.redisUri(), servers.mysqlUri());
    }
}
