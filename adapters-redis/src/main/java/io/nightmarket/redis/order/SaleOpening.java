package io.nightmarket.redis.order;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.failure.Conflict;
import io.nightmarket.domain.failure.Unavailable;
import io.nightmarket.domain.flashsale.FlashSale;
import io.nightmarket.domain.flashsale.SaleSnapshot;
import io.nightmarket.domain.order.Epoch;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.redis.link.LuaScript;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.link.RedisLink;
import io.nightmarket.redis.link.Reply;
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
    private static final LuaScript OPEN = LuaScript.load("open-sale-4");
    private static final LuaScript REBUILD = LuaScript.load("rebuild-sale-5");
    private static final int SLICE = 500;
    private static final String FORGOTTEN_AFTER =
            Long.toString(Duration.ofMinutes(5).toMillis());

    private final RedisLink link;

    SaleOpening(RedisLink link) {
        this.link = link;
    }

    CompletionStage<Void> open(SaleSnapshot snapshot) {
        return adjust(snapshot.sale())
                .thenCompose(known -> known
                        ? CompletableFuture.completedStage(null)
                        : loadAndOpen(snapshot, UUID.randomUUID().toString()));
    }

    CompletionStage<Boolean> adjust(FlashSale sale) {
        return link.run(ADJUST, List.of(RedisKeys.sale(sale.shard(), sale.voucher())), terms(sale))
                .thenApply(reply -> reply.number() == 1);
    }

    /** Makes the sale anew, whatever was there of it. */
    CompletionStage<Void> rebuild(Epoch epoch, SaleSnapshot snapshot) {
        FlashSale sale = snapshot.sale();
        String loading = loading(sale, UUID.randomUUID().toString());
        List<String> keys = new ArrayList<>(List.of(RedisKeys.epoch(sale.shard())));
        keys.addAll(keys(sale, loading));
        List<String> arguments = new ArrayList<>(List.of(Long.toString(epoch.number())));
        arguments.addAll(opening(snapshot));
        return load(loading, snapshot.claims().entrySet().iterator())
                .thenCompose(_ -> link.run(REBUILD, keys, arguments))
                .thenAccept(reply -> {
                    if (reply.number() == 0) {
                        throw new Conflict("the shard is not being rebuilt for " + epoch);
                    }
                    check(reply);
                });
    }

    private CompletionStage<Void> loadAndOpen(SaleSnapshot snapshot, String attempt) {
        String loading = loading(snapshot.sale(), attempt);
        return load(loading, snapshot.claims().entrySet().iterator())
                .thenCompose(_ -> link.run(OPEN, keys(snapshot.sale(), loading), opening(snapshot)))
                .thenAccept(SaleOpening::check);
    }

    private static String loading(FlashSale sale, String attempt) {
        return RedisKeys.loading(sale.shard(), sale.voucher(), attempt);
    }

    private static List<String> keys(FlashSale sale, String loading) {
        return List.of(
                RedisKeys.sale(sale.shard(), sale.voucher()),
                RedisKeys.buyers(sale.shard(), sale.voucher()),
                RedisKeys.adjustments(sale.shard(), sale.voucher()),
                loading);
    }

    private CompletionStage<Void> load(String loading, Iterator<Map.Entry<UserId, OrderId>> claims) {
        if (!claims.hasNext()) {
            return CompletableFuture.completedStage(null);
        }
        List<String> arguments = new ArrayList<>();
        arguments.add(FORGOTTEN_AFTER);
        for (int i = 0; i < SLICE && claims.hasNext(); i++) {
            Map.Entry<UserId, OrderId> claim = claims.next();
            arguments.add(Long.toString(claim.getKey().value()));
            arguments.add(Long.toString(claim.getValue().value()));
        }
        return link.run(LOAD, List.of(loading), arguments).thenCompose(_ -> load(loading, claims));
    }

    private static List<String> opening(SaleSnapshot snapshot) {
        List<String> arguments = new ArrayList<>(terms(snapshot.sale()));
        arguments.add(Long.toString(snapshot.sale().stock()));
        arguments.add(Integer.toString(snapshot.claims().size()));
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

    private static void check(Reply reply) {
        if (reply.number() < 0) {
            throw new Unavailable("Redis lost the claims of a sale while they were loaded");
        }
    }
}
