package io.nightmarket.bootstrap.cli;

import io.nightmarket.bootstrap.EmbeddedMode;
import io.nightmarket.bootstrap.FolderState;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Parameters;

/** Opens the client of an embedded server, or shows how one is called where none is installed. */
abstract class ClientCommand extends OperatorCommand {
    @Parameters(paramLabel = "ARGUMENT", description = "given to the client; after -- when it begins with a dash")
    private List<String> more = List.of();

    private final String server;
    private final List<String> clients;
    private final String passwordVariable;

    /**
     * @param server its name in the data folder
     * @param clients the names of programs that speak with it, the best first
     * @param passwordVariable the environment variable that these take the password from
     */
    ClientCommand(String server, List<String> clients, String passwordVariable) {
        this.server = server;
        this.clients = List.copyOf(clients);
        this.passwordVariable = passwordVariable;
    }

    /** What leads this client to the server. */
    abstract List<String> arguments(String client, int port);

    @Override
    final String run() {
        Path data = embeddedData();
        FolderState.Server running = EmbeddedMode.look(data)
                .flatMap(state -> state.running(server))
                .orElseThrow(() -> new Refused(
                        "no " + server + " runs on " + data + ": start a node first, with \"nightmarket run\""));
        Optional<Path> program =
                clients.stream().flatMap(name -> onPath(name).stream()).findFirst();
        if (program.isEmpty()) {
            return "no client is installed here (" + String.join(" or ", clients) + "); with one:\n" + line(running);
        }
        open(program.get(), running);
        return "";
    }

    /** For a shell; the password is read from its file, and stays out of the list of processes. */
    final String line(FolderState.Server running) {
        String client = clients.getFirst();
        return passwordVariable + "=$(cat '" + running.passwordFile() + "') " + client + ' '
                + String.join(" ", arguments(client, running.port()));
    }

    private void open(Path program, FolderState.Server running) {
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(arguments(String.valueOf(program.getFileName()), running.port()));
        command.addAll(more);
        ProcessBuilder process = new ProcessBuilder(command).inheritIO();
        try {
            process.environment()
                    .put(
                            passwordVariable,
                            Files.readString(running.passwordFile()).strip());
            int code = process.start().waitFor();
            if (code != 0) {
                throw new Refused(program.getFileName() + " ended with code " + code);
            }
        } catch (IOException e) {
            throw new Refused(program + " can't be run: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Refused("interrupted");
        }
    }

    private static Optional<Path> onPath(String name) {
        String path = System.getenv().getOrDefault("PATH", "");
        return Arrays.stream(path.split(File.pathSeparator, -1))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
