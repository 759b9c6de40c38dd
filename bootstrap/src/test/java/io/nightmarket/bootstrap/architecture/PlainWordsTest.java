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
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Main code, settings and guides use the words of docs/glossary.md. Decisions and migrations stay as they were written. */
final class PlainWordsTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern OTHER_WORDS = Pattern.compile(
            "\\b(told|whoever|nobody|so long|so many|anew|the books|the truth)\\b", Pattern.CASE_INSENSITIVE);
    private static final Pattern TEXT = Pattern.compile(".*\\.(java|lua|md|yaml|properties|conf|html)");

    @Test
    void mainCodeSettingsAndGuidesUsePlainWords() {
        List<Path> files = files();
        assertFalse(files.size() < 300, () -> "only " + files.size() + " files were found");

        assertEquals(List.of(), files.stream().flatMap(PlainWordsTest::faults).toList());
    }

    @Test
    void aWordOfTheListIsFound() {
        assertEquals(1, faults("x", "/** The caller is Told. */").count());
        assertEquals(0, faults("x", "/** An untold number of retold tales. */").count());
    }

    private static List<Path> files() {
        List<Path> files = new ArrayList<>(
                List.of(ROOT.resolve("README.md"), ROOT.resolve("CONTRIBUTING.md"), ROOT.resolve("nightmarket")));
        for (String module :
                List.of("domain", "adapters-redis", "adapters-mysql", "adapters-http", "bootstrap", "embedded")) {
            files.addAll(below(ROOT.resolve(module).resolve("src/main")));
        }
        files.addAll(below(ROOT.resolve("conf")));
        files.addAll(below(ROOT.resolve("docs")).stream()
                .filter(file -> !file.startsWith(ROOT.resolve("docs/decisions")))
                .toList());
        return files;
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
        return text.lines().filter(line -> OTHER_WORDS.matcher(line).find()).map(line -> name + ": " + line.strip());
    }
}
