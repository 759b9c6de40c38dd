package io.nightmarket.embedded;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Files and directories that only their owner may read. */
final class PrivateFiles {

    private static final Logger log = LoggerFactory.getLogger(PrivateFiles.class);
    private static final int PASSWORD_BYTES = 24;

    private PrivateFiles() {}

    static Path directory(Path directory) throws IOException {
        Files.createDirectories(directory);
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
        return directory;
    }

    /** Replaces the file as a whole: a reader, or a crash, finds the old content or the new one. */
    static void write(Path file, String content) throws IOException {
        // A temporary file is made with mode 600, so that its content is never readable by others.
        Path temporary =
                Files.createTempFile(file.getParent(), file.getFileName().toString(), ".tmp");
        Files.writeString(temporary, content);
        Files.move(temporary, file, ATOMIC_MOVE, REPLACE_EXISTING);
    }

    /** The password kept in the file; made at random the first time. */
    static String password(Path file) throws IOException {
        if (Files.exists(file)) {
            return Files.readString(file).strip();
        }
        byte[] random = new byte[PASSWORD_BYTES];
        new SecureRandom().nextBytes(random);
        String password = HexFormat.of().formatHex(random);
        write(file, password + "\n");
        return password;
    }

    /**
     * Removes what a killed node left unfinished. What cannot be removed now, since an orphan of that node still
     * writes to it, is left to the next sweep, and does no harm until then.
     */
    static void sweep(Path directory, String prefix) {
        try (DirectoryStream<Path> remains = Files.newDirectoryStream(directory, prefix + "*")) {
            for (Path remain : remains) {
                deleteTree(remain);
            }
        } catch (IOException e) {
            log.debug("Remains in {} are left for later", directory, e);
        }
    }

    static void deleteTree(Path root) throws IOException {
        List<Path> paths;
        try (Stream<Path> walk = Files.walk(root)) {
            paths = walk.toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        for (Path path : paths.reversed()) {
            Files.delete(path);
        }
    }
}
