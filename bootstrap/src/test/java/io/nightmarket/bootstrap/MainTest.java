package io.nightmarket.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

final class MainTest {
    private static final Pattern VERSION = Pattern.compile("(?m)^ {2}<version>(.*)</version>");

    private final StringWriter out = new StringWriter();
    private final StringWriter errors = new StringWriter();

    private int run(String... arguments) {
        return Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(errors, true))
                .execute(arguments);
    }

    @Test
    void theVersionIsThatOfTheProject() throws IOException {
        Matcher version = VERSION.matcher(Files.readString(Path.of("..", "pom.xml")));
        assertTrue(version.find());
        for (List<String> arguments : List.of(List.of("--version"), List.of("run", "--version"))) {
            assertEquals(0, run(arguments.toArray(String[]::new)));
            assertEquals("Night Market " + version.group(1), out.toString().strip());
            out.getBuffer().setLength(0);
        }
    }

    @Test
    void helpListsTheCommands() {
        assertEquals(0, run("help"));
        for (String command : List.of("run", "status", "stop", "reset", "doctor", "user", "why")) {
            assertTrue(out.toString().contains("\n  " + command + ' '), () -> command + " in " + out);
        }
    }

    @Test
    void aWrongCommandLineIsRefusedInOneSentence() {
        refused("unknown option --prot, did you mean --port?", "nightmarket run", "run", "--prot", "8081");
        refused("unknown argument stauts, did you mean status?", "nightmarket", "stauts");
        refused(
                "Invalid value for option '--data': 'a\0b' can't be used here",
                "nightmarket why",
                "why",
                "5",
                "--data",
                "a\0b");
    }

    private void refused(String sentence, String command, String... arguments) {
        errors.getBuffer().setLength(0);
        assertEquals(2, run(arguments), out::toString);
        assertEquals(
                "nightmarket: " + sentence + (sentence.endsWith("?") ? " \"" : "; \"") + command
                        + " --help\" lists what there is",
                errors.toString().strip());
    }

    @Test
    void onAFolderWithoutServersThereIsNothingToDo() {
        String nowhere = Path.of("target", "nowhere").toAbsolutePath().toString();
        assertEquals(0, run("stop", "--data", nowhere), errors::toString);
        assertEquals("nothing ran on " + nowhere, out.toString().strip());
        assertEquals(0, run("reset", "--data", nowhere), errors::toString);
        assertEquals(0, run("status", "--data", nowhere), errors::toString);
        assertEquals(2, run("why", "5", "--data", nowhere), out::toString);
        assertTrue(errors.toString().startsWith("nightmarket: no node has run on " + nowhere), errors::toString);
    }
}
