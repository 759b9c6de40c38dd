package io.nightmarket.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** What is particular to one kind of server: how it is prepared, called and recognised. */
interface ServerKind {

    /** The server's name in sentences. */
    String name();

    /** The folder of its data. */
    Path data();

    String uri(int port);

    /** Brings data directory and configuration into the state that {@link #command} needs. */
    void prepare(int port) throws IOException;

    /** The command line; it holds no secret, for every user of the machine can read it. */
    List<String> command(int port);

    /** Whether the server on this port takes our password and works. */
    boolean answers(int port);
}
