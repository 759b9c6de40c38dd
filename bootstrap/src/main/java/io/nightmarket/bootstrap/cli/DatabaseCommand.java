package io.nightmarket.bootstrap.cli;

import io.nightmarket.bootstrap.config.AppConfig;
import io.nightmarket.bootstrap.config.ConfigLoader;
import io.nightmarket.domain.account.PhoneFormat;
import io.nightmarket.domain.account.PhoneNumber;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
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

    /** The configuration of the nodes; what commands do not read may be wrong in it. */
    final AppConfig database() {
        CommandLinePasswords.warn(options());
        return config();
    }

    private AppConfig config() {
        return ConfigLoader.ofThisProcess().forCommand(file(), options());
    }

    /** A time as operators read it, with the offset of its zone. */
    static String show(AppConfig config, Instant time) {
        return DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(
                time.atZone(config.http().timeZone()));
    }

    /** The number that the text is. */
    final PhoneNumber phone(String text) {
        PhoneFormat phones = config().http().phones();
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
