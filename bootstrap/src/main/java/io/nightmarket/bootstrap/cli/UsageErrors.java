package io.nightmarket.bootstrap.cli;

import io.nightmarket.bootstrap.Main;
import io.nightmarket.bootstrap.config.Similar;
import java.util.Collection;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** A command line that can't be read is refused in one sentence. */
public final class UsageErrors implements IParameterExceptionHandler {
    /** How picocli ends a sentence about a value that is no path, number or the like. */
    private static final Pattern CONVERSION =
            Pattern.compile(": (?:cannot convert )?('.*') (?:to|is not an?) .*", Pattern.DOTALL);

    @Override
    public int handleParseException(ParameterException e, String[] arguments) {
        CommandLine command = e.getCommandLine();
        String reason = e instanceof UnmatchedArgumentException unknown ? unknown(unknown) : wrong(e);
        command.getErr()
                .println("nightmarket: " + reason + (reason.endsWith("?") ? " \"" : "; \"")
                        + command.getCommandSpec().qualifiedName() + " --help\" lists what there is");
        return Main.EXIT_SETUP;
    }

    private static String unknown(UnmatchedArgumentException e) {
        CommandLine command = e.getCommandLine();
        String given = e.getUnmatched().getFirst();
        Collection<String> known = e.isUnknownOption()
                ? command.getCommandSpec().optionsMap().keySet()
                : command.getSubcommands().keySet();
        return "unknown " + (e.isUnknownOption() ? "option " : "argument ") + given
                + Similar.find(given, known)
                        .map(meant -> ", did you mean " + meant + "?")
                        .orElse("");
    }

    private static String wrong(ParameterException e) {
        String text = String.valueOf(e.getMessage());
        return CONVERSION.matcher(text).replaceFirst(": $1 can't be used here");
    }
}
