package io.nightmarket.bootstrap;

/** Where the integration tests find their servers. */
public final class TestServers {
    private TestServers() {}

    public static String mysqlUri() {
        String uri = System.getenv("NIGHTMARKET_TEST_MYSQL");
        if (uri == null) {
            throw new IllegalStateException("NIGHTMARKET_TEST_MYSQL names no server");
        }
        return uri;
    }
}
