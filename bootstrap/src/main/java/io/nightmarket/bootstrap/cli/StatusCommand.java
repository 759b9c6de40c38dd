package io.nightmarket.bootstrap.cli;

import io.nightmarket.bootstrap.EmbeddedMode;
import io.nightmarket.bootstrap.FolderState;
import io.nightmarket.bootstrap.config.AppConfig;
import io.nightmarket.bootstrap.config.AppConfig.Servers;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.mysql.MySqlSchema;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;

/** Shows an operator what runs. */
@Command(
        name = "status",
        description = "Shows nodes, servers, shards, open sales and orders that wait; changes and starts nothing.",
        mixinStandardHelpOptions = true)
public final class StatusCommand extends DatabaseCommand {
    @Override
    String run() {
        AppConfig config = database();
        config.servers().or(() -> embedded(config.data())).ifPresent(running -> show(config, running));
        return "";
    }

    private void show(AppConfig config, Servers servers) {
        try {
            CommandDatabase.look(
                            config,
                            servers,
                            stores -> new StatusReport(stores, config.adapters().queue()).lines())
                    .forEach(this::say);
        } catch (DomainFailure e) {
            throw MySqlSchema.isMissing(e) ? new Refused("no node of this version has run on this database yet") : e;
        }
    }

    private Optional<Servers> embedded(Path data) {
        Optional<FolderState> found = EmbeddedMode.look(data);
        if (found.isEmpty()) {
            say("Data folder   " + data + ": no node has run here yet; --redis and --mysql name servers of your own");
            return Optional.empty();
        }
        FolderState state = found.get();
        say("Data folder   " + data);
        for (String server : List.of("redis", "mariadb")) {
            String place = state.servers().get(server);
            say("%-12s  %s".formatted(server, place == null ? "does not run" : "runs at " + place));
        }
        if (state.isOrphaned()) {
            say("              No node uses them: the next start or \"nightmarket stop\" ends them");
        }
        return state.addresses();
    }
}
