package io.nightmarket.bootstrap.config;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Settings that name files and folders.
 *
 * @param home what relative paths start from
 */
record SettingPaths(Settings settings, Path home) {
    /** A folder of the node's own, which need not be there. */
    Path own(String given) {
        return home.resolve(given).toAbsolutePath().normalize();
    }

    /** A folder to read from, which must be there already. */
    Optional<Path> folder(String key) {
        return existing(
                key, "folder", path -> Files.isDirectory(path) && Files.isReadable(path) && Files.isExecutable(path));
    }

    /** A file to read, which must be there already. */
    Optional<Path> file(String key) {
        return existing(key, "file", path -> Files.isRegularFile(path) && Files.isReadable(path));
    }

    private Optional<Path> existing(String key, String kind, Predicate<Path> isThere) {
        String given = settings.text(key, "");
        if (given.isEmpty()) {
            return Optional.empty();
        }
        Optional<Path> path = resolved(given);
        if (path.filter(isThere).isEmpty()) {
            settings.problem("setting '" + key + "' names a " + kind + " that can't be read: " + given);
        }
        return path;
    }

    private Optional<Path> resolved(String given) {
        try {
            return Optional.of(own(given));
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }
}
