package io.nightmarket.bootstrap.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Main code, settings and guides use the words of docs/glossary.md, and sentences of pages and of comments begin with
 * their subject or a verb. Words of decisions and migrations stay as they were written.
 */
final class PlainWordsTest {
    private static final Path ROOT = Path.of("..");
    private static final List<String> MODULES =
            List.of("domain", "adapters-redis", "adapters-mysql", "adapters-http", "bootstrap", "embedded");
    private static final List<String> TEST_TOOLS =
            List.of("testing/alipay", "testing/benchmarks", "testing/chaos", "testing/testkit", "testing/testnode");
    private static final Pattern OTHER_WORDS = Pattern.compile(
            "\\b(told|whoever|nobody|somebody|anybody|everybody|so long|so many|anew|the books|the truth|patience|verdict"
                    + "|owed|keeper|hears?|heard|distrusted|mended|came (to|of)|past its time|turned away)\\b",
            Pattern.CASE_INSENSITIVE);
    /** At the start of a line, a list's item, a cell, bold words or a sentence: a line that goes on has no capital there. */
    private static final Pattern INVERTED_OPENING = Pattern.compile(
            "(?m)(?:^(?:[-*>#]+|\\d+\\.)?\\s*|[.!?:;)]\\s+|\\|\\s+)\\**(?:Of [a-z`*]|The same\\b)[^.|\n]*");

    private static final Pattern CODE_BLOCK = Pattern.compile("(?ms)^ *```.*?^ *```");

    /** Strings and characters come first, since they may hold what looks like a comment. */
    private static final Pattern STRING_OR_COMMENT = Pattern.compile(
            "\"\"\"(?s:.*?)(?<!\\\\)\"\"\"|\"[^\"\\\\\n]*+(?:\\\\.[^\"\\\\\n]*+)*+\"|'(?:\\\\.[^'\n]*+|[^'\\\\\n])'"
                    + "|//.*+(?:\\R[ \\t]*+//.*+)*+|/\\*(?s:.*?)\\*/");
    /** What a comment has at its ends and before its lines. */
    private static final Pattern COMMENT_MARKS = Pattern.compile("^/\\*\\*?+|^//|\\*/$|\\R[ \\t]*+(?:\\*(?!/)|//)?+");
    /** At the start of a comment, a sentence or a description: no other word of a comment has a capital there. */
    private static final Pattern INVERTED_OPENING_IN_COMMENT =
            Pattern.compile("(?:(?<![\\w\"'`{])(?:Of |The same\\b)|^(?:of|the same)\\b"
                    + "|@(?:return|(?:param|throws) \\S+) (?:of|the same)\\b)[^.@<]*");

