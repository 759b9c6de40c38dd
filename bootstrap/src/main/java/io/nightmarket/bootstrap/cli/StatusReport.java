package io.nightmarket.bootstrap.cli;

import io.nightmarket.bootstrap.config.AppConfig.Adapters;
import io.nightmarket.bootstrap.config.SharedSettings;
import io.nightmarket.domain.base.OneByOne;
import io.nightmarket.domain.node.RunningNodes.Presence;
import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.QueueCount;
import io.nightmarket.domain.sale.SaleBalance;
import io.nightmarket.domain.sale.SaleState;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.QueuePorts;
import io.nightmarket.domain.sale.queue.QueuedTerms;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.Voucher;
import io.nightmarket.mysql.MySqlAdapters;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;

/** Nodes, shards, open sales, upcoming ones and orders that wait, in lines. */
final class StatusReport {
    /** Orders of a sale that ended may wait still. */
    private static final Duration ENDED_SINCE = Duration.ofDays(1);

    private static final int MAX_SALES = 50;

    private final CommandDatabase.Stores stores;
    private final MySqlAdapters mysql;
    private final Adapters.Queue configured;

    /** @param configured where buyers are admitted when no node runs that would know */
    StatusReport(CommandDatabase.Stores stores, Adapters.Queue configured) {
        this.stores = stores;
        this.mysql = stores.mysql();
        this.configured = configured;
    }

    /**
     * A shard with the sales that its queue holds.
     *
     * @param open whether buyers are admitted, if the queue is known
     * @param waiting orders in the queue, if a sale is in it
     */
    record ShardState(Shard shard, Optional<Boolean> open, Optional<Long> waiting, List<SaleBalance> sales) {
        String line() {
            long dead = sales.stream().mapToLong(SaleBalance::deadLetters).sum();
            return "  %-10s  %s%s%s"
                    .formatted(
                            shard.number(),
                            open.map(is -> is ? "open" : "closed").orElse("queue unknown: give --redis"),
                            waiting.map(count -> ", orders that wait: " + count).orElse(""),
                            dead == 0 ? "" : ", dead letters: " + dead);
        }
    }

    CompletionStage<List<String>> lines() {
        return mysql.runningNodes()
                .list()
                .thenCombine(mysql.time(), this::nodes)
                .thenCompose(this::withSales);
    }

    /** The first part of the lines, and which queue the nodes have. */
    private record Nodes(List<String> lines, Optional<String> queue, Instant now) {}

    private Nodes nodes(List<Presence> running, Instant now) {
        List<String> lines = new ArrayList<>();
        lines.add("Nodes         " + running.size());
        running.forEach(one -> lines.add("  %-30s  version %s%s, since %s, seen %d s ago"
                .formatted(
                        one.node().address(),
                        one.node().version(),
                        one.node().clustered() ? ", in a cluster" : "",
                        DatabaseCommand.show(stores.config(), one.startedAt().truncatedTo(ChronoUnit.SECONDS)),
                        Math.max(0, Duration.between(one.seenAt(), now).toSeconds()))));
        return new Nodes(
                lines,
                running.stream()
                        .flatMap(
                                one -> Optional.ofNullable(one.node().settings().get(SharedSettings.QUEUE)).stream())
                        .findFirst(),
                now);
    }

    private CompletionStage<List<String>> withSales(Nodes nodes) {
        boolean inMySql = nodes.queue().map("mysql"::equals).orElse(configured == Adapters.Queue.MYSQL);
        Optional<QueuePorts> queue = inMySql
                ? Optional.of(mysql.queue(Long.MAX_VALUE))
                : stores.redis().map(redis -> redis.queue());
        return mysql.flashSales().shards().thenCompose(shards -> {
            List<ShardState> states = new ArrayList<>();
            return OneByOne.doAll(
                            shards.stream()
                                    .sorted(Comparator.comparingInt(Shard::number))
                                    .toList(),
                            shard -> state(shard, queue).thenAccept(states::add))
                    .thenCompose(_ -> lines(nodes, states, queue));
        });
    }

