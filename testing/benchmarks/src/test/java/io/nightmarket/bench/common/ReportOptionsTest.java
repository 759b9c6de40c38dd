package io.nightmarket.bench.common;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.testkit.Environment;
import io.nightmarket.testkit.MarkdownTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

final class ReportOptionsTest {
    @TempDir
    private Path folder;

    /** A command as those of the benchmarks are. */
    @Command(name = "nightmarket bench")
    static final class Bench {
        @Mixin
        private ReportOptions output = new ReportOptions();

        @Option(names = "--only", split = ",")
        List<String> only = new ArrayList<>();

        @Option(names = "--node-setting")
        List<String> settings = new ArrayList<>();

        @Option(names = "--redis")
        String redis = "";
    }

    @Test
    void thePageHasTheCommandWithoutFilesAndPasswords() throws IOException {
        Path page = folder.resolve("page.md");
        Bench bench = new Bench();
        var _ = new CommandLine(bench)
                .parseArgs(
                        "--only=shop,flow",
                        "--node-setting",
                        "a=1",
                        "--json",
                        "/home/me/figures.json",
                        "--redis=redis://user:secret@host:6379",
                        "--markdown=" + page,
                        "--node-setting",
                        "b=2 3");
        bench.output.write(
                new Environment(Instant.EPOCH, Map.of("processors", "2")),
                Map.of("shop", new MarkdownTable(List.of("what"), List.of(List.of("it")))));
        assertEquals(
                "1970-01-01, 2 processors: `./nightmarket bench --only shop,flow --node-setting a=1"
                        + " --node-setting \"b=2 3\" --redis redis://host:6379`",
                Files.readAllLines(page).get(4));
    }
}
