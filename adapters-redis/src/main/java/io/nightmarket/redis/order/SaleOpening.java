package io.nightmarket.redis.order;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.failure.Unavailable;
import io.nightmarket.domain.flashsale.FlashSale;
import io.nightmarket.domain.flashsale.SaleSnapshot;
import io.nightmarket.domain.order.Epoch;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.redis.link.LuaScript;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.link.RedisLink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Opens sales. The claims, which may be many, are loaded in slices under a key of this attempt's own; one last script
 * gives them their name and makes the sale. So several nodes may open one sale at once, and one that dies halfway
 * leaves nothing but a key that expires.
 */
final class SaleOpening {
    private static final LuaScript LOAD = LuaScript.load("load-claims-1");
    private static final LuaScript ADJUST = LuaScript.load("adjust-sale-1");
    private static final LuaScript OPEN = LuaScript.load("open-sale-5");
    private static final int SLICE = 500;
    private static final int LANES = 8;
    private static final int LOST = -1;
    private static final int FENCED = -2;
    private static final String FORGOTTEN_AFTER =
            Long.toString(Duration.ofMinutes(5).toMillis());

    private final RedisLink link;

    SaleOpening(RedisLink link) {
        this.link = link;
    }

    CompletionStage<Void> open(Epoch epoch, SaleSnapshot snapshot) {
        FlashSale sale = snapshot.sale();
        return adjust(sale)
                .thenCompose(known -> known ? CompletableFuture.completedStage(null) : loadAndOpen(epoch, snapshot));
    }

    CompletionStage<Boolean> adjust(FlashSale sale) {
        return link.run(ADJUST, List.of(RedisKeys.sale(sale.shard(), sale.voucher())), terms(sale))
                .thenApply(reply -> reply.number() == 1);
    }

    private CompletionStage<Void> loadAndOpen(Epoch epoch, SaleSnapshot snapshot) {
        FlashSale sale = snapshot.sale();
        String loading = loading(sale, UUID.randomUUID().toString());
        return load(loading, snapshot.reservations().entrySet().iterator())
                .thenCompose(_ -> link.run(OPEN, keys(sale, loading), opening(epoch, snapshot)))
                .thenAccept(reply -> {
                    if (reply.number() == FENCED) {
                        throw new Unavailable("the shard is fenced");
                    }
                    if (reply.number() == LOST) {
                        throw new Unavailable("Redis lost the reservations of a sale while they were loaded");
                    }
                });
    }

    private static String loading(FlashSale sale, String attempt) {
        return RedisKeys.loading(sale.shard(), sale.voucher(), attempt);
    }

    private static List<String> keys(FlashSale sale, String loading) {
        return List.of(
                RedisKeys.epoch(sale.shard()),
                RedisKeys.sale(sale.shard(), sale.voucher()),
                RedisKeys.buyers(sale.shard(), sale.voucher()),
                RedisKeys.adjustments(sale.shard(), sale.voucher()),
                loading);
    }

    /** Some slices are under way at a time. */
    private CompletionStage<Void> load(String loading, Iterator<Map.Entry<UserId, OrderId>> reservations) {
        CompletionStage<Void> lanes = CompletableFuture.completedStage(null);
        for (int lane = 0; lane < LANES; lane++) {
            lanes = lanes.thenCombine(loadLane(loading, reservations), (_, _) -> null);
        }
        return lanes;
    }

    private CompletionStage<Void> loadLane(String loading, Iterator<Map.Entry<UserId, OrderId>> reservations) {
        List<String> arguments = slice(reservations);
        return arguments.size() == 1
                ? CompletableFuture.completedStage(null)
                : link.run(LOAD, List.of(loading), arguments).thenCompose(_ -> loadLane(loading, reservations));
    }

    /** Lanes may go on in several threads. */
    private static List<String> slice(Iterator<Map.Entry<UserId, OrderId>> reservations) {
        List<String> arguments = new ArrayList<>();
        arguments.add(FORGOTTEN_AFTER);
        synchronized (reservations) {
            for (int i = 0; i < SLICE && reservations.hasNext(); i++) {
                Map.Entry<UserId, OrderId> one = reservations.next();
                arguments.add(Long.toString(one.getKey().value()));
                arguments.add(Long.toString(one.getValue().value()));
            }
        }
        return arguments;
    }

    private static List<String> opening(Epoch epoch, SaleSnapshot snapshot) {
        List<String> arguments = new ArrayList<>(List.of(Long.toString(epoch.number())));
        arguments.addAll(terms(snapshot.sale()));
        arguments.add(Long.toString(snapshot.free()));
        arguments.add(Integer.toString(snapshot.reservations().size()));
        snapshot.adjustments().forEach(adjustment -> arguments.add(Long.toString(adjustment)));
        return arguments;
    }

    private static List<String> terms(FlashSale sale) {
        return List.of(
                sale.state().name(),
                Long.toString(sale.window().begin().toEpochMilli()),
                Long.toString(sale.window().end().toEpochMilli()),
                Long.toString(sale.version()));
    }
}
