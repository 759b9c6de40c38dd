package io.nightmarket.bootstrap;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Which process listens on a port of this machine, where Linux tells it to this user. */
final class Listeners {
    private static final Path PROCESSES = Path.of("/proc");
    private static final String LISTENING = "0A";

    /** Fields of a line of {@code /proc/net/tcp}. */
    private static final int LOCAL = 1;

    private static final int STATE = 3;
    private static final int INODE = 9;

    private Listeners() {}

    /** Such as {@code nginx, process 4711}. */
    static Optional<String> on(int port) {
        Set<String> sockets = new HashSet<>();
        for (String table : List.of("net/tcp", "net/tcp6")) {
            try (Stream<String> lines = Files.lines(PROCESSES.resolve(table))) {
                lines.skip(1)
                        .map(line -> line.strip().split("\\s+"))
                        .filter(fields ->
                                fields[STATE].equals(LISTENING) && fields[LOCAL].endsWith(":%04X".formatted(port)))
                        .forEach(fields -> sockets.add("socket:[" + fields[INODE] + ']'));
            } catch (IOException e) {
                // Another operating system.
                continue;
            }
        }
        return sockets.isEmpty()
                ? Optional.empty()
                : ProcessHandle.allProcesses()
                        .filter(process -> holds(process, sockets))
                        .findFirst()
                        .map(Listeners::name);
    }

    private static boolean holds(ProcessHandle process, Set<String> sockets) {
        try (Stream<Path> files = Files.list(folder(process).resolve("fd"))) {
            return files.anyMatch(file -> sockets.contains(target(file)));
        } catch (IOException | UncheckedIOException e) {
            // It ended, or is another user's.
            return false;
        }
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException e) {
            return "";
        }
    }

    private static String name(ProcessHandle process) {
        String pid = "process " + process.pid();
        try {
            return Files.readString(folder(process).resolve("comm")).strip() + ", " + pid;
        } catch (IOException e) {
            return pid;
        }
    }

    private static Path folder(ProcessHandle process) {
        return PROCESSES.resolve(Long.toString(process.pid()));
    }
}
