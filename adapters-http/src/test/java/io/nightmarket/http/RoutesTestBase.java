package io.nightmarket.http;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** One node for all tests of a class; each test brings users and ids of its own. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init")
abstract class RoutesTestBase {
    static final String AUTH = "authorization";
    static final String FORGED = "eyJ0eXAiOiJKV1QiLCJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl";

    TestNode node;
    TestClient client;

    @BeforeAll
    void start() {
        node = new TestNode();
        client = new TestClient(node);
    }

    @AfterAll
    void stop() {
        client.close();
        node.close();
    }
}
