package io.nightmarket.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("servers")
final class OrphanedServersIT {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    @Test
    void serversWhoseFolderWasDeletedEndAtTheNextStartThere() throws Exception {
        Path data = folder.resolve("data");
        Path elsewhere = folder.resolve("elsewhere");
        new NodeProcess(data).ready().kill();
        List<ProcessHandle> left = DataFolder.of(data).orElseThrow().servers().stream()
                .flatMap(server -> server.process().stream())
                .toList();
        assertEquals(2, left.size());
        assertFalse(DataFolder.orphans().stream().anyMatch(left::contains), "their folder is there");

        assertTrue(PollUntil.until(() -> isDeleted(data), LIMIT));
        assertTrue(DataFolder.orphans().containsAll(left));
        EmbeddedServers.start(elsewhere).close();
        assertTrue(left.stream().allMatch(ProcessHandle::isAlive), "a start elsewhere leaves them alone");

        try (EmbeddedServers servers = EmbeddedServers.start(data)) {
            assertTrue(left.stream().noneMatch(OrphanedServersIT::isAServer), "they are gone");
            assertFalse(servers.redisUri().isEmpty());
        }
    }

    @Test
    void aFolderIsSeenStoppedAndDeleted() throws Exception {
        Path data = folder.resolve("data");
        assertTrue(DataFolder.of(data).isEmpty());
        NodeProcess node = new NodeProcess(data).ready();
        DataFolder seen = DataFolder.of(data).orElseThrow();
        try {
            assertEquals(1, seen.nodes().size());
            assertTrue(seen.servers().stream().allMatch(DataFolder.Server::runs));
            assertThrows(EmbeddedServerException.class, seen::stopServers);
            assertThrows(EmbeddedServerException.class, seen::delete);
        } finally {
            node.kill();
        }
        assertEquals(List.of(), seen.nodes());
        assertEquals(List.of("redis", "mariadb"), seen.stopServers());
        seen.delete();
        assertEquals(List.of(), List.of(data.toFile().list()));
    }

    @Test
    void aFolderOfOtherSoftwareIsNotOurs() throws Exception {
        Path theirs = folder.resolve("theirs");
        Files.createDirectories(theirs.resolve("servers/nodes"));
        Files.createDirectories(theirs.resolve("redis"));
        assertTrue(DataFolder.of(theirs).isEmpty());
    }

    /** A process that has ended runs no program. */
    private static boolean isAServer(ProcessHandle process) {
        return process.isAlive() && process.info().command().isPresent();
    }

    /** The servers write meanwhile, so that a first try may find more than it deleted. */
    private static boolean isDeleted(Path data) {
        try (Stream<Path> all = Files.walk(data)) {
            for (Path each : all.toList().reversed()) {
                Files.deleteIfExists(each);
            }
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
