package io.nightmarket.bootstrap;

import io.nightmarket.bootstrap.embedded.EmbeddedServers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;

/**
 * The servers that the integration tests of this JVM run on, looked for in this order: addresses given by environment
 * (NIGHTMARKET_TEST_REDIS and NIGHTMARKET_TEST_MYSQL), containers when a Docker engine answers that has the images,
 * embedded servers. None found is a failure. One line says which are used.
 */
public final class TestServers {
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
        if (redis == null || mysql == null) {
            return Optional.empty();
        }
        return Optional.of(new TestServers("the servers given by environment", redis, mysql));
    }

    private static Optional<TestServers> containers() {
        boolean engine = System.getenv("DOCKER_HOST") != null || Files.exists(Path.of("/var/run/docker.sock"));
        if (!engine || !DockerClientFactory.instance().isDockerAvailable()) {
            return Optional.empty();
        }
        Optional<String> redisImage = image("redis:");
        Optional<String> mysqlImage = image("mysql:").or(() -> image("mariadb:"));
        if (redisImage.isEmpty() || mysqlImage.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(start(redisImage.get(), mysqlImage.get()));
    }

    /** An image that the engine has already; none is fetched. */
    private static Optional<String> image(String prefix) {
        return DockerClientFactory.lazyClient().listImagesCmd().exec().stream()
                .map(image -> image.getRepoTags())
                .filter(tags -> tags != null)
                .flatMap(tags -> List.of(tags).stream())
                .filter(tag -> tag.startsWith(prefix))
                .findFirst();
    }

    /** Stopped by Testcontainers, or with the engine. */
    @SuppressWarnings("resource")
    private static TestServers start(String redisImage, String mysqlImage) {
        GenericContainer<?> redis = new GenericContainer<>(DockerImageName.parse(redisImage)).withExposedPorts(6379);
        redis.setCommand("redis-server", "--appendonly", "yes", "--appendfsync", "always");
        GenericContainer<?> mysql = new GenericContainer<>(DockerImageName.parse(mysqlImage))
                .withEnv("MYSQL_ROOT_PASSWORD", "test")
                .withEnv("MYSQL_DATABASE", "nightmarket")
                .withExposedPorts(3306)
                .waitingFor(Wait.forListeningPort());
        redis.start();
        mysql.start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            redis.stop();
            mysql.stop();
        }));
        return new TestServers(
                "containers of " + redisImage + " and " + mysqlImage,
                "redis://" + redis.getHost() + ':' + redis.getMappedPort(6379),
                "mysql://root:test@" + mysql.getHost() + ':' + mysql.getMappedPort(3306) + "/nightmarket");
    }

    private static TestServers embedded() {
        EmbeddedServers servers = EmbeddedServers.start(Path.of("target", "test-servers"));
        Runtime.getRuntime().addShutdownHook(new Thread(servers::close));
        return new TestServers("embedded servers", servers.redisUri(), servers.mysqlUri());
    }
}
