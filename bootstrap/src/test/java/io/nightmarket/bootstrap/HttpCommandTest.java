package io.nightmarket.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

final class HttpCommandTest {
    private final StringWriter out = new StringWriter();

    @Test
    void itPrintsRequestsToTheGivenNode() {
        assertEquals(
                0,
                Main.commandLine()
                        .setOut(new PrintWriter(out, true))
                        .execute("http", "--host", "https://market.example"));
        assertTrue(out.toString().startsWith("@host = https://market.example\n"), out::toString);
        assertTrue(out.toString().contains("\nPOST {{host}}/user/login\n"), out::toString);
    }
}
