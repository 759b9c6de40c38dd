package io.nightmarket.redis.sale.queue;

import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.SaleSnapshot;
import io.nightmarket.domain.sale.queue.SaleOpening;
import io.nightmarket.redis.link.LuaScript;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.link.RedisLink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Loads the reservations in slices under a key of this attempt's own, which expires; one last script gives them their name
 * and makes the sale.
 */
final class RedisSaleOpening implements SaleOpening {
    private static final LuaScript LOAD = LuaScript.load("load-reservations-1");
    private static final LuaScript OPEN = LuaScript.load("open-sale-5");
    private static final int SLICE = 500;
    private static final int LOST = -1;
    private static final int CLOSED = -2;
    private static final String FORGOTTEN_AFTER =
            Long.toString(Duration.ofMinutes(5).toMillis());

    private final RedisLink link;
    private final FlashSale sale;
    private final String loading;
    private final AtomicLong loaded = new AtomicLong();

    RedisSaleOpening(RedisLink link, FlashSale sale) {
        this.link = link;
        this.sale = sale;
        this.loading = RedisKeys.loading(
                sale.shard(), sale.voucher(), UUID.randomUUID().toString());
    }

    @Override
    public CompletionStage<Void> reserve(List<Purchase> reservations) {
        CompletionStage<Void> all = CompletableFuture.completedStage(null);
        for (int first = 0; first < reservations.size(); first += SLICE) {
            List<Purchase> slice = reservations.subList(first, Math.min(first + SLICE, reservations.size()));
            all = all.thenCombine(link.run(LOAD, List.of(loading), arguments(slice)), (_, reply) -> {
                long _ = loaded.addAndGet(reply.number());
                return null;
            });
        }
        return all;
    }

    private static List<String> arguments(List<Purchase> slice) {
        List<String> arguments = new ArrayList<>(1 + 2 * slice.size());
        arguments.add(FORGOTTEN_AFTER);
        for (Purchase purchase : slice) {
            arguments.add(Long.toString(purchase.buyer().value()));
            arguments.add(ScriptTexts.reservation(purchase));
        }
        return arguments;
    }

    @Override
    public CompletionStage<Void> open(Epoch epoch, SaleSnapshot snapshot) {
        List<String> keys = List.of(
                RedisKeys.epoch(sale.shard()),
                RedisKeys.sale(sale.shard(), sale.voucher()),
                RedisKeys.buyers(sale.shard(), sale.voucher()),
                RedisKeys.adjustments(sale.shard(), sale.voucher()),
                loading);
        List<String> arguments = new ArrayList<>(List.of(Long.toString(epoch.number())));
        arguments.addAll(terms(snapshot.sale()));
        arguments.add(Long.toString(snapshot.available()));
        arguments.add(Long.toString(loaded.get()));
        snapshot.adjustments().forEach(adjustment -> arguments.add(Long.toString(adjustment)));
        return link.run(OPEN, keys, arguments).thenAccept(reply -> {
            if (reply.number() == CLOSED) {
                throw ScriptTexts.shardClosed();
            }
            if (reply.number() == LOST) {
                throw new Unavailable("Redis lost the reservations of a sale while they were loaded");
            }
        });
    }

    static List<String> terms(FlashSale sale) {
        return List.of(
                sale.state().name(),
                Long.toString(sale.window().begin().toEpochMilli()),
                Long.toString(sale.window().end().toEpochMilli()),
                Long.toString(sale.version()));
    }
}
