package io.nightmarket.testkit;

import java.io.PrintStream;
import java.util.Collections;
import java.util.List;

/** A table as the pages of the documentation have it. */
public record MarkdownTable(List<String> head, List<List<String>> rows) {
    public void print(PrintStream out) {
        out.println(row(head));
        out.println('|' + String.join("|", Collections.nCopies(head.size(), "---")) + '|');
        rows.forEach(row -> out.println(row(row)));
    }

    private static String row(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |";
    }
}
