package io.nightmarket.bench.common;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.testkit.Environment;
import io.nightmarket.testkit.MarkdownTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

    private static final Pattern CHAPTER = Pattern.compile("(?m)^## [a-z-]+\n\n\\d{4}-\\d\\d-\\d\\d, \\d+ processors:"
            + " `\\./nightmarket bench[^`\n]*`\n\n((?:\\|.*\\|\n){3,})(?=\n|\\z)");

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

    /** What the next run replaces has the form in which it writes: some columns of the report, no empty one. */
    @Test
    void thePageHasTheFormThatTheBenchWrites() throws IOException {
        String page = Files.readString(Path.of("..", "..", "docs", "figures.md"));
        List<String> chapters =
                CHAPTER.matcher(page).results().map(found -> found.group(1)).toList();
        assertTrue(chapters.size() > 30, chapters::toString);
        assertEquals(
                chapters.size(),
                page.lines().filter(line -> line.contains("processors: `")).count());
        Set<String> columns = new HashSet<>(List.of("of", "median", "lowest", "highest", "against the peer"));
        columns.addAll(Finding.table(List.of()).head());
        for (String lines : chapters) {
            List<List<String>> cells = lines.lines()
                    .map(line -> List.of(line.substring(2, line.length() - 2).split(" \\| ", -1)))
                    .toList();
            List<String> head = cells.getFirst();
            assertTrue(columns.containsAll(head), head::toString);
            MarkdownTable table = new MarkdownTable(head, cells.subList(2, cells.size()));
            assertEquals(table.withoutEmptyColumns().toString(), lines);
        }
    }
}
