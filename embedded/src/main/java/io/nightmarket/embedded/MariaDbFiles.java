package io.nightmarket.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * MariaDB's program and data directory.
 *
 * @param program the extracted program with its messages
 * @param resources the class-path folder with MariaDB's own SQL for its system tables
 * @param home where the data directory lies
 * @param log where a first initialisation writes what it says
 */
record MariaDbFiles(Path program, String resources, Path home, Path log) {

    static final String UNFINISHED = "mariadb.init-";
    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** What MariaDB's own installation script feeds to its bootstrap mode, less the help texts and the test database. */
    private static final List<String> SYSTEM_TABLES = List.of(
            "mariadb_system_tables.sql",
            "mariadb_performance_tables.sql",
            "mariadb_system_tables_data.sql",
            "maria_add_gis_sp_bootstrap.sql",
            "mariadb_sys_schema.sql");

    /** Bootstrap mode takes one statement a line. */
    private static final String BEFORE = """
            CREATE DATABASE mysql;
            USE mysql;
            SET @auth_root_socket=NULL;
            """;

    /** Those scripts make roots without password; only the program's own user may log in. */
    private static final String AFTER = """

            DELETE FROM mysql.global_priv WHERE User <> 'mariadb.sys';
            DELETE FROM mysql.proxies_priv;
            """;

    Path data() {
        return home.resolve("mariadb");
    }

    /** For the server's temporary files. */
    Path temporary() {
        return home.resolve("mariadb-tmp");
    }

    /**
     * The part of the command line that initialisation and server share.
     *
     * @param temporary used by no other server: one that starts deletes the temporary files of whichever wrote there,
     *     also those in use
     */
    List<String> command(Path directory, Path temporary) {
        List<String> command = new ArrayList<>(List.of(
                program.resolve("mariadbd").toString(),
                "--no-defaults",
                "--basedir=" + program,
                "--datadir=" + directory,
                "--tmpdir=" + temporary,
                "--lc-messages-dir=" + program,
                "--character-sets-dir=" + program.resolve("charsets"),
                "--skip-name-resolve"));
        if (System.getProperty("user.name", "").equals("root")) {
            command.add("--user=root");
        }
        return command;
    }

    /**
     * Makes the data directory unless it exists; it appears complete or not at all. The directory of the temporary files
     * is made too.
     */
    void initialise() throws IOException {
        PrivateFiles.sweep(home, UNFINISHED);
        var _ = PrivateFiles.directory(temporary());
        if (Files.exists(data())) {
            return;
        }
        Path directory = Files.createTempDirectory(home, UNFINISHED);
        Path temporary = Files.createTempDirectory(home, UNFINISHED);
        Path script = Files.createTempFile(home, UNFINISHED, ".sql");
        writeScript(script);
        run(directory, temporary, script);
        Files.delete(script);
        Files.delete(temporary);
        Files.move(directory, data(), ATOMIC_MOVE);
    }

    private void writeScript(Path script) throws IOException {
        try (OutputStream out = Files.newOutputStream(script)) {
            out.write(BEFORE.getBytes(UTF_8));
            for (String name : SYSTEM_TABLES) {
                try (InputStream sql = Binaries.open(resources + name)) {
                    sql.transferTo(out);
                }
            }
            out.write(AFTER.getBytes(UTF_8));
        }
    }

    private void run(Path directory, Path temporary, Path script) throws IOException {
        List<String> command = new ArrayList<>(command(directory, temporary));
        command.addAll(List.of("--bootstrap", "--max-allowed-packet=8M"));
        Process process = Binaries.start(new ProcessBuilder(command)
                .redirectInput(script.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile())));
        boolean ended = false;
        try {
            ended = process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!ended || process.exitValue() != 0) {
            process.destroyForcibly();
            throw new EmbeddedServerException("MariaDB could not set up its data directory; its log is " + log + ".");
        }
    }
}
