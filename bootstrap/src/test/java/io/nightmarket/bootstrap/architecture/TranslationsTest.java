package io.nightmarket.bootstrap.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** README and the guides in Chinese have the chapters, the commands, the rows and the links of those in English. */
final class TranslationsTest {
    private static final Path ROOT = Path.of("..");
    private static final Path README = Path.of("README.md");
    private static final Path CHINESE_README = Path.of("README.zh-CN.md");
    private static final Path GUIDES = Path.of("docs");
    private static final Path CHINESE_GUIDES = Path.of("docs", "zh");

    private static final Pattern HEADING = Pattern.compile("(?m)^(#+) .*$");
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```\\w*\n.*?^```");
    private static final Pattern ROW = Pattern.compile("(?m)^\\|");
    private static final Pattern LINK = Pattern.compile("(?:]\\(|src=\")([^)\"\\s]+)");

    static List<Path> translated() throws IOException {
        try (Stream<Path> guides = Files.list(ROOT.resolve(CHINESE_GUIDES))) {
            return Stream.concat(
                            Stream.of(README),
                            guides.map(Path::getFileName).map(GUIDES::resolve).sorted())
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("translated")
    void bothLanguagesHaveTheSame(Path page) throws IOException {
        Path translation = translation(page);
        String english = Files.readString(ROOT.resolve(page));
        String chinese = Files.readString(ROOT.resolve(translation));
        assertEquals(headings(english), headings(chinese));
        assertEquals(commands(english), commands(chinese));
        assertEquals(found(ROW, 0, english), found(ROW, 0, chinese));
        assertEquals(links(page, english), links(translation, chinese));
    }

    @Test
    void aTranslatedPageIsNamedByBoth() throws IOException {
        for (Path page : translated()) {
            assertTrue(leadsTo(page, translation(page)), page::toString);
            assertTrue(leadsTo(translation(page), page), page::toString);
        }
    }

    @Test
    void linksAreComparedByThePageInChineseWhereThereIsOne() {
        String english = "[中文](zh/adoption.md) [a](sale.md#release) [b](real-servers.md#x) [c](../README.md)";
        String chinese =
                "[c](../../README.zh-CN.md) [b](real-servers.md#y) [English](../adoption.md) [a](../sale.md#audit)";
        assertEquals(
                List.of("README.zh-CN.md", "docs/sale.md#release", "docs/zh/real-servers.md"),
                links(Path.of("docs", "adoption.md"), english));
        assertEquals(
                List.of("README.zh-CN.md", "docs/sale.md#audit", "docs/zh/real-servers.md"),
                links(Path.of("docs", "zh", "adoption.md"), chinese));
    }

    private static boolean leadsTo(Path page, Path other) throws IOException {
        return LINK.matcher(Files.readString(ROOT.resolve(page)))
                .results()
                .anyMatch(link -> page.resolveSibling(link.group(1)).normalize().equals(other));
    }

    /** In Chinese, if there is a page; itself otherwise. */
    private static Path translation(Path page) {
        if (page.equals(README)) {
            return CHINESE_README;
        }
        Path chinese = CHINESE_GUIDES.resolve(page.getFileName());
        return page.startsWith(GUIDES) && Files.exists(ROOT.resolve(chinese)) ? chinese : page;
    }

    /** By their paths from the root, sorted, without the one to the page in the other language. */
    private static List<String> links(Path page, String text) {
        return found(LINK, 1, text).stream()
                .filter(link -> !link.contains(":"))
                .map(link -> target(page, link))
                .filter(target -> !target.equals(translation(page).toString()))
                .sorted()
                .toList();
    }

    /** Headings of a page that is translated have other anchors. */
    private static String target(Path page, String link) {
        String[] parts = link.split("#", 2);
        Path file = page.resolveSibling(parts[0]).normalize();
        Path translation = translation(file);
        boolean translated = !translation.equals(file) || file.startsWith(CHINESE_GUIDES);
        return parts.length == 1 || translated ? translation.toString() : file + "#" + parts[1];
    }

    private static List<String> headings(String page) {
        return found(HEADING, 1, BLOCK.matcher(page).replaceAll(""));
    }

    /** A drawing is translated. */
    private static List<String> commands(String page) {
        return found(BLOCK, 0, page).stream()
                .filter(block -> !block.startsWith("```text"))
                .toList();
    }

    private static List<String> found(Pattern pattern, int group, String page) {
        return pattern.matcher(page)
                .results()
                .map((MatchResult match) -> match.group(group))
                .toList();
    }
}
