package io.nightmarket.bootstrap.embedded;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;

/** Takes the servers' files from the class path to the disk, once. */
final class Binaries {

    private final Path directory;

    Binaries(Path directory) {
        this.directory = directory;
    }

    /**
     * The folder holding the given files, extracted unless it is there already.
     *
     * @param files class-path resource by path below the folder
     */
    Path folder(String name, Map<String, String> files) throws IOException {
        Path folder = directory.resolve(name);
        if (Files.exists(folder)) {
            return folder;
        }
        PrivateFiles.directory(directory);
        // The name appears with all its files or not at all, also when the node is killed in between.
        Path temporary = Files.createTempDirectory(directory, name + ".tmp-");
        for (Map.Entry<String, String> file : files.entrySet()) {
            extract(file.getValue(), temporary.resolve(file.getKey()));
        }
        Files.move(temporary, folder, ATOMIC_MOVE);
        return folder;
    }

    private static void extract(String resource, Path file) throws IOException {
        Files.createDirectories(file.getParent());
        try (InputStream content = open(resource)) {
            Files.copy(content, file);
        }
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        try (FileChannel channel = FileChannel.open(file, WRITE)) {
            channel.force(true);
        }
    }

    static InputStream open(String resource) {
        InputStream content = Binaries.class.getClassLoader().getResourceAsStream(resource);
        if (content == null) {
            throw new EmbeddedServerException(
                    "The program was built without the embedded server's file %s: build it on this system, or name your own servers with --redis and --mysql."
                            .formatted(resource));
        }
        return content;
    }
}
