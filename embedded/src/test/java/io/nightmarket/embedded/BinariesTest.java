package io.nightmarket.embedded;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BinariesTest {

    private static final String RESOURCE = "io/nightmarket/embedded/Binaries.class";
    private static final Map<String, String> FILES = Map.of("bin/program", RESOURCE);

    @TempDir
    Path directory;

    private Path program;
    private Binaries binaries;

    @BeforeEach
    void extract() throws IOException {
        binaries = new Binaries(directory);
        program = binaries.folder("server", FILES).resolve("bin/program");
    }

    @Test
    void aProgramIsExtractedOnceAndCanBeRun() throws IOException {
        try (var expected = Binaries.open(RESOURCE)) {
            assertArrayEquals(expected.readAllBytes(), Files.readAllBytes(program));
        }
        assertTrue(Files.isExecutable(program));
        Files.setLastModifiedTime(program, FileTime.fromMillis(0));
        var _ = binaries.folder("server", FILES);
        assertEquals(FileTime.fromMillis(0), Files.getLastModifiedTime(program));
    }

    @Test
    void aProgramCutShortIsExtractedAgain() throws IOException {
        long size = Files.size(program);
        Files.writeString(program, "cut");
        var _ = binaries.folder("server", FILES);
        assertEquals(size, Files.size(program));
    }

    @Test
    void whatAKilledNodeLeftUnfinishedIsRemoved() throws IOException {
        Files.writeString(
                Files.createDirectory(directory.resolve("server.tmp-1")).resolve("program"), "half");
        var _ = binaries.folder("server", FILES);
        try (Stream<Path> left = Files.list(directory)) {
            assertEquals(List.of(directory.resolve("server")), left.toList());
        }
    }

    @Test
    void aProgramThatWasNotPackedIsNamed() {
        EmbeddedServerException failure = assertThrows(
                EmbeddedServerException.class, () -> binaries.folder("other", Map.of("program", "no/such/thing")));
        assertTrue(failure.toString().contains("no/such/thing"));
    }
}
