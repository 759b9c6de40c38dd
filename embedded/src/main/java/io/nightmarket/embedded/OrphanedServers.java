package io.nightmarket.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Servers of this program whose data folder was deleted under them. Ours is a process that runs a program file of
 * {@link ServerDirectory}, which is deleted, when no file there records it and no living node is its parent.
 */
final class OrphanedServers {
    private static final Logger log = LoggerFactory.getLogger(OrphanedServers.class);

    /** What Linux adds to the path of a program whose file is gone. */
    private static final String DELETED = " (deleted)";

    private static final boolean MARKS = Files.exists(Path.of("/proc/self/exe"));

    private static final Pattern PROGRAM =
            Pattern.compile("(/.+/servers)/bin/(?:redis-server-[^/]+/(redis)-server|mariadb-[0-9.]+/(mariadb)d)");

    private OrphanedServers() {}

    /**
     * One of them.
     *
     * @param servers the folder that its program lay below
     */
    record Orphan(ProcessHandle process, Path servers) {}

    /** All of this user. */
    static List<Orphan> find() {
        return ProcessHandle.allProcesses()
                .map(OrphanedServers::orphan)
                .flatMap(Optional::stream)
                .toList();
    }

    /** Ends those of this folder. */
    static void end(Path servers) {
        for (Orphan orphan : find()) {
            if (orphan.servers().equals(servers)) {
                log.info(
                        "Process {} serves a data folder that was deleted here, and is ended",
                        orphan.process().pid());
                ServerProcess.end(
                        orphan.process(),
                        "the server",
                        process -> orphan(process).isPresent());
            }
        }
    }

    /** Other users' programs can't be seen, and a process that has ended has none. */
    private static Optional<Orphan> orphan(ProcessHandle process) {
        return process.info()
                .command()
                .flatMap(OrphanedServers::deletedProgram)
                .map(PROGRAM::matcher)
                .filter(Matcher::matches)
                .filter(program -> !isRecorded(process, program) && !hasNode(process))
                .map(program -> new Orphan(process, Path.of(program.group(1))));
    }

    /** Where the system has no mark for it, a file that is not there is deleted. */
    private static Optional<String> deletedProgram(String command) {
        if (command.endsWith(DELETED)) {
            return Optional.of(command.substring(0, command.length() - DELETED.length()));
        }
        return !MARKS && Files.notExists(Path.of(command)) ? Optional.of(command) : Optional.empty();
    }

    /** Its program was replaced, and it is a server of the folder all the same. */
    private static boolean isRecorded(ProcessHandle process, Matcher program) {
        String file = program.group(2) == null ? program.group(3) : program.group(2);
        try {
            return Files.readString(Path.of(program.group(1), file + ".pid"))
                    .strip()
                    .equals(Long.toString(process.pid()));
        } catch (NoSuchFileException e) {
            return false;
        } catch (IOException e) {
            // Who can't read the record leaves the process alone.
            return true;
        }
    }

    private static boolean hasNode(ProcessHandle process) {
        return process.parent().filter(NodeRegistry::isJava).isPresent();
    }
}
