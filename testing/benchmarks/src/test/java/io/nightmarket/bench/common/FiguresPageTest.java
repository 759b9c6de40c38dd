package io.nightmarket.bench.common;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.bench.common.Finding.Reading;
import io.nightmarket.testkit.Environment;
import io.nightmarket.testkit.MarkdownTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

final class FiguresPageTest {
    private static final String PAGE = """
            # Figures

            How to read them.

            ## shop

            2026-11-01, 2 processors: `./nightmarket bench`

            | what | value |
            |---|---|
            | shops | 7 |

            ## shop-storm

            Others.
            """;

    private static final Environment ENVIRONMENT =
            new Environment(Instant.parse("2026-11-28T23:59:59Z"), Map.of("processors", "4"));

    @Test
    void aTableTakesThePlaceOfTheOlderOneOfItsScenario() {
        assertEquals(
                PAGE.replace("2026-11-01, 2", "2026-11-28, 4")
                        .replace("bench`", "bench --only shop`")
                        .replace("| 7 |", "| 8 $1 |"),
                with("shop", "8 $1"));
    }

    @Test
    void aScenarioThatIsNewToThePageComesAtItsEnd() {
        assertEquals(PAGE + """

                ## sho

                2026-11-28, 4 processors: `./nightmarket bench --only shop`

                | what | value |
                |---|---|
                | shops | 9 |
                """, with("sho", "9"));
    }

    private static String with(String scenario, String value) {
        MarkdownTable table = new MarkdownTable(List.of("what", "value"), List.of(List.of("shops", value)));
        return FiguresPage.with(PAGE, ENVIRONMENT, "./nightmarket bench --only shop", Map.of(scenario, table));
    }

    /** What the next run replaces has the form in which it writes. */
    @Test
    void thePageHasTheFormThatTheBenchWrites() throws IOException {
        String page = Files.readString(Path.of("..", "..", "docs", "figures.md"));
        String head = Finding.table(List.of(new Finding("", "", List.of(Reading.of(1)), null)))
                .toString()
                .lines()
                .findFirst()
                .orElseThrow();
        long whole = Pattern.compile(
                        "(?m)^## [a-z-]+\n\n\\d{4}-\\d\\d-\\d\\d, \\d+ processors: `\\./nightmarket bench[^`\n]*`\n\n"
                                + Pattern.quote(head) + "\n\\|(---\\|){9}\n(\\|( [^|\n]*\\|){9}\n)+(?=\n|\\z)")
                .matcher(page)
                .results()
                .count();
        assertTrue(whole > 20, () -> "whole chapters: " + whole);
        assertEquals(whole, page.lines().filter(head::equals).count());
    }
}
