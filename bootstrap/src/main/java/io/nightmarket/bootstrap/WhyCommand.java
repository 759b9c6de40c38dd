package io.nightmarket.bootstrap;

import io.nightmarket.bootstrap.config.DatabaseConfig;
import io.nightmarket.domain.history.FindOrderHistory;
import io.nightmarket.domain.history.HistoryEntry;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.queue.Epochs;
import io.nightmarket.redis.RedisAdapters;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows support the history of one order. */
@Command(
        name = "why",
        description = "Shows what became of an order: its entry in the queue, row, events, payments and cached card.",
        mixinStandardHelpOptions = true)
final class WhyCommand extends DatabaseCommand {
    @Parameters(paramLabel = "ORDER", description = "id of the order; \"id\" finds it for an order number")
    private long order;

    @Override
    String run() {
        if (order <= 0) {
            throw new Refused(order + " is no id of an order");
        }
        DatabaseConfig config = database();
        if (config.address().isEmpty() && EmbeddedMode.look(config.data()).isEmpty()) {
            throw new Refused("no node has run on " + config.data()
                    + ": name the node's folder by --data, or its servers by --mysql and --redis");
        }
        OrderId id = new OrderId(order);
        List<HistoryEntry> history = CommandDatabase.ask(config, stores -> find(stores, id));
        if (history.isEmpty()) {
            throw new Refused("there is no order " + order);
        }
        return history.stream().map(WhyCommand::line).collect(Collectors.joining(System.lineSeparator()));
    }

    private static CompletionStage<List<HistoryEntry>> find(CommandDatabase.Stores stores, OrderId id) {
        Epochs epochs = new Epochs(stores.mysql().orderLedger(false)::epoch, stores.timers());
        return stores.mysql()
                .flashSales()
                .shards()
                .thenCompose(shards -> new FindOrderHistory(
                                stores.mysql().storedHistory(),
                                stores.redis().map(redis -> redis.queue().orders()),
                                stores.redis().map(RedisAdapters::orderLists),
                                epochs,
                                () -> shards)
                        .find(id));
    }

    private static String line(HistoryEntry entry) {
        String at = entry.at() == null ? "now" : entry.at().toString();
        return "%-24s  %-11s  %s".formatted(at, entry.source(), entry.text());
    }
}