    private CompletionStage<ShardState> state(Shard shard, Optional<QueuePorts> queue) {
        return mysql.flashSales()
                .balances(shard, ENDED_SINCE)
                .thenCompose(sales -> isOpen(shard, queue)
                        .thenCombine(
                                waiting(shard, queue, sales),
                                (open, waiting) -> new ShardState(shard, open, waiting, sales)));
    }

    private CompletionStage<Optional<Boolean>> isOpen(Shard shard, Optional<QueuePorts> queue) {
        return queue.map(known -> mysql.orderLedger(Duration.ZERO)
                        .epoch(shard)
                        .thenCompose(known.epochs()::isOpen)
                        .thenApply(Optional::of))
                .orElse(CompletableFuture.completedStage(Optional.empty()));
    }

    private static CompletionStage<Optional<Long>> waiting(
            Shard shard, Optional<QueuePorts> queue, List<SaleBalance> sales) {
        return queue.isEmpty() || sales.isEmpty()
                ? CompletableFuture.completedStage(Optional.empty())
                : queue.get()
                        .audit()
                        .count(shard, sales.getFirst().sale().voucher())
                        .thenApply(count -> count.map(QueueCount::waiting));
    }

    private CompletionStage<List<String>> lines(Nodes nodes, List<ShardState> shards, Optional<QueuePorts> queue) {
        List<FlashSale> sales = shards.stream()
                .flatMap(shard -> shard.sales().stream())
                .map(SaleBalance::sale)
                .filter(sale -> nodes.now().isBefore(sale.window().end()))
                .sorted(Comparator.comparing(sale -> sale.window().begin()))
                .toList();
        Predicate<FlashSale> isUpcoming =
                sale -> nodes.now().isBefore(sale.window().begin());
        List<String> lines = new ArrayList<>(nodes.lines());
        lines.add("Shards        " + shards.size());
        shards.forEach(shard -> lines.add(shard.line()));
        List<FlashSale> upcoming = sales.stream().filter(isUpcoming).toList();
        List<FlashSale> open = sales.stream().filter(isUpcoming.negate()).toList();
        return add(lines, "Open sales    ", open, queue)
                .thenCompose(_ -> add(lines, "Upcoming      ", upcoming, queue))
                .thenApply(_ -> lines);
    }

    private CompletionStage<Void> add(
            List<String> lines, String title, List<FlashSale> sales, Optional<QueuePorts> queue) {
        lines.add(title + sales.size());
        return OneByOne.doAll(
                        sales.stream().limit(MAX_SALES).toList(),
                        sale -> mysql.vouchers()
                                .find(sale.voucher())
                                .thenCombine(
                                        state(sale, queue), (voucher, state) -> lines.add(line(sale, state, voucher))))
                .thenRun(() -> {
                    if (sales.size() > MAX_SALES) {
                        lines.add("  and " + (sales.size() - MAX_SALES) + " more");
                    }
                });
    }

    /** That of the queue, by which buyers are admitted, if it has the sale. */
    private static CompletionStage<SaleState> state(FlashSale sale, Optional<QueuePorts> queue) {
        return queue.map(known -> known.audit()
                        .terms(sale.shard(), sale.voucher())
                        .thenApply(terms -> terms.map(QueuedTerms::state).orElse(sale.state())))
                .orElse(CompletableFuture.completedStage(sale.state()));
    }

    private String line(FlashSale sale, SaleState state, Optional<Voucher> voucher) {
        return "  voucher %-6d  shard %d, %s, %d of %d units left, %s until %s: %s"
                .formatted(
                        sale.voucher().value(),
                        sale.shard().number(),
                        state == SaleState.OPEN ? "running" : state.name().toLowerCase(Locale.ROOT),
                        sale.stock(),
                        sale.issued(),
                        DatabaseCommand.show(stores.config(), sale.window().begin()),
                        DatabaseCommand.show(stores.config(), sale.window().end()),
                        voucher.map(StatusReport::name).orElse("no voucher"));
    }

    private static String name(Voucher voucher) {
        ShopId shop = voucher.shop();
        return voucher.title().replaceAll("\\p{Cntrl}", "?") + (shop == null ? ", no shop" : ", shop " + shop.value());
    }
}
