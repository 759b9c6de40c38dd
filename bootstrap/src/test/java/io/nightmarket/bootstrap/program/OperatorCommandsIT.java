package io.nightmarket.bootstrap.program;

import static io.nightmarket.testkit.Json.object;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.testkit.Eventually;
import io.nightmarket.testkit.SiteDatabase;
import io.nightmarket.testkit.TestServers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an operator sees of a data folder and does with it, by the packaged program. */
@Tag("commands")
final class OperatorCommandsIT {
    private static final String DIFFERENT = "has 'adapters.queue' redis, and this one mysql: give all nodes the same";

    @TempDir(factory = PreparedFolder.class)
    private Path data;

    @Test
    void aNodeIsSeenAndStoppedAndItsDataAreDeleted() throws Exception {
        Files.writeString(data.resolve("notes.txt"), "not of Night Market");
        try (Program node = Program.startQuickly(Map.of(), "--data", data.toString())) {
            String address = node.address().substring("http://".length());
            String status = command(0, "status");
            for (String part :
                    List.of("redis         runs at 127.0.0.1:", "Nodes         1", address, "  1           open")) {
                assertTrue(status.contains(part), status);
            }
            assertTrue(status.contains("Open sales    "), status);
            assertTrue(status.contains("Upcoming      "), status);
            assertTrue(
                    Pattern.compile("units left, \\S+\\+08:00 until \\S+\\+08:00: \\S.*, \\S")
                            .matcher(status)
                            .find(),
                    status);

            String port = address.substring(address.indexOf(':') + 1);
            String sound = command(0, "doctor", "--port", port);
            assertTrue(sound.contains("ok      MySQL"), sound);
            assertTrue(sound.contains("look    Port      port " + port + " of "), sound);
            assertTrue(command(2, "reset", "--yes").contains("runs on " + data.toRealPath()), "a node runs");
            String stopped = command(0, "stop");
            assertTrue(stopped.contains("node (process "), stopped);
            assertEquals(143, node.exitCode(), node::output);
        }
        assertEquals(List.of(), Program.processesOn(data), "servers were left running");
        assertTrue(command(0, "status").contains("redis         does not run"), "status");

        String deleted = command(0, "reset", "--yes");
        assertTrue(deleted.startsWith("deleted what Night Market had in " + data), deleted);
        try (var left = Files.list(data)) {
            assertEquals(List.of(data.resolve("notes.txt")), left.toList());
        }
    }

    @Test
    void serversThatAKilledNodeLeftAreShownAndEnded() throws Exception {
        try (Program node = Program.startQuickly(Map.of(), "--data", data.toString())) {
            var _ = node.address();
            node.kill();
        }
        assertTrue(command(0, "status").contains("No node uses them"), "status");
        assertTrue(command(0, "doctor").contains("without a node: \"nightmarket stop\" ends them"), "doctor");
        assertEquals(
                "stopped on " + data.toAbsolutePath() + ": redis, mariadb",
                command(0, "stop").strip());
        assertEquals(List.of(), Program.processesOn(data), "servers were left running");
    }

    @Test
    void aDatabaseThatNoNodeHasRunOnIsSeenAsSuch() throws Exception {
        try (SiteDatabase empty = new SiteDatabase();
                Program status = Program.command(
                        Map.of("NIGHTMARKET_MYSQL", empty.uri(), "NIGHTMARKET_MYSQL_TIMEOUT", "20s"), "status")) {
            assertEquals(2, status.exitCode(), status::output);
            assertTrue(
                    status.output().endsWith("nightmarket: no node of this version has run on this database yet"),
                    status::output);
        }
    }

    @Test
    void aNodeFitsADatabaseWithoutTables() throws Exception {
        try (SiteDatabase empty = new SiteDatabase()) {
            assertTrue(doctor(0, empty).contains("ok      Fit"), "fit");
        }
    }

    @Test
    void whatCannotBeComparedKeepsNoOtherCheckFromBeingShown() throws Exception {
        try (SiteDatabase broken = new SiteDatabase()) {
            broken.run("CREATE TABLE running_node (other INT)");
            String report = doctor(2, broken);
            for (String line : List.of(
                    "ok      MySQL", "ok      Redis", "FAILED  Fit       a node can't be compared", "1 check failed")) {
                assertTrue(report.contains(line), report);
            }
        }
    }

