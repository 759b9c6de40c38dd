package io.nightmarket.bootstrap.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.nightmarket.bootstrap.Main;
import io.nightmarket.bootstrap.Node;
import io.nightmarket.bootstrap.config.ConfigException;
import io.nightmarket.bootstrap.config.ConfigLoader;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.mysql.MySqlSchemaException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A command: answers in some lines, or refuses in one sentence. */
abstract class OperatorCommand implements Callable<Integer> {
    @Option(names = "--data", paramLabel = "DIR", description = "folder of the embedded servers (data/)")
    private @Nullable Path data;

    @Option(names = "--config", paramLabel = "FILE", description = "configuration (conf/application.yaml)")
    private @Nullable Path file;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** The operator asked for what can't be done; the message is one sentence. */
    static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1;

        Refused(String message) {
            super(message);
        }
    }

    /** Does the work, and answers what is to be said in the end; nothing when all was said. */
    abstract String run();

    @Override
    public Integer call() {
        quiet();
        try {
            String last = run();
            if (!last.isEmpty()) {
                say(last);
            }
            return 0;
        } catch (Refused | ConfigException | Node.StartFailure | MySqlSchemaException | DomainFailure e) {
            spec.commandLine().getErr().println("nightmarket: " + e.getMessage());
            return Main.EXIT_SETUP;
        }
    }

    final void say(String line) {
        spec.commandLine().getOut().println(line);
    }

    /** The configuration file that was named. */
    final @Nullable Path file() {
        return file;
    }

    /** What the command line gave, by key. */
    Map<String, String> options() {
        Map<String, String> given = new LinkedHashMap<>();
        put(given, "data", data == null ? null : data.toAbsolutePath().toString());
        return given;
    }

    static void put(Map<String, String> given, String key, @Nullable String value) {
        if (value != null) {
            given.put(key, value);
        }
    }

    /** The folder of the embedded servers, for a command that is about them alone. */
    final Path embeddedData() {
        return ConfigLoader.ofThisProcess().embeddedData(file, options());
    }

    /** What servers and libraries log of an ordinary start would hide the answer. */
    void quiet() {
        if (LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME) instanceof Logger root) {
            root.setLevel(Level.WARN);
            root.getLoggerContext().getLogger("io.nightmarket.redis").setLevel(Level.ERROR);
        }
    }
}
