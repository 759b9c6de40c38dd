package io.nightmarket.embedded;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Takes the servers' files from the class path to the disk, once. */
record Binaries(Path directory) {

    private static final String UNFINISHED = ".tmp-";

    /**
     * Held for writing while a program is written, for reading while a process starts: until it runs its own program, a
     * new process has the files that are open, and a program that is open for writing can't be run.
     */
    private static final ReadWriteLock PROGRAMS = new ReentrantReadWriteLock();

    /**
     * The folder holding the given files, extracted unless it is there already.
     *
     * @param files class-path resource by path below the folder
     */
    Path folder(String name, Map<String, String> files) throws IOException {
        var _ = PrivateFiles.directory(directory);
        PrivateFiles.sweep(directory, name + UNFINISHED);
        Path folder = directory.resolve(name);
        if (isComplete(folder, files)) {
            return folder;
        }
        PrivateFiles.sweep(directory, name);
        // The name appears with all its files or not at all, also when the node is killed in between.
        Path temporary = Files.createTempDirectory(directory, name + UNFINISHED);
        for (Map.Entry<String, String> file : files.entrySet()) {
            extract(file.getValue(), temporary.resolve(file.getKey()));
        }
        Files.move(temporary, folder, ATOMIC_MOVE);
        return folder;
    }

    /** After a loss of power files may be too short: forcing 300 MB to a busy disk at the first start is no better. */
    private static boolean isComplete(Path folder, Map<String, String> files) throws IOException {
        for (Map.Entry<String, String> file : files.entrySet()) {
            Path path = folder.resolve(file.getKey());
            if (!Files.exists(path)
                    || Files.size(path)
                            != locate(file.getValue()).openConnection().getContentLengthLong()) {
                return false;
            }
        }
        return true;
    }

    private static void extract(String resource, Path file) throws IOException {
        Files.createDirectories(file.getParent());
        PROGRAMS.writeLock().lock();
        try (InputStream content = open(resource)) {
            Files.copy(content, file);
        } finally {
            PROGRAMS.writeLock().unlock();
        }
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    /** Starts a process, while no program is being extracted. */
    static Process start(ProcessBuilder process) throws IOException {
        PROGRAMS.readLock().lock();
        try {
            return process.start();
        } finally {
            PROGRAMS.readLock().unlock();
        }
    }

    static InputStream open(String resource) throws IOException {
        return locate(resource).openStream();
    }

    private static URL locate(String resource) {
        URL place = Binaries.class.getClassLoader().getResource(resource);
        if (place == null) {
            throw new EmbeddedServerException(
                    "The program was built without the embedded server's file %s: build it on this system, or name your own servers with --redis and --mysql."
                            .formatted(resource));
        }
        return place;
    }
}