    private static String doctor(int code, SiteDatabase database) throws Exception {
        Map<String, String> servers = Map.of(
                "NIGHTMARKET_PORT", "0",
                "NIGHTMARKET_TOKEN_SECRET", "of-doctor-on-servers-that-are-named",
                "NIGHTMARKET_MYSQL", database.uri(),
                "NIGHTMARKET_MYSQL_TIMEOUT", "20s",
                "NIGHTMARKET_REDIS", TestServers.redisUri());
        try (Program doctor = Program.command(servers, "doctor")) {
            assertEquals(code, doctor.exitCode(), doctor::output);
            return doctor.output();
        }
    }

    @Test
    void aNodeThatDoesNotFitIsRefusedAndOneWithoutAClusterIsWarnedOfOnBoth() throws Exception {
        try (Program first = Program.startQuickly(Map.of(), "--data", data.toString())) {
            String address = first.address().substring("http://".length());
            try (Program different =
                    Program.startQuickly(Map.of("NIGHTMARKET_ADAPTERS_QUEUE", "mysql"), "--data", data.toString())) {
                assertEquals(2, different.exitCode(), different::output);
                assertTrue(
                        different
                                .output()
                                .contains("nightmarket: the node at " + address + " on this database " + DIFFERENT),
                        different::output);
                assertFalse(different.output().contains("Exception"), different::output);
            }
            try (Program second = Program.startQuickly(Map.of(), "--data", data.toString())) {
                var _ = second.address();
                Eventually.holds("the first warns", () -> warnings(first, "127.0.0.1") == 1);
                Eventually.holds("the second warns", () -> warnings(second, address) == 1);
            }
        }
    }

    private static long warnings(Program node, String other) {
        return node.output()
                .lines()
                .filter(line -> line.contains("WARN")
                        && line.contains("The node at " + other)
                        && line.contains("uses this database too"))
                .count();
    }

    @Test
    void whyExplainsAnOrderByItsIdOrNumberAndListsThoseOfAPhone() throws Exception {
        try (Program node = Program.startQuickly(Map.of(), "--data", data.toString());
                Client client = new Client(node.address())) {
            Shoppers shoppers = new Shoppers(node, client);
            String token = shoppers.logIn("13712345678");
            String id =
                    client.post("/voucher-order", token, object("voucherId", 3)).data();
            String number = client.get("/voucher-order/" + id, token)
                    .body()
                    .getJsonObject("data")
                    .getString("orderNo");

            String story = command(0, "why", id);
            assertTrue(story.matches("(?s)\\S+\\+08:00 +ID .*now +ORDER .*"), story);
            assertEquals(story, command(0, "why", number));
            String listed = command(0, "why", "13712345678");
            assertTrue(listed.contains("+08:00  id " + id + "  number " + number + "  voucher 3  UNPAID"), listed);
            assertEquals(
                    "nightmarket: there is no user with the phone 13712345679",
                    command(2, "why", "13712345679").strip());
            assertEquals(
                    "nightmarket: there is no order 5", command(2, "why", "5").strip());
            assertEquals(
                    "nightmarket: abc is neither the id or number of an order nor a phone",
                    command(2, "why", "abc").strip());
            assertTrue(command(0, "stop").contains("node (process "), "stop");
            assertEquals(143, node.exitCode(), node::output);
            assertTrue(node.output().contains("The node stops: it answers what it has begun"), node::output);
        }
    }

    @Test
    void whyMakesNothingInAFolderThatNoNodeHasRunOn() throws Exception {
        Path unused = data.resolve("unused");
        try (Program program = Program.command(Map.of(), "why", "5", "--data", unused.toString())) {
            assertEquals(2, program.exitCode(), program::output);
            assertTrue(
                    program.output().startsWith("nightmarket: no node has run on " + unused + ": name"),
                    program::output);
        }
        assertFalse(Files.exists(unused));
    }

    /** What the command prints. */
    private String command(int code, String name, String... options) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(name, "--data", data.toString()));
        arguments.addAll(List.of(options));
        try (Program program = Program.command(Map.of("NIGHTMARKET_PORT", "0"), arguments.toArray(String[]::new))) {
            assertEquals(code, program.exitCode(), program::output);
            return program.output();
        }
    }
}
