package io.nightmarket.bootstrap.program;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Counts the queries for each shop that reach MySQL, in the general log of the server. */
final class ShopQueryCounter {
    private static final Pattern LOAD = Pattern.compile("\\tSELECT id, name, .* FROM tb_shop WHERE id = ([0-9]+)$");

    private final Path statements;

    /** @param statements the general log: a line for each statement, the values of prepared ones filled in */
    ShopQueryCounter(Path statements) {
        this.statements = statements;
    }

    /** From the beginning. */
    long of(long shop) {
        return loads().filter(id -> id == shop).count();
    }

    /** How often each shop was asked for, from the beginning. */
    Map<Long, Long> all() {
        return loads().collect(groupingBy(Function.identity(), counting()));
    }

    long count() {
        return loads().count();
    }

    private Stream<Long> loads() {
        // Values of other statements may hold any bytes.
        try (Stream<String> lines = Files.lines(statements, StandardCharsets.ISO_8859_1)) {
            return lines.flatMap(line -> LOAD.matcher(line).results().map(ShopQueryCounter::shop)).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long shop(MatchResult load) {
        return Long.parseLong(load.group(1));
    }
}
