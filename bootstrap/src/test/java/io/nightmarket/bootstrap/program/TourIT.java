package io.nightmarket.bootstrap.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The tour, played as its page prints it, in the shells that are here: each answer has the success and the code that are printed. */
@Tag("commands")
final class TourIT {
    private static final Pattern BLOCK = Pattern.compile("```(sh|json)\n(.*?)```", Pattern.DOTALL);
    private static final Pattern OUTCOME = Pattern.compile("\"(?:success|code)\":\"?(\\w+)");
    private static final String END_OF_STEP = "end-of-step";

    @TempDir(factory = PreparedFolder.class)
    private Path data;

    /** A block of commands, and what is printed below it; empty when nothing is. */
    private record Step(String commands, String printed) {}

    static Stream<String> shells() {
        return Stream.of("bash", "zsh").filter(shell -> Files.isExecutable(Path.of("/bin", shell)));
    }

    @ParameterizedTest
    @MethodSource("shells")
    void whatIsPrintedHappens(String shell) throws Exception {
        List<Step> steps = steps(Files.readString(Path.of("..", "docs", "tour.md")));
        // As the page says.
        Map<String, String> settings = Map.of("NIGHTMARKET_PAYMENTS_PAY_WITHIN", "20s");
        try (Program node = Program.start(settings, "--data", data.toString())) {
            String[] outputs = play(node, shell, steps).split(END_OF_STEP + "\n", -1);
            assertEquals(steps.size() + 1, outputs.length, "steps that ended");
            for (int i = 0; i < steps.size(); i++) {
                String output = outputs[i];
                if (steps.get(i).printed().isEmpty()) {
                    assertFalse(output.contains("\"success\":false"), output);
                } else {
                    assertEquals(outcomes(steps.get(i).printed()), outcomes(output), output);
                }
            }
        }
    }

    private static List<Step> steps(String page) {
        List<MatchResult> blocks = BLOCK.matcher(page).results().toList();
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < blocks.size(); i++) {
            if (blocks.get(i).group(1).equals("sh")) {
                boolean hasOutput =
                        i + 1 < blocks.size() && blocks.get(i + 1).group(1).equals("json");
                steps.add(new Step(
                        blocks.get(i).group(2), hasOutput ? blocks.get(i + 1).group(2) : ""));
            }
        }
        return steps;
    }

    /** What the shell prints; it is given the codes that the console of the node shows. */
    private static String play(Program node, String shell, List<Step> steps) throws Exception {
        String site = node.address().replace("http://", "");
        StringBuilder script = new StringBuilder();
        for (Step step : steps) {
            script.append(step.commands()
                            .replace("localhost:8080", site)
                            // The program is another process, which its own test starts.
                            .replace("./nightmarket ", "echo "))
                    .append("\nprintf '%s\\n' " + END_OF_STEP + "\n");
        }
        return Shell.play(shell, script.toString(), node);
    }

    /** On a slow machine the commit may take longer than its buyer waits. */
    private static List<String> outcomes(String json) {
        return OUTCOME.matcher(json)
                .results()
                .map(found -> found.group(1).replace("QUEUED", "SETTLED"))
                .toList();
    }
}
