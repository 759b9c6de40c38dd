package io.nightmarket.bootstrap;

import io.nightmarket.bootstrap.CommandDatabase.Stores;
import io.nightmarket.bootstrap.config.DatabaseConfig;
import io.nightmarket.domain.concurrent.OneByOne;
import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.QueueCount;
import io.nightmarket.domain.sale.SaleState;
import io.nightmarket.domain.sale.queue.QueuePorts;
import io.nightmarket.domain.voucher.Voucher;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;

/** Open sales and upcoming ones, in lines: what is sold where, and whether the queue says otherwise. */
final class SaleLines {
    private static final int MAX_SALES = 50;
    private static final String DIFFERS = "; THE QUEUE HAS ANOTHER STATE OR WINDOW: pause and resume the sale";

    private final Stores stores;
    private final DatabaseConfig config;
    private final Optional<QueuePorts> queue;

    SaleLines(Stores stores, Optional<QueuePorts> queue) {
        this.stores = stores;
        this.config = stores.config();
        this.queue = queue;
    }

    /** @param now by the database's clock */
    CompletionStage<List<String>> of(List<FlashSale> sales, Instant now) {
        Predicate<FlashSale> hasBegun = sale -> !now.isBefore(sale.window().begin());
        List<String> lines = new ArrayList<>();
        return add(
                        "Open sales    ",
                        sales,
                        hasBegun.and(sale -> now.isBefore(sale.window().end())),
                        lines)
                .thenCompose(_ -> add("Upcoming      ", sales, hasBegun.negate(), lines))
                .thenApply(_ -> lines);
    }

    private CompletionStage<Void> add(
            String title, List<FlashSale> sales, Predicate<FlashSale> which, List<String> lines) {
        List<FlashSale> chosen = sales.stream()
                .filter(which)
                .sorted(Comparator.comparing(sale -> sale.window().begin()))
                .toList();
        lines.add(title + chosen.size());
        return OneByOne.doAll(chosen.stream().limit(MAX_SALES).toList(), sale -> add(sale, lines))
                .thenRun(() -> {
                    if (chosen.size() > MAX_SALES) {
                        lines.add("  and " + (chosen.size() - MAX_SALES) + " more");
                    }
                });
    }

    private CompletionStage<Void> add(FlashSale sale, List<String> lines) {
        return name(sale)
                .thenCombine(
                        units(sale),
                        (name, units) -> "  voucher %-6d  shard %d, %s, %d of %d units left, %s until %s: %s"
                                .formatted(
                                        sale.voucher().value(),
                                        sale.shard().number(),
                                        sale.state() == SaleState.OPEN ? "running" : "paused",
                                        units,
                                        sale.issued(),
                                        config.show(sale.window().begin()),
                                        config.show(sale.window().end()),
                                        name))
                .thenCombine(hasTerms(sale), (line, hasTerms) -> lines.add(hasTerms ? line : line + DIFFERS))
                .thenAccept(_ -> {});
    }

    /** What buyers get counts; the row follows once their orders are settled. */
    private CompletionStage<Long> units(FlashSale sale) {
        return queue.map(known -> known.audit()
                        .count(sale.shard(), sale.voucher())
                        .thenApply(count -> count.map(QueueCount::available).orElse(sale.stock())))
                .orElse(CompletableFuture.completedStage(sale.stock()));
    }

    private CompletionStage<Boolean> hasTerms(FlashSale sale) {
        return queue.map(known -> known.audit().hasTerms(sale)).orElse(CompletableFuture.completedStage(true));
    }

    private CompletionStage<String> name(FlashSale sale) {
        return stores.mysql()
                .vouchers()
                .find(sale.voucher())
                .thenApply(found -> found.map(SaleLines::name).orElse("no voucher"));
    }

    private static String name(Voucher voucher) {
        return printable(voucher.title())
                + (voucher.shop() == null
                        ? ", no shop"
                        : ", shop " + voucher.shop().value());
    }

    /** Merchants write titles: none moves the operator's cursor. */
    private static String printable(String text) {
        return text.replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]", "?");
    }
}
