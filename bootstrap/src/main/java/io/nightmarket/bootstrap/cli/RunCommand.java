package io.nightmarket.bootstrap.cli;

import io.nightmarket.bootstrap.ExposureWarnings;
import io.nightmarket.bootstrap.Node;
import io.nightmarket.bootstrap.config.AppConfig;
import io.nightmarket.bootstrap.config.ConfigLoader;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs one node until it is stopped. */
@Command(name = "run", description = "Runs one node.", mixinStandardHelpOptions = true)
public final class RunCommand extends DatabaseCommand {
    private static final Logger LOG = LoggerFactory.getLogger(RunCommand.class);

    @Option(names = "--port", paramLabel = "PORT", description = "HTTP port (8080; 0 takes a free one)")
    private @Nullable String port;

    @Option(names = "--cluster", description = "join the other nodes (off)")
    private boolean cluster;

    @Option(names = "--static", paramLabel = "DIR", description = "a static site to serve at /, pictures in its imgs/")
    private @Nullable Path site;

    @Override
    String run() {
        Node node = new Node();
        Runtime.getRuntime().addShutdownHook(new Thread(node::close, "shutdown"));
        ConfigLoader loader = ConfigLoader.ofThisProcess();
        loader.unknownVariables().forEach(LOG::warn);
        CommandLinePasswords.warn(options());
        AppConfig config = loader.load(file(), options());
        int listening = node.start(config);
        ExposureWarnings.warn(config);
        printBanner(config, listening);
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return "";
    }

    private void printBanner(AppConfig config, int listening) {
        String address = (config.http().https().isPresent() ? "https" : "http") + "://127.0.0.1:" + listening;
        say("Night Market is open: " + address);
        if (config.http().pages().docs()) {
            say("  API, with examples: " + address + "/docs/");
        }
        if (config.embedded()) {
            say("  Demo data: the merchant is 13800000001, the admin 13800000000; login codes are shown here"
                    + (config.http().pages().codes() ? " and on the page" : ""));
            say("  Its own Redis and MariaDB keep their data in " + config.data());
        }
        say("  Ctrl-C stops it");
    }

    @Override
    Map<String, String> options() {
        Map<String, String> given = super.options();
        put(given, "port", port);
        put(given, "cluster.enabled", cluster ? "true" : null);
        put(given, "static", site == null ? null : site.toAbsolutePath().toString());
        return given;
    }

    /** A node's log is read. */
    @Override
    void quiet() {}
}
