package io.nightmarket.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/** MariaDB with commits that survive a crash, reached over the loopback address only. */
record MariaDbServer(MariaDbFiles files, Path init, String password, List<String> options) implements ServerKind {
    static final String DATABASE = "nightmarket";
    private static final String USER = "nightmarket";

    MariaDbServer {
        options = List.copyOf(options);
    }

    @Override
    public Path data() {
        return files.data();
    }

    /** Without the password. */
    @Override
    public String toString() {
        return name();
    }

    @Override
    public String uri(int port) {
        return uri(password, port);
    }

    static String uri(String password, int port) {
        return "mysql://%s:%s@127.0.0.1:%d/%s".formatted(USER, password, port, DATABASE);
    }

    @Override
    public String name() {
        return "MariaDB";
    }

    @Override
    public void prepare(int port) throws IOException {
        files.initialise();
        // Run at every start: what an operator lost or changed is put right, and no command line holds the password.
        PrivateFiles.write(init, """
                CREATE DATABASE IF NOT EXISTS nightmarket CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
                CREATE OR REPLACE USER nightmarket@'127.0.0.1' IDENTIFIED BY '%s';
                GRANT ALL PRIVILEGES ON `nightmarket%%`.* TO nightmarket@'127.0.0.1';
                """.formatted(password));
    }

    @Override
    public List<String> command(int port) {
        List<String> command = new ArrayList<>(files.command(files.data(), files.temporary()));
        command.addAll(List.of(
                "--init-file=" + init,
                "--port=" + port,
                "--bind-address=127.0.0.1",
                // No Unix socket: its path would be too long in a deep data directory.
                "--socket=",
                "--pid-file=mariadb.pid",
                // 11.4 would make an RSA key at each start, ten seconds of work, for a connection that stays inside.
                "--skip-ssl",
                "--character-set-server=utf8mb4",
                "--collation-server=utf8mb4_unicode_ci",
                "--default-time-zone=+00:00",
                "--innodb-flush-log-at-trx-commit=1",
                "--skip-log-bin",
                "--innodb-buffer-pool-size=256M",
                "--max-connections=200",
                "--local-infile=0"));
        command.addAll(options);
        return command;
    }

    @Override
    public boolean answers(int port) {
        try (Connection _ =
                DriverManager.getConnection("jdbc:mariadb://127.0.0.1:%d/%s".formatted(port, DATABASE), login())) {
            return true;
        } catch (SQLException e) {
            return false;
        }
    }

    private Properties login() {
        Properties login = new Properties();
        login.setProperty("user", USER);
        login.setProperty("password", password);
        login.setProperty("connectTimeout", "2000");
        login.setProperty("socketTimeout", "5000");
        return login;
    }
}
