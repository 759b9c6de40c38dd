package io.nightmarket.bootstrap.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** The table {@code access-matrix.txt}: who may call which operation, on what, and what the answer is. */
final class AccessMatrix {
    private AccessMatrix() {}

    /**
     * A line of it.
     *
     * @param values names of parameters or members, with the object that each stands for
     * @param expected the outcome by caller
     */
    record Line(String operation, Map<String, String> values, Map<String, String> expected) {}

    static List<Line> read() throws IOException {
        try (InputStream in = Objects.requireNonNull(AccessMatrix.class.getResourceAsStream("/access-matrix.txt"))) {
            List<List<String>> lines = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line ->
                            Arrays.stream(line.split("[|]")).map(String::strip).toList())
                    .toList();
            List<String> head = lines.getFirst();
            return lines.stream().skip(1).map(line -> line(head, line)).toList();
        }
    }

    private static Line line(List<String> head, List<String> cells) {
        assertEquals(head.size(), cells.size(), cells::toString);
        Map<String, String> expected = new LinkedHashMap<>();
        for (int i = 2; i < head.size(); i++) {
            expected.put(head.get(i), cells.get(i));
        }
        Map<String, String> values = Arrays.stream(cells.get(1).split(","))
                .filter(value -> !value.equals("-"))
                .map(value -> value.split("="))
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
        return new Line(cells.getFirst(), values, expected);
    }
}
