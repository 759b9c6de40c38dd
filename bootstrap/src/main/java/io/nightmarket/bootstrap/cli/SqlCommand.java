package io.nightmarket.bootstrap.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;

/** The client of the embedded MariaDB. */
@Command(
        name = "sql",
        description = "Opens mariadb or mysql on the embedded MariaDB, or shows how to.",
        mixinStandardHelpOptions = true)
public final class SqlCommand extends ClientCommand {
    SqlCommand() {
        super("mariadb", List.of("mariadb", "mysql"), "MYSQL_PWD");
    }

    /** The server has no TLS, which newer clients of MariaDB ask for unless they are kept from it. */
    @Override
    List<String> arguments(String client, int port) {
        List<String> arguments =
                new ArrayList<>(List.of("--host=127.0.0.1", "--port=" + port, "--user=nightmarket", "nightmarket"));
        if (client.equals("mariadb")) {
            arguments.add("--skip-ssl");
        }
        return arguments;
    }
}
