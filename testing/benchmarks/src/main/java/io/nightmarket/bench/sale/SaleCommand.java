package io.nightmarket.bench.sale;

import io.nightmarket.bench.common.Finding;
import io.nightmarket.bench.common.Finding.Reading;
import io.nightmarket.bench.common.Goal;
import io.nightmarket.bench.common.ReportOptions;
import io.nightmarket.bench.common.ServerOptions;
import io.nightmarket.bench.sale.Bench.Scenario;
import io.nightmarket.testkit.Environment;
import io.nightmarket.testkit.MarkdownTable;
import io.nightmarket.testkit.Progress;
import io.nightmarket.testkit.ScratchFolder;
import io.nightmarket.testnode.MemoryWatch.Residence;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Measures the sale, and the shops that a crowd looks at before, against a bare route on the same server and against
 * targets, and proves that what was answered is true.
 */
@Command(
        name = "nightmarket bench",
        description = "Measures this product on this machine: the sale, unless a command says what else.",
        mixinStandardHelpOptions = true)
public final class SaleCommand implements Callable<Integer> {
    private static final double MEMORY_GOAL = 512;
    private static final double GROWTH_GOAL = MEMORY_GOAL / 20;
    private static final int EXIT_SETUP = 2;

    @Option(names = "--users", description = "distinct buyers (200000)")
    private int users = 200_000;

    @Option(names = "--connections", description = "open connections (128)")
    private int connections = 128;

    @Option(names = "--seconds", description = "length of each timed run (8)")
    private int seconds = 8;

    @Option(names = "--orders", description = "orders whose settlement alone is timed (500000)")
    private int orders = 500_000;

    @Option(names = "--rounds", description = "rounds of every scenario; medians count (1)")
    private int rounds = 1;

    @Option(
            names = "--only",
            split = ",",
            paramLabel = "NAME",
            description =
                    "of shop, vouchers, nearby, shop-storm, unknown-shops, sold-out, admission, newcomers, flow, latency, durable, ten-times,"
                            + " settlement, synchronous, order-list, cold-list, feed, pulled-feed, feed-return, feed-fan-out, cancels,"
                            + " pictures, expiry, expiry-minute, stalled-readers, expiry-outage, login, overload, standstill")
    private Set<String> only = new LinkedHashSet<>();

    @Option(names = "--durable-query", paramLabel = "QUERY", description = "asks for durable answers (ack=durable)")
    private String durableQuery = "ack=durable";

    @Option(
            names = "--node-java",
            paramLabel = "FLAGS",
            description = "the JVM of the node under test (${DEFAULT-VALUE})",
            defaultValue = "-XX:+UseParallelGC -Xms256m -Xmx256m -XX:+AlwaysPreTouch -XX:MaxDirectMemorySize=64m")
    private String nodeJava = "";

    @Option(
            names = "--node-setting",
            paramLabel = "KEY=VALUE",
            description =
                    "a setting of the node under test; session.trust=1ms measures with sessions that it never saw before")
    private Map<String, String> nodeSettings = new LinkedHashMap<>();

    @Mixin
    private ServerOptions servers = new ServerOptions();

    @Mixin
    private ReportOptions output = new ReportOptions();

    @Option(
            names = "--profile",
            paramLabel = "FOLDER",
            description =
                    "write a profile of the node in each scenario (its last round) there, for JDK Mission Control or \"jfr\"")
    private @Nullable Path profiles;

    private final PrintStream errors = System.err;

    @Override
    public Integer call() throws IOException, SQLException {
        Map<String, Scenario> scenarios = chosen();
        if (scenarios.size() < only.size()) {
            return refuse("--only names an unknown scenario; \"bench --help\" lists them.");
        }
        if (users < 1 || connections < 1 || seconds < 1 || orders < 1 || rounds < 1) {
            return refuse("users, connections, seconds, orders and rounds are 1 or more.");
        }
        if (!Wrk.isInstalled()) {
            return refuse("wrk, the load generator, was not found: apt-get install wrk, or brew install wrk.");
        }
        if (profiles != null) {
            var _ = Files.createDirectories(profiles);
        }
        return measure(scenarios);
    }

