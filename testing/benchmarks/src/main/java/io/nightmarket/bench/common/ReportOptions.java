package io.nightmarket.bench.common;

import io.nightmarket.testkit.Environment;
import io.nightmarket.testkit.MarkdownTable;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Files that a report is written to, beside the terminal. */
public final class ReportOptions {
    private static final Set<String> FILES = Set.of("--json", "--markdown", "--profile");

    @Option(names = "--json", paramLabel = "FILE", description = "write the figures there, too")
    private @Nullable Path json;

    @Option(
            names = "--markdown",
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

    /** The command as it was given, but for files that it writes and passwords in addresses. */
    private String commandLine() {
        List<CommandLine> commands = command == null
                ? List.of()
                : command.root().commandLine().getParseResult().asCommandLineList();
        return commands.stream()
                .flatMap(each -> Stream.concat(
                        Stream.of(each.getCommandName()),
                        each.getParseResult().matchedOptions().stream()
                                .distinct()
                                .flatMap(ReportOptions::arguments)))
                .collect(Collectors.joining(" ", "./", ""));
    }

    private static Stream<String> arguments(OptionSpec option) {
        return FILES.contains(option.longestName())
                ? Stream.of()
                : option.originalStringValues().stream()
                        .map(value -> value.replaceAll("//[^/@]*@", "//"))
                        .map(value -> value.contains(" ") ? '"' + value + '"' : value)
                        .map(value -> option.longestName() + ' ' + value);
    }
}
