package io.nightmarket.bench.common;

import io.nightmarket.testkit.Environment;
import io.nightmarket.testkit.MarkdownTable;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Files that a report is written to, beside the terminal. */
public final class ReportOptions {
    private static final String MARKDOWN = "--markdown";

    @Option(names = "--json", paramLabel = "FILE", description = "write the figures there, too")
    private @Nullable Path json;

    @Option(
            names = MARKDOWN,
            arity = "0..1",
            paramLabel = "FILE",
            fallbackValue = "${sys:nightmarket.home:-.}/docs/figures.md",
            description = "put the tables in the place of older ones on this page, docs/figures.md unless named, if all"
                    + " that is promised held")
    private @Nullable Path markdown;

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec command;

    void write(JsonObject report) throws IOException {
        if (json != null) {
            Files.writeString(json, report.encodePrettily() + '\n');
        }
    }

    /** @param tables by scenario */
    void write(Environment environment, Map<String, MarkdownTable> tables) throws IOException {
        if (markdown != null) {
            String page = Files.exists(markdown) ? Files.readString(markdown) : "";
            Files.writeString(markdown, FiguresPage.with(page, environment, commandLine(), tables));
        }
    }

    /** The command as it was given, but for the page that it writes. */
    private String commandLine() {
        List<String> arguments = command == null
                ? List.of()
                : command.root().commandLine().getParseResult().originalArgs();
        return "./nightmarket bench"
                + arguments.stream()
                        .filter(argument ->
                                !argument.startsWith(MARKDOWN) && !argument.equals(String.valueOf(markdown)))
                        .map(argument -> argument.contains(" ") ? " \"" + argument + '"' : ' ' + argument)
                        .collect(Collectors.joining());
    }
}
