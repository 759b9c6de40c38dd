package io.nightmarket.bootstrap.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each "yes" of docs/comparison.md about Night Market names a test that exists. */
final class ComparisonTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern OURS = Pattern.compile("(?m)^\\| [^|]+ \\| (yes\\b[^|]*) \\|");
    private static final Pattern TEST = Pattern.compile("`(\\w+(?:Test|IT|Contract))`");

    @Test
    void everyYesNamesATestThatExists() throws IOException {
        List<String> claims = claims(Files.readString(ROOT.resolve("docs/comparison.md")));
        assertTrue(claims.size() > 25, claims::toString);
        assertEquals(List.of(), unproved(claims, tests()));
    }

    @Test
    void aYesWithoutATestIsFound() {
        List<String> claims = claims(
                "| a | yes | no |\n| b | yes: `GoneTest` | no |\n| c | yes: `ThereIT` | no |\n| d | **no** | yes |");
        assertEquals(List.of("yes", "yes: `GoneTest`"), unproved(claims, Set.of("ThereIT")));
    }

    private static List<String> claims(String page) {
        return OURS.matcher(page).results().map(row -> row.group(1)).toList();
    }

    private static List<String> unproved(List<String> claims, Set<String> tests) {
        return claims.stream().filter(claim -> !isProved(claim, tests)).toList();
    }

    private static boolean isProved(String claim, Set<String> tests) {
        List<String> names =
                TEST.matcher(claim).results().map(test -> test.group(1)).toList();
        return !names.isEmpty() && tests.containsAll(names);
    }

    private static Set<String> tests() throws IOException {
        Set<String> names = new TreeSet<>();
        for (String module :
                List.of("domain", "adapters-redis", "adapters-mysql", "adapters-http", "bootstrap", "testing/chaos")) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/test/java"))) {
                files.map(file -> file.getFileName().toString())
                        .filter(file -> file.endsWith(".java"))
                        .forEach(file -> names.add(file.replace(".java", "")));
            }
        }
        return names;
    }
}
