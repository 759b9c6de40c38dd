package io.nightmarket.testkit;

import java.io.PrintStream;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A table as the pages of the documentation have it. */
public record MarkdownTable(List<String> head, List<List<String>> rows) {
    /** The rows of all tables, which have the same head; an empty table where there is none. */
    public static MarkdownTable joined(Collection<MarkdownTable> tables) {
        return new MarkdownTable(
                tables.stream().map(MarkdownTable::head).findFirst().orElse(List.of()),
                tables.stream().flatMap(table -> table.rows.stream()).toList());
    }

    /** Its rows without the columns in which all cells are empty. */
    public MarkdownTable withoutEmptyColumns() {
        List<Integer> kept = IntStream.range(0, head.size())
                .filter(column -> rows.stream().anyMatch(row -> !row.get(column).isEmpty()))
                .boxed()
                .toList();
        return new MarkdownTable(
                kept.stream().map(head::get).toList(),
                rows.stream().map(row -> kept.stream().map(row::get).toList()).toList());
    }

    public void print(PrintStream out) {
        out.print(this);
    }

    /** Its lines, each with an end of line. */
    @Override
    public String toString() {
        String border = '|' + String.join("|", Collections.nCopies(head.size(), "---")) + '|';
        return Stream.concat(Stream.of(row(head), border), rows.stream().map(MarkdownTable::row))
                .map(line -> line + '\n')
                .collect(Collectors.joining());
    }

    private static String row(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |";
    }
}
