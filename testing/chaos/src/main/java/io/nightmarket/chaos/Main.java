package io.nightmarket.chaos;

import picocli.CommandLine;

/** The command line: {@code nightmarket chaos}. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        System.exit(program().execute(arguments));
    }

    /** What it can't read it refuses in a sentence. */
    static CommandLine program() {
        return new CommandLine(new ChaosCommand()).setParameterExceptionHandler((refused, _) -> {
            System.err.println("nightmarket: " + refused.getMessage());
            return CommandLine.ExitCode.USAGE;
        });
    }
}
