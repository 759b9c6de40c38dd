package io.nightmarket.bootstrap.embedded;

import java.io.IOException;
import java.nio.file.Path;

/** The servers that nodes in other processes run on a data folder, found without joining these nodes. */
public final class RunningServers {
    private RunningServers() {}

    public static String mysqlUri(Path data) throws IOException {
        int port = new LoopbackPort(data.resolve("servers").resolve("mariadb.port"))
                .recorded()
                .orElseThrow();
        return ServerDirectory.of(data).mariaDb(Platform.current()).uri(port);
    }
}
