package io.nightmarket.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A folder for the time of a run. */
public record ScratchFolder(Path path) implements AutoCloseable {
    public static ScratchFolder make() throws IOException {
        return new ScratchFolder(Files.createTempDirectory("nightmarket-bench"));
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> files = Files.walk(path)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
