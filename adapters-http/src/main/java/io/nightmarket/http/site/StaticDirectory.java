package io.nightmarket.http.site;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A folder whose files may be shown. Not shown are hidden ones, whatever a symbolic link brings in from outside, and
 * what is no plain file. The folder itself may be a symbolic link, and may be changed to another one at any time.
 */
final class StaticDirectory {
    private static final String INDEX = "index.html";

    private final Path root;

    /** What a path leads to. */
    enum Found {
        FILE,
        FOLDER_WITHOUT_SLASH,
        NOTHING
    }

    StaticDirectory(Path root) {
        this.root = root;
    }

    /** Blocks. The path is escaped, and relative to the folder; one that ends in a slash leads to an index. */
    Found find(String escapedPath) {
        Optional<List<String>> names = names(escapedPath);
        if (names.isEmpty()) {
            return Found.NOTHING;
        }
        try {
            Path real = root.toRealPath();
            Path wanted = real;
            for (String name : names.get()) {
                wanted = wanted.resolve(name);
            }
            boolean slash = escapedPath.isEmpty() || escapedPath.endsWith("/");
            return Files.isDirectory(wanted)
                    ? folder(real, wanted, slash)
                    : !slash && mayShow(real, wanted) ? Found.FILE : Found.NOTHING;
        } catch (IOException | InvalidPathException e) {
            return Found.NOTHING;
        }
    }

    private static Found folder(Path real, Path wanted, boolean slash) throws IOException {
        if (!mayShow(real, wanted.resolve(INDEX))) {
            return Found.NOTHING;
        }
        return slash ? Found.FILE : Found.FOLDER_WITHOUT_SLASH;
    }

    /** When the file was changed that a path leads to, to the second, as heads of answers say it. Blocks. */
    Instant lastModified(String escapedPath) throws IOException {
        Path wanted = root;
        for (String name : names(escapedPath).orElseThrow(() -> new NoSuchFileException(escapedPath))) {
            wanted = wanted.resolve(name);
        }
        Path file = Files.isDirectory(wanted) ? wanted.resolve(INDEX) : wanted;
        return Files.getLastModifiedTime(file).toInstant().truncatedTo(ChronoUnit.SECONDS);
    }

    /** Links are followed first: what counts is where the file really lies. */
    private static boolean mayShow(Path root, Path file) throws IOException {
        Path real = file.toRealPath();
        if (!real.startsWith(root) || !Files.isRegularFile(real) || !Files.isReadable(real)) {
            return false;
        }
        for (Path name : root.relativize(real)) {
            if (name.toString().startsWith(".")) {
                return false;
            }
        }
        return true;
    }

    /** The names that a path is made of; nothing when one could mean more than a name. */
    private static Optional<List<String>> names(String escapedPath) {
        String file = escapedPath.endsWith("/") ? escapedPath.substring(0, escapedPath.length() - 1) : escapedPath;
        List<String> names = file.isEmpty()
                ? List.of()
                : Arrays.stream(file.split("/", -1))
                        .map(StaticDirectory::unescaped)
                        .toList();
        return names.stream().allMatch(StaticDirectory::isPlain) ? Optional.of(names) : Optional.empty();
    }

    private static String unescaped(String part) {
        try {
            return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return "";
        }
    }

    /** Neither empty nor hidden (which ".." is, too), without separators of any system and without control characters. */
    private static boolean isPlain(String name) {
        return !name.isEmpty()
                && name.charAt(0) != '.'
                && name.chars().noneMatch(c -> c == '/' || c == '\\' || c == ':' || Character.isISOControl(c));
    }
}
