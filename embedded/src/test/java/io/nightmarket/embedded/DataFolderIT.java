package io.nightmarket.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("servers")
final class DataFolderIT {
    @TempDir
    private Path folder;

    @Test
    void aFolderIsSeenStoppedAndDeleted() throws Exception {
        Path data = folder.resolve("data");
        assertTrue(DataFolder.of(data).isEmpty());
        NodeProcess node = new NodeProcess(data).ready();
        DataFolder seen = DataFolder.of(data).orElseThrow();
        long pid = seen.nodes().getFirst().pid();
        assertEquals(1, seen.nodes().size());
        assertEquals(Set.of("redis", "mariadb"), seen.servers().keySet());
        assertEquals(node.redisUri(), seen.redisUri());
        assertThrows(EmbeddedServerException.class, seen::delete);
        assertTrue(node.isAlive(), "a refused deletion ends no node");
        assertEquals(List.of("node (process " + pid + ")", "redis", "mariadb"), seen.stop());
        assertEquals(List.of(), seen.nodes());
        seen.delete();
        assertEquals(List.of(), List.of(data.toFile().list()));
    }

    @Test
    void lookersAreNoNodes() throws Exception {
        Path data = folder.resolve("data");
        new NodeProcess(data).ready().kill();
        ServerDirectory directory = ServerDirectory.of(data);
        try (FolderLock lock = directory.lock()) {
            assertFalse(lock.isUsed());
            assertEquals(List.of(), lock.nodes());
        }
        assertEquals(
                List.of("redis", "mariadb"), DataFolder.of(data).orElseThrow().stop());
    }

    @Test
    void aFolderOfOtherSoftwareIsNotOurs() throws Exception {
        Path theirs = folder.resolve("theirs");
        Files.createDirectories(theirs.resolve("servers/bin"));
        Files.createDirectories(theirs.resolve("redis"));
        assertTrue(DataFolder.of(theirs).isEmpty());
    }
}
