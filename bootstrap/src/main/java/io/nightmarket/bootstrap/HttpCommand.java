package io.nightmarket.bootstrap;

import io.nightmarket.http.RequestFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Prints a request for each operation of the API. */
@Command(
        name = "http",
        description = "Prints a request for each operation of the API, as a file .http for an editor.",
        mixinStandardHelpOptions = true)
final class HttpCommand implements Runnable {
    @Option(names = "--host", paramLabel = "URL", description = "where the node is (http://localhost:8080)")
    private String host = "http://localhost:8080";

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        spec.commandLine().getOut().print(RequestFile.text(host));
        spec.commandLine().getOut().flush();
    }
}
