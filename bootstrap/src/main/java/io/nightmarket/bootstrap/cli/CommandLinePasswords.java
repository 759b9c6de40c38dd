package io.nightmarket.bootstrap.cli;

import io.nightmarket.bootstrap.config.ConfigLoader;
import java.util.Map;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Warns of passwords in options, which every user of the machine can read in the list of processes. */
final class CommandLinePasswords {
    private static final Logger LOG = LoggerFactory.getLogger(CommandLinePasswords.class);
    private static final Pattern PASSWORD = Pattern.compile("//[^/]*:[^/]*@|[?&]password=");

    private CommandLinePasswords() {}

    /** @param options what the command line gave, by key */
    static void warn(Map<String, String> options) {
        options.forEach((key, value) -> {
            if (PASSWORD.matcher(value).find()) {
                LOG.warn(
                        "The option --{} shows its password to every user of this machine; give the variable {} or"
                                + " {}_FILE instead",
                        key,
                        ConfigLoader.variable(key),
                        ConfigLoader.variable(key));
            }
        });
    }
}