    private Map<String, Scenario> chosen() {
        Map<String, Scenario> chosen = new LinkedHashMap<>();
        chosen.put("shop", ShopScenarios::cached);
        chosen.put("vouchers", ShopScenarios::vouchers);
        chosen.put("nearby", ShopScenarios::nearby);
        chosen.put("shop-storm", ShopStorm::run);
        chosen.put("unknown-shops", ShopScenarios::unknown);
        chosen.put("sold-out", SaleScenarios::soldOut);
        chosen.put("admission", SaleScenarios::admission);
        chosen.put("newcomers", SaleScenarios::newcomers);
        chosen.put(Flow.NAME, Flow::run);
        chosen.put("latency", SaleScenarios::latency);
        chosen.put("durable", bench -> SaleScenarios.durable(bench, '?' + durableQuery));
        chosen.put("ten-times", SaleScenarios::tenTimes);
        chosen.put("settlement", SaleScenarios::settlement);
        chosen.put("synchronous", SaleScenarios::synchronous);
        chosen.put("order-list", OrderScenarios::list);
        chosen.put("cold-list", ReaderScenarios::coldList);
        chosen.put("feed", FeedScenarios::pushed);
        chosen.put("pulled-feed", FeedScenarios::pulled);
        chosen.put("feed-return", FeedReturn::run);
        chosen.put("feed-fan-out", FeedFanOut::run);
        chosen.put("cancels", CancelScenario::run);
        chosen.put("pictures", PictureScenario::run);
        chosen.put("expiry", OrderScenarios::expiry);
        chosen.put("expiry-minute", ExpiryScenarios::minute);
        chosen.put("stalled-readers", StreamScenarios::stalled);
        chosen.put("expiry-outage", ExpiryScenarios::outage);
        chosen.put("login", LoginScenario::run);
        chosen.put(OverloadScenario.NAME, OverloadScenario::run);
        chosen.put(StandstillScenario.NAME, StandstillScenario::run);
        if (!only.isEmpty()) {
            boolean _ = chosen.keySet().retainAll(only);
        }
        return chosen;
    }

    private int refuse(String why) {
        errors.println("nightmarket: " + why);
        return EXIT_SETUP;
    }

    private int measure(Map<String, Scenario> scenarios) throws IOException, SQLException {
        Progress progress = Progress.ofThisProcess(2 + rounds * scenarios.size());
        progress.step("starting servers and node");
        List<String> flags = Stream.of(nodeJava.split(" ", -1))
                .filter(flag -> !flag.isBlank())
                .toList();
        Bench found;
        Map<String, String> scenarioOf = new LinkedHashMap<>();
        try (ScratchFolder folder = ScratchFolder.make();
                Stage stage = new Stage(folder.path(), servers, flags, nodeSettings)) {
            progress.step("making " + users + " users");
            stage.gather(users, done -> progress.detail("making users: " + done + " of " + users));
            Wrk wrk = new Wrk(folder.path(), stage.tokens, connections);
            Bench bench = new Bench(stage, wrk, progress, new Bench.Size(users, connections, seconds, orders));
            stage.node.memory().begin();
            for (int round = 0; round < rounds; round++) {
                for (Map.Entry<String, Scenario> scenario : scenarios.entrySet()) {
                    bench.run(scenario.getKey(), scenario.getValue(), profiles);
                    noteNew(bench, scenario.getKey(), scenarioOf);
                }
            }
            addMemory(bench, stage.node.memory().residence());
            noteNew(bench, "memory", scenarioOf);
            found = bench;
        } finally {
            progress.end();
        }
        JsonObject figures = new JsonObject()
                .put("rows", found.findings().stream().map(Finding::toJson).toList())
                .put("notes", found.report.notes());
        SequencedMap<String, MarkdownTable> tables = found.findings().stream()
                .collect(Collectors.groupingBy(
                        finding -> scenarioOf.getOrDefault(finding.what(), ""),
                        LinkedHashMap::new,
                        Collectors.collectingAndThen(Collectors.toList(), Finding::table)));
        return found.report.publish("sale", environment(), tables, figures, output);
    }

    /** Notes of which scenario the findings are that came with it. */
    private static void noteNew(Bench bench, String scenario, Map<String, String> scenarioOf) {
        bench.findings().forEach(finding -> scenarioOf.putIfAbsent(finding.what(), scenario));
    }

    private static void addMemory(Bench bench, Residence memory) {
        if (!memory.isKnown()) {
            bench.report.note("memory: this system does not tell it under /proc.");
            return;
        }
        bench.add(
                "memory of the node's process, highest",
                "MB resident",
                Reading.of(memory.highest()),
                Goal.below(Goal.Measure.VALUE, MEMORY_GOAL));
        bench.add(
                "memory of the node's process, growth, second half of the run",
                "MB resident",
                Reading.of(memory.growth()),
                Goal.below(Goal.Measure.VALUE, GROWTH_GOAL));
        bench.report.note("memory: %s.", memory);
    }

    private Environment environment() {
        Map<String, String> parts = new LinkedHashMap<>();
        parts.put("users", Integer.toString(users));
        parts.put("connections", Integer.toString(connections));
        parts.put("seconds", Integer.toString(seconds));
        parts.put("rounds", Integer.toString(rounds));
        parts.put("node", nodeJava);
        nodeSettings.forEach((key, value) -> parts.put("node " + key, value));
        return Environment.here(Instant.now(), parts);
    }
}