    /** Between the words of an identifier. */
    private static final Pattern WORD_BORDER = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])|_");
    /** States in Redis, metrics and names of before keep their words, in these files. */
    private static final Set<String> STORED = Set.of("docs/upgrading.md keeper");

    private static final Pattern TEXT = Pattern.compile(".*\\.(java|js|lua|md|yaml|properties|conf|html)");

    @Test
    void mainCodeSettingsAndGuidesUsePlainWords() {
        List<Path> files = files();
        assertFalse(files.size() < 300, () -> "only " + files.size() + " files were found");

        assertEquals(List.of(), files.stream().flatMap(PlainWordsTest::faults).toList());
    }

    @Test
    void aWordOfTheListIsFound() {
        assertEquals(1, faults("x.java", "/** The caller is Told. */").count());
        assertEquals(
                0, faults("x.java", "/** An untold number of retold tales. */").count());
        assertEquals(
                3,
                faults("x.java", "boolean wasTold;\nint MAX_PATIENCE;\nvoid nobodyAsked()")
                        .count());
        assertEquals(0, faults("x.md", "`FindOrderTest.nobodyAsked`").count(), "guides name tests");
        assertEquals(0, faults("../docs/upgrading.md", "keeper").count());
        assertEquals(1, faults("../docs/sale.md", "keeper").count());
    }

    @Test
    void pagesOpenSentencesByTheirSubject() throws IOException {
        List<Path> pages = new ArrayList<>(below(ROOT.resolve("docs")));
        for (String page : List.of("README.md", "CONTRIBUTING.md", "CHANGELOG.md")) {
            pages.add(ROOT.resolve(page));
        }
        pages.removeIf(page -> !page.toString().endsWith(".md"));
        assertFalse(pages.size() < 40, () -> "only " + pages.size() + " pages were found");

        List<String> found = new ArrayList<>();
        for (Path page : pages) {
            openings(Files.readString(page, StandardCharsets.UTF_8))
                    .map(opening -> page + ": " + opening)
                    .forEach(found::add);
        }
        assertEquals(List.of(), found);
    }

    @Test
    void anInvertedOpeningIsFound() {
        String page = """
                Of the buyers one wins, most of the buyers lose. Of `all` others
                Of a sale: the same.
                - Of those who wait
                1. **The same** again
                | cell | The same |
                ## Of a node
                The sameness of things, and Often not
                ```sh
                Of the code
                ```
                """;
        assertEquals(7, openings(page).count(), () -> openings(page).toList().toString());
    }

    @Test
    void javaCommentsOpenSentencesByTheirSubject() throws IOException {
        List<Path> files = javaCode().toList();
        assertFalse(files.size() < 1_000, () -> "only " + files.size() + " files were found");

        List<String> found = new ArrayList<>();
        for (Path file : files) {
            commentOpenings(Files.readString(file, StandardCharsets.UTF_8))
                    .map(opening -> file + ": " + opening)
                    .forEach(found::add);
        }
        assertEquals(List.of(), found);
    }

    @Test
    void anInvertedOpeningOfACommentIsFound() {
        String code = """
                /** Of a click. */
                /**
                 * Reads it, and most of it. Of
                 * two the first.
                 *
                 * <p>The same again, of {@code Of.class}.
                 *
                 * @param one of the keys
                 * @param other the other one of "The same"
                 * @return the same
                 */
                String url = "http://x/ Of a string"; // The same here
                // Reads it.
                // Of many
                char quote = '"'; /* of the rest */ char other = '\\\\';
                """;
        assertEquals(
                8,
                commentOpenings(code).count(),
                () -> commentOpenings(code).toList().toString());
    }

    /** Openings of sentences that leave their subject for later, outside of blocks of code. */
    private static Stream<String> openings(String page) {
        return INVERTED_OPENING
                .matcher(CODE_BLOCK.matcher(page).replaceAll(""))
                .results()
                .map(found -> found.group().strip());
    }

    /** Openings in comments, as {@link #openings}, and descriptions that need the name before them. */
    private static Stream<String> commentOpenings(String code) {
        return STRING_OR_COMMENT
                .matcher(code)
                .results()
                .map(MatchResult::group)
                .filter(found -> found.startsWith("/"))
                .map(comment -> COMMENT_MARKS.matcher(comment).replaceAll(" "))
                .map(comment -> comment.replaceAll("\\s+", " ").strip())
                .flatMap(comment -> INVERTED_OPENING_IN_COMMENT.matcher(comment).results())
                .map(found -> found.group().strip());
    }

    private static List<Path> files() {
        List<Path> files = new ArrayList<>(
                List.of(ROOT.resolve("README.md"), ROOT.resolve("CONTRIBUTING.md"), ROOT.resolve("nightmarket")));
        mainCode().forEach(files::add);
        files.addAll(below(ROOT.resolve("conf")));
        files.addAll(below(ROOT.resolve("docs")).stream()
                .filter(file -> !file.startsWith(ROOT.resolve("docs/decisions")))
                .toList());
        return files;
    }

    static Stream<Path> mainCode() {
        return MODULES.stream().flatMap(module -> below(ROOT.resolve(module).resolve("src/main")).stream());
    }

    /** Product, tests and test tools. */
    private static Stream<Path> javaCode() {
        return Stream.concat(MODULES.stream(), TEST_TOOLS.stream())
                .flatMap(module -> below(ROOT.resolve(module).resolve("src")).stream())
                .filter(file -> file.toString().endsWith(".java"));
    }

    private static List<Path> below(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> TEXT.matcher(file.toString()).matches()).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<String> faults(Path file) {
        try {
            return faults(file.toString(), Files.readString(file, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<String> faults(String name, String text) {
        return text.lines()
                .filter(line -> OTHER_WORDS
                        .matcher(
                                name.endsWith(".md")
                                        ? line
                                        : WORD_BORDER.matcher(line).replaceAll(" "))
                        .results()
                        .anyMatch(found -> !isAllowed(name + " " + found.group().toLowerCase(Locale.ROOT))))
                .map(line -> name + ": " + line.strip());
    }

    private static boolean isAllowed(String found) {
        return STORED.stream().anyMatch(found::endsWith);
    }
}
