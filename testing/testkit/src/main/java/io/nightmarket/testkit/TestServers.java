package io.nightmarket.testkit;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The Redis and the MySQL or MariaDB that the integration tests of this JVM run on, looked for in this order: addresses
 * in the environment (NIGHTMARKET_TEST_REDIS and NIGHTMARKET_TEST_MYSQL), containers when a Docker engine has the images,
 * embedded servers. None found is a failure. One line of output says which are used.
 */
public final class TestServers {
    private static final TestServers FOUND = find();

    private final String redisUri;
    private final String mysqlUri;

    TestServers(String kind, String redisUri, String mysqlUri) {
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
        return given().or(TestServers::containers).orElseGet(LastingServers::adoptOrStart);
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
        return engine ? ContainerServers.start() : Optional.empty();
    }
}
