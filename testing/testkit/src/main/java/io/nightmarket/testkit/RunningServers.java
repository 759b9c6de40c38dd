package io.nightmarket.testkit;

import io.nightmarket.embedded.DataFolder;
import java.io.IOException;
import java.nio.file.Path;

/** The servers that nodes in other processes run on a data folder, found without registering as a node. */
public final class RunningServers {
    private RunningServers() {}

    /** Fails when no node has run there. */
    public static String mysqlUri(Path data) throws IOException {
        return DataFolder.of(data)
                .orElseThrow(() -> new IOException("no node has run on " + data))
                .mysqlUri();
    }
}
