package io.nightmarket.bootstrap.cli;

import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints what makes a shell complete commands and options. */
@Command(
        name = "completion",
        description = "Prints the completion for bash and zsh: source <(nightmarket completion)",
        mixinStandardHelpOptions = true)
public final class CompletionCommand implements Runnable {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        CommandLine program = spec.root().commandLine();
        spec.commandLine().getOut().print(AutoComplete.bash(program.getCommandName(), program));
        spec.commandLine().getOut().flush();
    }
}
