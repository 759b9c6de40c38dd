package io.nightmarket.bootstrap;

import io.nightmarket.bootstrap.config.AppConfig.Servers;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What runs on a data folder.
 *
 * @param nodes their processes
 * @param servers where redis and mariadb run, those that do
 * @param addresses when both servers run
 */
public record FolderState(List<Long> nodes, Map<String, String> servers, Optional<Servers> addresses) {
    public FolderState {
        nodes = List.copyOf(nodes);
        servers = Map.copyOf(servers);
    }

    /** Whether servers run that a killed node left. */
    public boolean isOrphaned() {
        return nodes.isEmpty() && !servers.isEmpty();
    }
}
