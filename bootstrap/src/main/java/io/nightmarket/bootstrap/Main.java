package io.nightmarket.bootstrap;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command line: {@code nightmarket run} and the commands of operators. */
@Command(
        name = "nightmarket",
        description = "Flash-sale and local-life back end.",
        mixinStandardHelpOptions = true,
        version = "Night Market 0.1.0",
        subcommands = {
            RunCommand.class,
            IdCommand.class,
            UserCommand.class,
            WhyCommand.class,
            HttpCommand.class,
            CompletionCommand.class
        })
public final class Main {
    /** The exit code of a program that can't start as it is set up; picocli uses the same for a wrong command line. */
    static final int EXIT_SETUP = CommandLine.ExitCode.USAGE;

    private Main() {}

    public static void main(String[] arguments) {
        System.exit(program().execute(arguments));
    }

    static CommandLine program() {
        return new CommandLine(new Main());
    }
}
