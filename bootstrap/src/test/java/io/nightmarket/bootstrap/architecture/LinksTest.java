package io.nightmarket.bootstrap.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each link of a page leads to a file, a source or a picture that is there, and its anchor to a heading of that page. */
final class LinksTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)|(?:href|src)=\"([^\"]+)\"");
    private static final Pattern CODE = Pattern.compile("(?ms)^ *```.*?^ *```");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
    private static final Pattern LINKED_WORDS = Pattern.compile("\\[([^]]*)]\\([^)]*\\)");

    @Test
    void everyLinkLeadsSomewhere() throws IOException {
        List<Path> pages = pages();
        assertTrue(pages.size() > 40, pages::toString);
        List<String> found = new ArrayList<>();
        for (Path page : pages) {
            deadLinks(page).forEach(link -> found.add(ROOT.relativize(page) + ": " + link));
        }
        assertEquals(List.of(), found);
    }

    @Test
    void aLinkThatLeadsNowhereIsFound(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("there.md"), "# 一人一单：`SET NX` [v1](x.md)\n## Twice\n## Twice\n");
        Path page = Files.writeString(folder.resolve("page.md"), """
                # A page
                [to itself](#a-page), [to no chapter](#none), [there](there.md), [gone](gone.md),
                [a chapter](there.md#一人一单set-nx-v1), [its second](there.md#twice-1), [its third](there.md#twice-2),
                [elsewhere](https://example.com/none), <img src="gone.png" alt=""> <a href="gone/">x</a>
                ```sh
                # A comment
                echo "[code](none.md)"
                ```
                [no heading](#a-comment)
                """);
        assertEquals(
                List.of("#none", "gone.md", "there.md#twice-2", "gone.png", "gone/", "#a-comment"), deadLinks(page));
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> guides = Files.walk(ROOT.resolve("docs"));
                Stream<Path> others = Files.list(ROOT)) {
            return Stream.concat(guides, others)
                    .filter(file -> file.toString().endsWith(".md"))
                    .toList();
        }
    }

    private static List<String> deadLinks(Path page) throws IOException {
        List<String> dead = new ArrayList<>();
        Matcher link = LINK.matcher(text(page));
        while (link.find()) {
            String target = link.group(1) == null ? link.group(2) : link.group(1);
            if (!target.contains(":") && !isThere(page, target)) {
                dead.add(target);
            }
        }
        return dead;
    }

    private static boolean isThere(Path page, String target) throws IOException {
        String[] parts = target.split("#", 2);
        Path file = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]);
        return Files.exists(file) && (parts.length == 1 || anchors(file).contains(parts[1]));
    }

    /** As code hosts make them of headings: a name that is there already gets a number. */
    private static Set<String> anchors(Path page) throws IOException {
        Set<String> anchors = new HashSet<>();
        Matcher heading = HEADING.matcher(text(page));
        while (heading.find()) {
            String anchor = anchor(heading.group(1));
            String free = anchor;
            for (int i = 1; !anchors.add(free); i++) {
                free = anchor + '-' + i;
            }
        }
        return anchors;
    }

    private static String anchor(String heading) {
        return LINKED_WORDS
                .matcher(heading.strip())
                .replaceAll("$1")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{M}\\p{N}_ -]", "")
                .replace(' ', '-');
    }

    /** Without blocks of code. */
    private static String text(Path page) throws IOException {
        return CODE.matcher(Files.readString(page)).replaceAll("");
    }
}
