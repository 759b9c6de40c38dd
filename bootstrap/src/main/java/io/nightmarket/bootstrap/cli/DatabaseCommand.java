package io.nightmarket.bootstrap.cli;

import io.nightmarket.bootstrap.config.ConfigLoader;
import io.nightmarket.bootstrap.config.DatabaseConfig;
import io.nightmarket.domain.account.PhoneFormat;
import io.nightmarket.domain.account.PhoneNumber;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** A command on the servers of the configuration, whether or not nodes run on them. */
abstract class DatabaseCommand extends OperatorCommand {
    @Option(names = "--mysql", paramLabel = "URI", description = "a real MySQL: mysql://user:password@host:3306/db")
    private @Nullable String mysql;

    @Option(
            names = "--redis",
            paramLabel = "URI",
            description = "the real Redis of the nodes, which has sessions and queues: redis://:password@host:6379")
    private @Nullable String redis;

    /** Answers what the call to the database brings. */
    final <T> T ask(Function<CommandDatabase.Stores, CompletionStage<T>> call) {
        return CommandDatabase.ask(database(), call);
    }

    /** The database of the configuration. */
    final DatabaseConfig database() {
        CommandLinePasswords.warn(options());
        return config();
    }

    private DatabaseConfig config() {
        return ConfigLoader.ofThisProcess().database(file(), options());
    }

    /** The number that the text is. */
    final PhoneNumber phone(String text) {
        PhoneFormat phones = config().phones();
        return phones.parse(text)
                .orElseThrow(() -> new Refused(text + " is no phone number that fits the setting accounts.phones, "
                        + phones.pattern() + ", with 6 to 11 digits"));
    }

    @Override
    Map<String, String> options() {
        Map<String, String> given = super.options();
        put(given, "mysql", mysql);
        put(given, "redis", redis);
        return given;
    }
}
