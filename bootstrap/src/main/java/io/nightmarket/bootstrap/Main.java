package io.nightmarket.bootstrap;

import io.nightmarket.bootstrap.cli.DemoDataCommand;
import io.nightmarket.bootstrap.cli.DoctorCommand;
import io.nightmarket.bootstrap.cli.ResetCommand;
import io.nightmarket.bootstrap.cli.RunCommand;
import io.nightmarket.bootstrap.cli.StatusCommand;
import io.nightmarket.bootstrap.cli.StopCommand;
import io.nightmarket.bootstrap.cli.UsageErrors;
import io.nightmarket.bootstrap.cli.UserCommand;
import io.nightmarket.bootstrap.cli.WhyCommand;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command line: {@code nightmarket run} and the commands of operators. */
@Command(
        name = "nightmarket",
        description = "Flash-sale and local-life back end.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        subcommands = {
            RunCommand.class,
            StatusCommand.class,
            StopCommand.class,
            ResetCommand.class,
            DoctorCommand.class,
            UserCommand.class,
            DemoDataCommand.class,
            WhyCommand.class,
            CommandLine.HelpCommand.class
        })
public final class Main {
    /** The exit code of a program that can't start as it is set up; picocli uses the same for a wrong command line. */
    public static final int EXIT_SETUP = CommandLine.ExitCode.USAGE;

    private Main() {}

    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    /** All commands show the version of the program. */
    public static CommandLine commandLine() {
        CommandLine line = new CommandLine(new Main())
                .addSubcommand("completion", new AutoComplete.GenerateCompletion())
                .setParameterExceptionHandler(new UsageErrors());
        line.getSubcommands().values().forEach(each -> each.getCommandSpec().versionProvider(new Version()));
        return line;
    }
}
