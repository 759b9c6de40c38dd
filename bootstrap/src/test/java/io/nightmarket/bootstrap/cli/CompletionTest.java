package io.nightmarket.bootstrap.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.bootstrap.Main;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

final class CompletionTest {
    private final StringWriter out = new StringWriter();
    private final CommandLine program = Main.commandLine().setOut(new PrintWriter(out, true));

    @Test
    void everyCommandAndOptionIsCompleted() {
        assertEquals(0, program.execute("completion"));
        List<String> words = List.of(out.toString().split("[^\\w-]+", -1)).stream()
                .distinct()
                .toList();
        List<String> wanted = commands(program)
                .flatMap(command -> Stream.concat(
                        Stream.of(command.getCommandName()),
                        command.getCommandSpec().options().stream().flatMap(option -> Stream.of(option.names()))))
                .distinct()
                .toList();
        assertTrue(wanted.containsAll(List.of("grant", "--cluster")), wanted::toString);
        assertEquals(
                List.of(), wanted.stream().filter(word -> !words.contains(word)).toList());
    }

    /** Bash finds it by the name after the last slash, so it completes ./nightmarket, too. */
    @Test
    void itIsBoundToTheNameOfTheProgram() {
        assertEquals(0, program.execute("completion"));
        assertTrue(
                out.toString().lines().anyMatch(line -> line.matches("complete -F \\w+ .*\\bnightmarket\\b.*")),
                out::toString);
    }

    private static Stream<CommandLine> commands(CommandLine command) {
        return Stream.concat(
                Stream.of(command), command.getSubcommands().values().stream().flatMap(CompletionTest::commands));
    }
}
