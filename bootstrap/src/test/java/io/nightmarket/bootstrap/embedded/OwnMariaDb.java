package io.nightmarket.bootstrap.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/** A MariaDB for one test alone, which writes down every statement that it executes. */
public final class OwnMariaDb extends OwnServer {
    private final MariaDbServer server;
    private final Path statements;

    private OwnMariaDb(Path folder, MariaDbServer server, Path statements) throws IOException {
        super(folder, server, List.of("--general-log", "--general-log-file=" + statements));
        this.server = server;
        this.statements = statements;
    }

    /** Runs on an empty folder; returns when it answers. */
    public static OwnMariaDb start(Path folder) {
        try {
            ServerDirectory directory = ServerDirectory.of(folder);
            Path statements = folder.toRealPath().resolve("statements.log");
            return new OwnMariaDb(folder, directory.mariaDb(Platform.current()), statements);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public String uri() {
        return server.uri(port());
    }

    /** The server's own record of what it executed, a line each, the values of prepared ones filled in. */
    public Path statements() {
        return statements;
    }
}
