package io.nightmarket.redis.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds the header of each script to its file's name and to what the script really touches. */
final class LuaHeaderTest {
    private static final Pattern NAME = Pattern.compile("[a-z]+(-[a-z]+)+-(\\d)\\.lua");
    private static final Pattern KEY = Pattern.compile("KEYS\\[(\\d+)");
    private static final Pattern ARGUMENT = Pattern.compile("ARGV\\[(\\d+)");
    private static final int MAX_LINES = 40;

    static List<Path> scripts() throws IOException, URISyntaxException {
        return files("/lua");
    }

    static List<Path> sharedParts() throws IOException, URISyntaxException {
        return files("/lua/shared");
    }

    private static List<Path> files(String name) throws IOException, URISyntaxException {
        URL folder = Objects.requireNonNull(LuaScript.class.getResource(name));
        try (Stream<Path> files = Files.list(Path.of(folder.toURI()))) {
            List<Path> scripts = files.filter(Files::isRegularFile).sorted().toList();
            assertFalse(scripts.isEmpty());
            return scripts;
        }
    }

    private static String fileName(Path script) {
        return String.valueOf(script.getFileName());
    }

    private static List<String> header(Path script) throws IOException {
        return Files.readAllLines(script).stream()
                .takeWhile(line -> line.startsWith("--"))
                .toList();
    }

    private static String body(Path script) throws IOException {
        return Files.readAllLines(script).stream()
                .dropWhile(line -> line.startsWith("--"))
                .collect(Collectors.joining("\n"));
    }

    private static Set<Integer> numbers(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map((MatchResult match) -> Integer.parseInt(match.group(1)))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<Integer> upTo(int last) {
        return IntStream.rangeClosed(1, last).boxed().collect(Collectors.toCollection(TreeSet::new));
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void aScriptIsNamedByItsKeysSaysWhatItIsForIsShortAndNamesNoKeyItWasNotGiven(Path script) throws IOException {
        List<String> header = header(script);

        assertTrue(NAME.matcher(fileName(script)).matches(), fileName(script));
        assertTrue(header.getFirst().matches("-- [A-Z].*[.]"), header.getFirst());
        assertEquals(
                1, header.stream().filter(line -> line.startsWith("-- Result")).count());
        assertTrue(Files.readAllLines(script).size() <= MAX_LINES);
        assertFalse(body(script).contains("nm:"));
        // Order ids pass 2^53, beyond which a number of Lua is not exact.
        assertFalse(body(script).contains("tonumber(earlier"));
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void headerNameAndBodyAgreeOnTheKeys(Path script) throws IOException {
        int keys = LuaScript.load(fileName(script).replace(".lua", "")).keys();

        assertEquals(upTo(keys), numbers(KEY, String.join("\n", header(script))));
        assertEquals(upTo(keys), numbers(KEY, body(script)));
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void headerAndBodyAgreeOnTheArguments(Path script) throws IOException {
        String body = body(script);
        Set<Integer> used = numbers(ARGUMENT, body);
        Pattern rest = Pattern.compile("(?:ARGV, |= )([1-9]\\d*)(?:\\)|, #ARGV)");
        rest.matcher(body).results().forEach(match -> used.add(Integer.parseInt(match.group(1))));

        assertEquals(used, numbers(ARGUMENT, String.join("\n", header(script))));
        assertEquals(upTo(used.size()), used);
    }

    @Test
    void oneSharedPartAsksForTheTime() throws IOException, URISyntaxException {
        List<String> asking = new ArrayList<>();
        for (Path script :
                Stream.concat(scripts().stream(), sharedParts().stream()).toList()) {
            if (Files.readString(script).toUpperCase(Locale.ROOT).contains("'TIME'")) {
                asking.add(fileName(script));
            }
        }
        assertEquals(List.of("clock.lua"), asking);
    }

    @ParameterizedTest
    @MethodSource("sharedParts")
    void aSharedPartGetsAllThatItTouchesAsParameters(Path part) throws IOException {
        assertTrue(header(part).getFirst().matches("-- [A-Z].*"));
        assertTrue(Files.readAllLines(part).size() <= 2 * MAX_LINES);
        assertEquals(Set.of(), numbers(KEY, body(part)));
        assertEquals(Set.of(), numbers(ARGUMENT, body(part)));
        assertFalse(body(part).contains("nm:"));
    }
}
