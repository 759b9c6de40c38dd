package io.nightmarket.bootstrap.cli;

import io.nightmarket.bootstrap.EmbeddedMode;
import io.nightmarket.bootstrap.NodeSecret;
import io.nightmarket.bootstrap.cli.CommandDatabase.Stores;
import io.nightmarket.bootstrap.config.AppConfig;
import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderNumbers;
import io.nightmarket.domain.order.history.FindOrderHistory;
import io.nightmarket.domain.order.history.HistoryEntry;
import io.nightmarket.domain.sale.queue.Epochs;
import io.nightmarket.redis.RedisAdapters;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows support the history of one order, or which orders a user has. */
@Command(
        name = "why",
        description = {
            "Shows what became of an order: its entry in the queue, row, events, payments and cached card.",
            "For a phone it lists the newest orders of its user."
        },
        mixinStandardHelpOptions = true)
public final class WhyCommand extends DatabaseCommand {
    private static final int MAX_ORDERS = 20;

    @Parameters(paramLabel = "ORDER|PHONE", description = "id or number of an order, or the phone of a user")
    private String asked = "";

    @Override
    String run() {
        if (!asked.matches("[0-9]{1,19}")) {
            throw new Refused(asked + " is neither the id or number of an order nor a phone");
        }
        AppConfig config = database();
        if (config.embedded() && EmbeddedMode.look(config.data()).isEmpty()) {
            throw new Refused("no node has run on " + config.data()
                    + ": name the node's folder by --data, or its servers by --mysql and --redis");
        }
        Optional<OrderNumbers> numbers = numbers(config);
        Optional<PhoneNumber> phone = config.http().phones().parse(asked);
        return phone.isPresent() ? orders(config, numbers, phone.get()) : history(config, numbers);
    }

    /** Order numbers by the secret of the nodes, if it is known here. */
    private static Optional<OrderNumbers> numbers(AppConfig config) {
        boolean isKnown = config.embedded() || !config.secrets().token().isEmpty();
        return isKnown && config.secrets().areLong()
                ? NodeSecret.existing(config).map(keys -> new OrderNumbers(keys.orderNumbers()))
                : Optional.empty();
    }

    private String orders(AppConfig config, Optional<OrderNumbers> numbers, PhoneNumber phone) {
        Optional<List<Order>> orders = CommandDatabase.ask(config, stores -> newest(stores, phone));
        if (orders.isEmpty()) {
            throw new Refused("there is no user with the phone " + asked);
        }
        return orders.get().isEmpty()
                ? "the user with the phone " + asked + " has no settled order"
                : orders.get().stream()
                        .map(order -> line(config, numbers, order))
                        .collect(Collectors.joining(System.lineSeparator()));
    }

    private static CompletionStage<Optional<List<Order>>> newest(Stores stores, PhoneNumber phone) {
        return stores.mysql()
                .users()
                .find(phone)
                .thenCompose(user -> user.isEmpty()
                        ? CompletableFuture.completedStage(Optional.empty())
                        : stores.mysql()
                                .orderPages()
                                .page(user.get().id(), Optional.empty(), Optional.empty(), MAX_ORDERS)
                                .thenApply(Optional::of));
    }

    private static String line(AppConfig config, Optional<OrderNumbers> numbers, Order order) {
        return "%s  id %d  number %s  voucher %d  %s"
                .formatted(
                        show(config, order.createTime()),
                        order.id().value(),
                        numbers.map(known -> known.of(order.id())).orElse("unknown"),
                        order.voucher().value(),
                        order.status());
    }

    private String history(AppConfig config, Optional<OrderNumbers> numbers) {
        List<OrderId> ids = Stream.concat(asId(asked).stream(), numbers.flatMap(known -> known.find(asked)).stream())
                .toList();
        List<HistoryEntry> history = CommandDatabase.ask(config, stores -> first(stores, ids));
        if (history.isEmpty()) {
            throw new Refused("there is no order " + asked
                    + (numbers.isPresent() ? "" : "; order numbers can't be read without the secret of the nodes"));
        }
        return history.stream().map(entry -> line(config, entry)).collect(Collectors.joining(System.lineSeparator()));
    }

    /** The id that the digits are, if they are one. */
    private static Optional<OrderId> asId(String digits) {
        BigInteger value = new BigInteger(digits);
        return value.signum() == 0 || value.bitLength() >= Long.SIZE
                ? Optional.empty()
                : Optional.of(new OrderId(value.longValue()));
    }

    /** The history of the first of these orders that there is. */
    private static CompletionStage<List<HistoryEntry>> first(Stores stores, List<OrderId> ids) {
        return ids.isEmpty()
                ? CompletableFuture.completedStage(List.of())
                : find(stores, ids.getFirst())
                        .thenCompose(found -> found.isEmpty()
                                ? first(stores, ids.subList(1, ids.size()))
                                : CompletableFuture.completedStage(found));
    }

    private static CompletionStage<List<HistoryEntry>> find(Stores stores, OrderId id) {
        Epochs epochs = new Epochs(stores.mysql().orderLedger(Duration.ZERO)::epoch, stores.timers());
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

    private static String line(AppConfig config, HistoryEntry entry) {
        String at = entry.at() == null ? "now" : show(config, entry.at());
        return "%-32s  %-11s  %s".formatted(at, entry.source(), entry.text());
    }
}
