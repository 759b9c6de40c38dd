package io.nightmarket.testkit;

import io.nightmarket.embedded.SoloServer;
import java.nio.file.Path;

/** The servers that nodes in other processes run on a data folder, found without registering as a node. */
public final class RunningServers {
    private RunningServers() {}

    public static String mysqlUri(Path data) {
        SoloServer mariaDb = SoloServer.mariaDb(data);
        mariaDb.start();
        return mariaDb.uri();
    }
}
