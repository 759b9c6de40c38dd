package io.nightmarket.bootstrap;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.nightmarket.bootstrap.config.ConfigException;
import io.nightmarket.bootstrap.config.ConfigLoader;
import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.failure.DomainFailure;
import io.nightmarket.mysql.MySqlSchemaException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A command that changes the database of the configuration, whether or not nodes run on it. */
abstract class DatabaseCommand implements Callable<Integer> {
    @Option(names = "--data", paramLabel = "DIR", description = "folder of the embedded servers (data/)")
    private @Nullable Path data;

    @Option(names = "--config", paramLabel = "FILE", description = "configuration (conf/application.yaml)")
    private @Nullable Path file;

    @Option(names = "--mysql", paramLabel = "URI", description = "a real MySQL: mysql://user:password@host:3306/db")
    private @Nullable String mysql;

    @Option(
            names = "--redis",
            paramLabel = "URI",
            description = "the real Redis of the nodes: a role counts in open sessions then, else from the next login")
    private @Nullable String redis;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** The operator asked for what can't be done; the message is one sentence. */
    static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1;

        Refused(String message) {
            super(message);
        }
    }

    /** Does the work, and answers one line that says what was done. */
    abstract String run();

    @Override
    public Integer call() {
        quiet();
        try {
            spec.commandLine().getOut().println(run());
            return 0;
        } catch (Refused | ConfigException | Node.StartFailure | MySqlSchemaException | DomainFailure e) {
            spec.commandLine().getErr().println("nightmarket: " + e.getMessage());
            return Main.EXIT_SETUP;
        }
    }

    /** Answers what the call to the database brings. */
    final <T> T ask(Function<CommandDatabase.Stores, CompletionStage<T>> call) {
        CommandLinePasswords.warn(options());
        return CommandDatabase.ask(ConfigLoader.ofThisProcess().database(file, options()), call);
    }

    /** The number that the text is. */
    static PhoneNumber phone(String text) {
        return PhoneNumber.parse(text)
                .orElseThrow(
                        () -> new Refused(text + " is no mobile number: 11 digits, the first 1, the second 3 to 9"));
    }

    private Map<String, String> options() {
        Map<String, String> given = new LinkedHashMap<>();
        if (data != null) {
            given.put("data", data.toAbsolutePath().toString());
        }
        if (mysql != null) {
            given.put("mysql", mysql);
        }
        if (redis != null) {
            given.put("redis", redis);
        }
        return given;
    }

    /** What servers and libraries log of an ordinary start would hide the one line. */
    private static void quiet() {
        if (LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME) instanceof Logger root) {
            root.setLevel(Level.WARN);
            root.getLoggerContext().getLogger("io.nightmarket.redis").setLevel(Level.ERROR);
        }
    }
}
