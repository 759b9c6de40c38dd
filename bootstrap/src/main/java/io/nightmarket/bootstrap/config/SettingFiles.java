package io.nightmarket.bootstrap.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Settings whose values lie in files: {@code KEY-file} names the file that holds the value of {@code KEY}, as secrets are
 * handed to containers. The content counts without white space at its ends.
 *
 * @param home what relative paths start from
 * @param keys that are known
 */
record SettingFiles(Path home, Set<String> keys, Settings problems) {
    private static final String SUFFIX = "-file";

    /** The settings of one source, with the values of the files in place of their names. */
    Map<String, String> resolve(Map<String, String> source) {
        Map<String, String> resolved = new LinkedHashMap<>(source);
        source.forEach((given, file) -> {
            if (!isFile(given)) {
                return;
            }
            resolved.remove(given);
            String key = given.substring(0, given.length() - SUFFIX.length());
            if (file.isBlank()) {
                return;
            }
            if (!source.getOrDefault(key, "").isBlank()) {
                problems.problem("give '" + key + "' or '" + given + "', not both");
            }
            resolved.put(key, read(given, file));
        });
        return resolved;
    }

    /** Whether the key names a file with the value of another one. */
    private boolean isFile(String given) {
        return given.endsWith(SUFFIX)
                && !keys.contains(given)
                && keys.contains(given.substring(0, given.length() - SUFFIX.length()));
    }

    private String read(String key, String file) {
        try {
            return Files.readString(home.resolve(file.strip())).strip();
        } catch (IOException | InvalidPathException e) {
            problems.problem("setting '" + key + "' names a file that can't be read: " + file);
            return "";
        }
    }

    /** The keys that name files, too. */
    Set<String> withFiles() {
        Set<String> all = new TreeSet<>(keys);
        keys.forEach(key -> all.add(key + SUFFIX));
        return all;
    }
}
