package io.nightmarket.chaos;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class NodeLogsTest {
    private static final String TRACE = """
            2026-11-28T01:00:01.000Z ERROR Problems - request 4f1 POST /payment/notify failed
                java.lang.IllegalStateException: twice
                	at a.B.c(B.java:1)
            """;

    @TempDir
    private Path folder;

    private Path log(String node, String text) throws IOException {
        Path log = Files.createDirectories(folder.resolve(node)).resolve("node.log");
        return Files.writeString(log, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    @Test
    void whatARunLoggedIsKeptAndItsErrorsAreShownWithTheirTraces() throws IOException {
        Path first = log("node-0", "2026-11-28T01:00:00.000Z ERROR Node - of an earlier run\n");
        NodeLogs logs = new NodeLogs(List.of(first, folder.resolve("node-1").resolve("node.log")));
        String later = TRACE.replace(":01.000", ":02.000").replace("4f1", "4f2");
        String fine = "2026-11-28T01:00:03.000Z INFO  Node - fine\n";
        var _ = log("node-0", TRACE + fine + later);
        var _ = log("node-1", fine);

        Path place = folder.resolve("kept").resolve("a-run");
        NodeLogs.Kept kept = logs.keep(place);
        assertEquals(new NodeLogs.Kept(place.toString(), List.of(TRACE.stripTrailing())), kept, "one of its kind");
        assertEquals(TRACE + fine + later, Files.readString(place.resolve("node-0.log")));
        assertEquals(fine, Files.readString(place.resolve("node-1.log")));
    }

    @Test
    void aNodeThatNeverStartedHasAnEmptyLog() throws IOException {
        NodeLogs logs = new NodeLogs(List.of(folder.resolve("node-0").resolve("node.log")));
        assertEquals(List.of(), logs.keep(folder.resolve("kept")).errors());
        assertEquals("", Files.readString(folder.resolve("kept").resolve("node-0.log")));
    }
}
