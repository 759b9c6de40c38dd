package io.nightmarket.testkit;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.utility.DockerImageName;

/** Servers in containers, from images that the engine has already: none is fetched. */
final class ContainerServers {
    private static final Duration LOGIN_TIMEOUT = Duration.ofMinutes(2);

    private ContainerServers() {}

    private record Images(String redis, String mysql) {}

    /** Empty when an image is missing; an engine that fails to list its images counts as one that has none. */
    static Optional<TestServers> start() {
        try {
            if (!DockerClientFactory.instance().isDockerAvailable()) {
                return Optional.empty();
            }
            Optional<String> mysql = image("mysql:").or(() -> image("mariadb:"));
            return image("redis:")
                    .flatMap(redis -> mysql.map(found -> new Images(redis, found)))
                    .map(ContainerServers::start);
        } catch (RuntimeException e) {
            System.out.println("The Docker engine can't be used for tests: " + e.getMessage());
            return Optional.empty();
        }
    }

    /** The last by name. */
    private static Optional<String> image(String prefix) {
        return DockerClientFactory.lazyClient().listImagesCmd().exec().stream()
                .map(image -> image.getRepoTags())
                .filter(tags -> tags != null)
                .flatMap(tags -> List.of(tags).stream())
                .filter(tag -> tag.startsWith(prefix))
                .max(Comparator.naturalOrder());
    }

    /** The containers are stopped at the end of the JVM. */
    @SuppressWarnings("resource")
    private static TestServers start(Images images) {
        GenericContainer<?> redis =
                new GenericContainer<>(DockerImageName.parse(images.redis())).withExposedPorts(6379);
        redis.setCommand("redis-server", "--appendonly", "yes", "--appendfsync", "no");
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
        String address = "mysql://root:test@" + mysql.getHost() + ':' + mysql.getMappedPort(3306) + "/nightmarket";
        // Elsewhere than on loopback a node wants a certificate that it trusts, and this server has none.
        String mysqlUri = mysql.getHost().matches("localhost|127[.].*") ? address : new TcpProxy(address).uri();
        // The port is open long before the database accepts logins.
        Eventually.holdsWithin(LOGIN_TIMEOUT, "the database container accepts a login", () -> canLogIn(mysqlUri));
        return new TestServers(
                "containers of " + images.redis() + " and " + images.mysql(),
                "redis://" + redis.getHost() + ':' + redis.getMappedPort(6379),
                mysqlUri);
    }

    private static boolean canLogIn(String mysqlUri) throws SQLException {
        try (Connection connection = Jdbc.open(mysqlUri)) {
            return connection.isValid(5);
        }
    }
}
