package io.nightmarket.bootstrap.cli;

import io.nightmarket.bootstrap.ExposureWarnings;
import io.nightmarket.bootstrap.Main;
import io.nightmarket.bootstrap.Node;
import io.nightmarket.bootstrap.config.AppConfig;
import io.nightmarket.bootstrap.config.ConfigException;
import io.nightmarket.bootstrap.config.ConfigLoader;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.mysql.MySqlSchemaException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs one node until it is stopped. */
@Command(name = "run", description = "Runs one node.", mixinStandardHelpOptions = true)
public final class RunCommand implements Callable<Integer> {
    private static final Logger LOG = LoggerFactory.getLogger(RunCommand.class);

    @Option(names = "--port", paramLabel = "PORT", description = "HTTP port (8080; 0 takes a free one)")
    private @Nullable String port;

    @Option(names = "--data", paramLabel = "DIR", description = "folder of the embedded servers (data/)")
    private @Nullable Path data;

    @Option(names = "--config", paramLabel = "FILE", description = "configuration (conf/application.yaml)")
    private @Nullable Path file;

    @Option(names = "--redis", paramLabel = "URI", description = "a real Redis: redis://:password@host:6379")
    private @Nullable String redis;

    @Option(names = "--mysql", paramLabel = "URI", description = "a real MySQL: mysql://user:password@host:3306/db")
    private @Nullable String mysql;

    @Option(names = "--cluster", description = "join the other nodes (off)")
    private boolean cluster;

    @Option(names = "--static", paramLabel = "DIR", description = "a static site to serve at /, pictures in its imgs/")
    private @Nullable Path site;

    private final PrintStream console = System.out;
    private final PrintStream errors = System.err;

    @Override
    public Integer call() throws InterruptedException {
        Node node = new Node();
        Runtime.getRuntime().addShutdownHook(new Thread(node::close, "shutdown"));
        try {
            ConfigLoader.ofThisProcess().unknownVariables().forEach(LOG::warn);
            AppConfig config = load();
            int listening = node.start(config);
            ExposureWarnings.warn(config);
            printBanner(config, listening);
        } catch (ConfigException | MySqlSchemaException | DomainFailure | Node.StartFailure e) {
            return refuse(e.getMessage());
        }
        new CountDownLatch(1).await();
        return 0;
    }

    private void printBanner(AppConfig config, int listening) {
        String address = (config.https().isPresent() ? "https" : "http") + "://127.0.0.1:" + listening;
        console.println("Night Market is open: " + address);
        if (config.pages().docs()) {
            console.println("  API, with examples: " + address + "/docs/");
        }
        if (config.embedded()) {
            console.println(
                    "  Demo data: the merchant is 13800000001, the admin 13800000000; login codes are shown here");
            console.println("  Its own Redis and MariaDB keep their data in " + config.data());
        }
        console.println("  Ctrl-C stops it");
    }

    private AppConfig load() {
        CommandLinePasswords.warn(options());
        return ConfigLoader.ofThisProcess().load(file, options());
    }

    private Map<String, String> options() {
        Map<String, String> given = new LinkedHashMap<>();
        put(given, "port", port);
        put(given, "data", data == null ? null : data.toAbsolutePath().toString());
        put(given, "redis", redis);
        put(given, "mysql", mysql);
        put(given, "cluster.enabled", cluster ? "true" : null);
        put(given, "static", site == null ? null : site.toAbsolutePath().toString());
        return given;
    }

    private static void put(Map<String, String> given, String key, @Nullable String value) {
        if (value != null) {
            given.put(key, value);
        }
    }

    private int refuse(@Nullable String reason) {
        errors.println("nightmarket: " + reason);
        return Main.EXIT_SETUP;
    }
}
