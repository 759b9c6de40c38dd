package io.nightmarket.bootstrap.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.testkit.Eventually;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the program starts, refuses to start, and stops. */
@Tag("servers")
final class StartAndStopIT {
    @TempDir(factory = PreparedFolder.class)
    private Path data;

    @Test
    void aRestartFindsEverythingAgainAndAStopLeavesNoProcess(@TempDir Path empty) throws Exception {
        String token;
        String order;
        try (Program program = Program.startQuickly(Map.of(), "--data", empty.toString());
                Client client = new Client(program.address())) {
            Shoppers shoppers = new Shoppers(program, client);
            token = shoppers.logIn("13912345600");
            order = Client.await(shoppers.click(token, 1)).data();
        }
        assertEquals(List.of(), Program.processesOn(empty), "servers left behind");
        try (Program program = Program.startQuickly(Map.of(), "--data", empty.toString());
                Client client = new Client(program.address())) {
            assertTrue(client.get("/user/me", token).success(), "the session holds over a restart");
            Eventually.holds(
                    "settled",
                    () -> "SETTLED"
                            .equals(client.get("/voucher-order/" + order, token)
                                    .object()
                                    .getString("state")));
            assertEquals(
                    "ALREADY_BOUGHT",
                    client.post("/voucher-order/seckill/1", token, null).code());
        }
        assertEquals(List.of(), Program.processesOn(empty), "servers left behind");
    }

    @Test
    void aStopWhileTheServersStartLeavesNoProcess(@TempDir Path empty) throws Exception {
        try (Program program = Program.startQuickly(Map.of(), "--data", empty.toString())) {
            Path redis = empty.resolve("servers").resolve("redis.pid");
            Eventually.holds("the first server is on its way", () -> Files.exists(redis));
            assertEquals(143, program.terminate(), program::output);
        }
        assertEquals(List.of(), Program.processesOn(empty), "servers left behind");
    }

    /** What a start prints that is refused. */
    private static String refusal(int lines, Map<String, String> environment, String... options) throws Exception {
        try (Program program = Program.startQuickly(environment, options)) {
            assertEquals(2, program.exitCode(), program::output);
            assertEquals(lines, program.output().lines().count(), program::output);
            return program.output();
        }
    }

    @Test
    void aPortInUseIsSaidInOneSentence() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("0.0.0.0"));
                Program program = Program.startQuickly(
                        Map.of(), "--data", data.toString(), "--port", Integer.toString(taken.getLocalPort()))) {
            assertEquals(2, program.exitCode(), program::output);
            assertTrue(
                    program.output().matches("nightmarket: port \\d+ of 127\\.0\\.0\\.1 can't be listened on: .*"),
                    program::output);
            assertFalse(program.output().contains("Exception"), program::output);
        }
        assertEquals(List.of(), Program.processesOn(data), "servers left behind");
    }

    @Test
    void serversThatCanNotBeReachedAreSaidInOneSentence() throws Exception {
        Map<String, String> environment = Map.of(
                "NIGHTMARKET_TOKEN_SECRET", "0123456789abcdef0123456789abcdef",
                "NIGHTMARKET_MYSQL", "mysql://nobody:x@127.0.0.1:1/none");
        var _ = refusal(1, environment, "--redis", "redis://127.0.0.1:1");
    }

    @Test
    void aPasswordInAnOptionIsWarnedOf() throws Exception {
        String said = refusal(2, Map.of(), "--mysql", "mysql://nobody:hidden@127.0.0.1:1/none", "--redis", "");
        assertTrue(said.contains("--mysql shows its password"), said);
        assertFalse(said.contains("hidden"), said);
    }

    @Test
    void aWrongSettingIsSaidInOneSentence() throws Exception {
        Map<String, String> wrong = Map.of("session.idle", "soon", "trusted-proxies", "nginx.example");
        for (Map.Entry<String, String> setting : wrong.entrySet()) {
            String variable =
                    "NIGHTMARKET_" + setting.getKey().toUpperCase(Locale.ROOT).replaceAll("[.-]", "_");
            String said = refusal(1, Map.of(variable, setting.getValue()), "--data", data.toString());
            assertTrue(said.contains("'" + setting.getKey() + "'"), said);
            assertTrue(said.contains("'" + setting.getValue() + "'"), said);
        }
    }

    @Test
    void aStaticFolderThatCanNotBeReadIsSaidInOneSentenceAndChangesNothing() throws Exception {
        Path fresh = data.resolve("fresh");
        String said = refusal(
                1,
                Map.of(),
                "--data",
                fresh.toString(),
                "--static",
                data.resolve("no-site").toString());
        assertTrue(said.contains("'static' names a folder that can't be read"), said);
        assertFalse(Files.exists(fresh), "nothing was made");
    }
}
