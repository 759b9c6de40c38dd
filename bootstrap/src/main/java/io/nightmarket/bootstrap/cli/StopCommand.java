package io.nightmarket.bootstrap.cli;

import io.nightmarket.bootstrap.EmbeddedMode;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;

/** Ends what runs on a data folder. */
@Command(
        name = "stop",
        description = "Ends the nodes on a data folder as Ctrl-C does, waits for them, and ends servers that a killed"
                + " node left.",
        mixinStandardHelpOptions = true)
public final class StopCommand extends OperatorCommand {
    @Override
    String run() {
        Path data = embeddedData();
        List<String> ended = EmbeddedMode.stop(data);
        return ended.isEmpty() ? "nothing ran on " + data : "stopped on " + data + ": " + String.join(", ", ended);
    }
}
