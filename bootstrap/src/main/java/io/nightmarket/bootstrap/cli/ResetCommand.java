package io.nightmarket.bootstrap.cli;

import io.nightmarket.bootstrap.EmbeddedMode;
import io.nightmarket.bootstrap.FolderState;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Deletes the data of the embedded servers. */
@Command(
        name = "reset",
        description = "Deletes the data folder of the embedded servers; the next start begins with demo data.",
        mixinStandardHelpOptions = true)
public final class ResetCommand extends OperatorCommand {
    @Option(names = "--yes", description = "don't ask")
    private boolean yes;

    @Override
    String run() {
        Path data = embeddedData();
        Optional<FolderState> found = EmbeddedMode.look(data);
        if (found.isEmpty()) {
            return "there is nothing to delete in " + data;
        }
        List<Long> nodes = found.get().nodes();
        if (!nodes.isEmpty()) {
            throw new Refused("a node (process " + nodes.getFirst() + ") runs on " + data
                    + ": end it first, with \"nightmarket stop\"");
        }
        if (!yes && !confirmed(data)) {
            throw new Refused("nothing was deleted");
        }
        EmbeddedMode.delete(data);
        return "deleted what Night Market had in " + data + "; the next start begins with demo data";
    }

    private boolean confirmed(Path data) {
        say("This deletes all shops, users and orders in " + data + ". Type \"yes\" to go on:");
        try {
            return "yes"
                    .equals(new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset())).readLine());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
