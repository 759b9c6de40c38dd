package io.nightmarket.bootstrap.cli;

import io.nightmarket.bootstrap.ClusterPorts;
import io.nightmarket.bootstrap.EmbeddedMode;
import io.nightmarket.bootstrap.FolderState;
import io.nightmarket.bootstrap.Node;
import io.nightmarket.bootstrap.Ports;
import io.nightmarket.bootstrap.config.AppConfig;
import io.nightmarket.bootstrap.config.AppConfig.Servers;
import io.nightmarket.bootstrap.config.ConfigException;
import io.nightmarket.bootstrap.config.ConfigLoader;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.redis.RedisAdapters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Looks for what may keep a node from starting or working here. */
@Command(
        name = "doctor",
        description =
                "Checks Java, settings, ports, disk, servers, clocks, settings of Redis, nodes that run, servers without a node, and the payment service; changes nothing.",
        mixinStandardHelpOptions = true)
public final class DoctorCommand extends DatabaseCommand {
    private static final Duration CLOCKS_MAY_DIFFER = Duration.ofSeconds(1);
    private static final long LITTLE_DISK = 1L << 30;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "HTTP port of the node that runs, or is to run, here (8080)")
    private @Nullable String port;

    private final Clock clock = Clock.systemUTC();
    private int bad;

    @Override
    String run() {
        good("Java", Runtime.version() + " in " + System.getProperty("java.home"));
        try {
            ConfigLoader loader = ConfigLoader.ofThisProcess();
            Map<String, String> given = options();
            CommandLinePasswords.warn(given);
            put(given, "port", port);
            AppConfig config = loader.load(file(), given);
            List<String> unknown = loader.unknownVariables();
            if (unknown.isEmpty()) {
                good("Settings", "readable");
            }
            unknown.forEach(sentence -> warn("Settings", sentence));
            checkMachine(config);
            checkServers(config);
            new PaymentServiceProbe(this::good, this::bad).check(config.payments());
        } catch (ConfigException e) {
            bad("Settings", String.valueOf(e.getMessage()));
        }
        if (bad > 0) {
            throw new Refused(bad + (bad == 1 ? " check" : " checks") + " failed");
        }
        return "";
    }

    private void checkMachine(AppConfig config) {
        try {
            Ports.requireFree(config.http().host(), config.http().port(), "--port");
            good("Port", config.http().port() + " is free");
        } catch (ConfigException e) {
            warn("Port", e.getMessage() + "; that is right if a node runs here");
        }
        if (config.cluster().enabled()) {
            ClusterPorts.foreign(config.cluster())
                    .ifPresentOrElse(
                            foreign -> warn("Cluster", foreign),
                            () -> good("Cluster", "no other server listens in its ports"));
        }
        try {
            long left = Files.getFileStore(existing(config.data())).getUsableSpace();
            String text = (left >> 20) + " MiB left for " + config.data();
            if (left < LITTLE_DISK) {
                warn("Disk", text + ": servers stop when it is full");
            } else {
                good("Disk", text);
            }
        } catch (IOException e) {
            bad("Disk", config.data() + " can't be looked at: " + e.getMessage());
        }
    }

    /** The folder itself, or the one in which it would be made. */
    private static Path existing(Path folder) {
        Path parent = folder.getParent();
        return Files.exists(folder) || parent == null ? folder : existing(parent);
    }

    private void checkServers(AppConfig config) {
        Optional<Servers> servers = config.servers();
        if (config.embedded()) {
            servers = checkFolder(config.data());
        }
        servers.ifPresent(running -> look(config, running));
    }

    private Optional<Servers> checkFolder(Path data) {
        Optional<FolderState> found = EmbeddedMode.look(data);
        if (found.filter(FolderState::isOrphaned).isPresent()) {
            warn("Servers", "Redis or MariaDB run on " + data + " without a node: \"nightmarket stop\" ends them");
        } else {
            boolean run = found.filter(state -> !state.servers().isEmpty()).isPresent();
            good("Servers", (run ? "run on " : "do not run on ") + data);
        }
        return found.flatMap(FolderState::addresses);
    }

    private void look(AppConfig config, Servers servers) {
        FitReport fit = new FitReport(config);
        try {
            Found found = CommandDatabase.look(config, servers, stores -> {
                CompletionStage<Duration> mysql = difference(stores.mysql()::time);
                CompletionStage<Optional<Duration>> redis = stores.redis()
                        .map(store -> difference(store::time).thenApply(Optional::of))
                        .orElse(CompletableFuture.completedStage(Optional.empty()));
                CompletionStage<List<String>> risks = stores.redis()
                        .filter(_ -> config.adapters().queue() == AppConfig.Adapters.Queue.REDIS)
                        .map(RedisAdapters::risks)
                        .orElse(CompletableFuture.completedStage(List.of()));
                return mysql.thenCombine(redis, Clocks::new)
                        .thenCompose(clocks -> fit.problems(stores)
                                .thenCombine(risks, (unfit, lossy) -> new Found(clocks, lossy, unfit)));
            });
            compare("MySQL", found.clocks().mysql());
            found.clocks().redis().ifPresent(ahead -> compare("Redis", ahead));
            found.risks().forEach(risk -> warn("Redis", risk));
            found.unfit().forEach(reason -> bad("Fit", reason));
            if (found.unfit().isEmpty()) {
                good("Fit", "a node with these settings fits those that run, and its servers belong together");
            }
        } catch (DomainFailure | ConfigException | Node.StartFailure e) {
            bad("Servers", String.valueOf(e.getMessage()));
        }
    }

    /** @param unfit why a node would be refused */
    private record Found(Clocks clocks, List<String> risks, List<String> unfit) {}

    /** How far the clocks of the servers are ahead of this machine's. */
    private record Clocks(Duration mysql, Optional<Duration> redis) {}

    private void compare(String server, Duration ahead) {
        String text = "is reached; its clock differs by " + ahead.abs().toMillis() + " ms";
        if (ahead.abs().compareTo(CLOCKS_MAY_DIFFER) > 0) {
            warn(server, text + ": set both by one time server");
        } else {
            good(server, text);
        }
    }

    /** To the middle of the time that the second answer took: the first waits for the connection. */
    private CompletionStage<Duration> difference(Supplier<CompletionStage<Instant>> server) {
        return server.get().thenCompose(_ -> {
            Instant before = clock.instant();
            return server.get().thenApply(there -> {
                Duration half = Duration.between(before, clock.instant()).dividedBy(2);
                return Duration.between(before.plus(half), there);
            });
        });
    }

    private void good(String what, String text) {
        line("ok", what, text);
    }

    private void warn(String what, String text) {
        line("look", what, text);
    }

    private void bad(String what, String text) {
        bad++;
        line("FAILED", what, text);
    }

    private void line(String outcome, String what, String text) {
        say("%-6s  %-8s  %s".formatted(outcome, what, text));
    }
}
