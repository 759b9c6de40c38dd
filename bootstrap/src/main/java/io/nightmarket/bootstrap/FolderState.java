package io.nightmarket.bootstrap;

import io.nightmarket.bootstrap.config.AppConfig.Servers;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What runs on a data folder.
 *
 * @param nodes their processes
 * @param addresses when both servers run
 */
public record FolderState(List<Long> nodes, List<Server> servers, Optional<Servers> addresses) {
    /**
     * One of the servers.
     *
     * @param name redis or mariadb
     * @param process when it runs
     * @param port that it has or had; 0: none yet
     * @param passwordFile the file with its password
     */
    public record Server(String name, Optional<Long> process, int port, Path passwordFile) {}

    public FolderState {
        nodes = List.copyOf(nodes);
        servers = List.copyOf(servers);
    }

    /** Whether one of the servers runs. */
    public boolean isServed() {
        return servers.stream().anyMatch(server -> server.process().isPresent());
    }

    /** The server of this name, if it runs. */
    public Optional<Server> running(String name) {
        return servers.stream()
                .filter(server -> server.name().equals(name) && server.process().isPresent())
                .findFirst();
    }
}
