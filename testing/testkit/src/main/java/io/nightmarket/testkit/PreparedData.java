package io.nightmarket.testkit;

import io.nightmarket.embedded.EmbeddedServer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * Spares tests the unpacking and the initialisation of embedded servers: the result lies under the checkout's target
 * folder and is copied. It is made again when the code that makes it has changed.
 */
public final class PreparedData {
    /** The classes that decide which programs are unpacked and how MariaDB initialises its folder. */
    private static final List<String> MAKERS =
            List.of("ServerDirectory.class", "MariaDbServer.class", "MariaDbFiles.class", "Platform.class");

    private PreparedData() {}

    /** Fills a data folder that is empty yet. */
    public static void copyTo(Path data) throws IOException {
        Path prepared = prepared();
        copy(prepared.resolve("servers/bin"), data.resolve("servers/bin"), true);
        copy(prepared.resolve("mariadb"), data.resolve("mariadb"), false);
    }

    private static synchronized Path prepared() throws IOException {
        Path folder = Files.createDirectories(Checkout.root().resolve("target/test-servers"));
        Path prepared = folder.resolve("prepared-" + fingerprint());
        if (!Files.exists(prepared)) {
            Path making = Files.createTempDirectory(folder, "preparing-");
            EmbeddedServer _ = EmbeddedServer.redis(making, "");
            EmbeddedServer mariaDb = EmbeddedServer.mariaDb(making);
            try {
                mariaDb.start();
            } finally {
                mariaDb.stop();
            }
            try {
                Files.move(making, prepared, StandardCopyOption.ATOMIC_MOVE);
            } catch (FileSystemException e) {
                // Another JVM was first.
                if (!Files.exists(prepared)) {
                    throw e;
                }
            }
        }
        return prepared;
    }

    private static String fingerprint() throws IOException {
        CRC32 sum = new CRC32();
        for (String maker : MAKERS) {
            try (InputStream code = EmbeddedServer.class.getResourceAsStream(maker)) {
                if (code == null) {
                    throw new IOException(maker + " is missing");
                }
                sum.update(code.readAllBytes());
            }
        }
        return Long.toHexString(sum.getValue());
    }

    /** Programs are linked, where the file system allows it: they are large and not written to. */
    private static void copy(Path from, Path to, boolean link) throws IOException {
        List<Path> paths;
        try (Stream<Path> walk = Files.walk(from)) {
            paths = walk.toList();
        }
        for (Path path : paths) {
            Path target = to.resolve(from.relativize(path).toString());
            if (Files.isDirectory(path)) {
                Path _ = Files.createDirectories(target);
            } else if (!link || !isLinked(path, target)) {
                Path _ = Files.copy(path, target, StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    private static boolean isLinked(Path path, Path target) throws IOException {
        try {
            Path _ = Files.createLink(target, path);
            return true;
        } catch (FileAlreadyExistsException e) {
            throw e;
        } catch (FileSystemException | UnsupportedOperationException e) {
            return false;
        }
    }
}
