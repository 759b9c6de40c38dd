package io.nightmarket.testkit;

import io.nightmarket.embedded.StandaloneServer;
import java.io.IOException;
import java.nio.file.Path;

/** The servers that nodes in other processes run on a data folder, found without registering as a node. */
public final class RunningServers {
    private RunningServers() {}

    /** Fails when the nodes' MariaDB does not run. */
    public static String mysqlUri(Path data) throws IOException {
        StandaloneServer mariaDb = StandaloneServer.mariaDb(data);
        if (!mariaDb.isRunning()) {
            throw new IOException("no MariaDB runs on " + data);
        }
        mariaDb.start();
        return mariaDb.uri();
    }
}
