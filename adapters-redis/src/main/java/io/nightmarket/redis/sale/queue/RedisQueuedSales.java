package io.nightmarket.redis.sale.queue;

import static io.nightmarket.redis.sale.queue.ScriptTexts.number;
import static io.nightmarket.redis.sale.queue.ScriptTexts.shardClosed;

import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.SaleChange;
import io.nightmarket.domain.sale.SaleChange.Decision;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.QueuedSales;
import io.nightmarket.domain.sale.queue.SaleOpening;
import io.nightmarket.domain.sale.queue.UnitsChanged;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.redis.link.LuaScript;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.link.RedisLink;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Sales of the queue on Redis: a hash for each, with its buyers and adjustments beside it. */
final class RedisQueuedSales implements QueuedSales {
    private static final LuaScript CHANGE = LuaScript.load("change-sale-1");
    private static final LuaScript CORRECT = LuaScript.load("correct-sale-2");
    private static final LuaScript ADD_UNITS = LuaScript.load("add-units-3");
    private static final LuaScript REMOVE = LuaScript.load("remove-sale-5");
    private static final LuaScript HOLD = LuaScript.load("hold-units-2");
    private static final LuaScript FIND_UNITS = LuaScript.load("find-units-2");

    private final RedisLink link;

    RedisQueuedSales(RedisLink link) {
        this.link = link;
    }

    @Override
    public CompletionStage<SaleOpening> beginOpening(FlashSale sale) {
        return CompletableFuture.completedStage(new RedisSaleOpening(link, sale));
    }

    @Override
    public CompletionStage<Boolean> change(FlashSale sale) {
        return link.run(CHANGE, List.of(RedisKeys.sale(sale.shard(), sale.voucher())), RedisSaleOpening.terms(sale))
                .thenApply(reply -> reply.number() == 1);
    }

    @Override
    public CompletionStage<Decision> correct(Epoch epoch, SaleChange change) {
        FlashSale sale = change.sale();
        Stream<String> lead = Stream.of(change.beforeBegin() ? Long.toString(SaleChange.LEAD.toMillis()) : "0");
        List<String> arguments = Stream.of(Stream.of(number(epoch)), RedisSaleOpening.terms(sale).stream(), lead)
                .flatMap(part -> part)
                .toList();
        return link.run(CORRECT, keys(epoch, sale.voucher()), arguments)
                .thenApply(reply -> switch (Math.toIntExact(reply.number())) {
                    case 1 -> Decision.APPLIED;
                    case 0 -> Decision.BEGUN;
                    case -1 -> Decision.NO_SUCH_SALE;
                    case -3 -> Decision.OVERTAKEN;
                    default -> throw shardClosed();
                });
    }

    @Override
    public CompletionStage<UnitsChanged> addUnits(Epoch epoch, VoucherId voucher, long adjustment, long units) {
        Shard shard = epoch.shard();
        List<String> keys =
                List.of(RedisKeys.epoch(shard), RedisKeys.sale(shard, voucher), RedisKeys.adjustments(shard, voucher));
        return link.run(ADD_UNITS, keys, List.of(number(epoch), Long.toString(adjustment), Long.toString(units)))
                .thenApply(reply -> switch (Math.toIntExact(reply.number())) {
                    case 1 -> UnitsChanged.APPLIED;
                    case 0 -> UnitsChanged.TOO_FEW;
                    case -1 -> UnitsChanged.NO_SUCH_SALE;
                    default -> throw shardClosed();
                });
    }

    @Override
    public CompletionStage<Boolean> remove(FlashSale sale) {
        List<String> keys = List.of(
                RedisKeys.orders(sale.shard()),
                RedisKeys.sale(sale.shard(), sale.voucher()),
                RedisKeys.buyers(sale.shard(), sale.voucher()),
                RedisKeys.adjustments(sale.shard(), sale.voucher()),
                RedisKeys.newBuyers(sale.shard(), sale.voucher()));
        return link.run(REMOVE, keys, List.of()).thenApply(reply -> reply.number() == 1);
    }

    @Override
    public CompletionStage<Boolean> holdForWaitlist(Epoch epoch, VoucherId voucher, long number, boolean waiting) {
        List<String> arguments = List.of(
                number(epoch),
                Long.toString(number),
                waiting ? "1" : "0",
                Long.toString(TimeUnit.NANOSECONDS.toMicros(JOINED_SINCE.toNanos())));
        return link.run(HOLD, keys(epoch, voucher), arguments)
                .thenApply(reply -> switch (Math.toIntExact(reply.number())) {
                    case 1 -> true;
                    case 0 -> false;
                    default -> throw shardClosed();
                });
    }

    @Override
    public CompletionStage<Optional<Long>> availableUnits(Epoch epoch, VoucherId voucher) {
        return link.run(FIND_UNITS, keys(epoch, voucher), List.of(number(epoch)))
                .thenApply(reply -> units(reply.number()));
    }

    private static Optional<Long> units(long answer) {
        if (answer < -1) {
            throw shardClosed();
        }
        return answer < 0 ? Optional.empty() : Optional.of(answer);
    }

    private static List<String> keys(Epoch epoch, VoucherId voucher) {
        return List.of(RedisKeys.epoch(epoch.shard()), RedisKeys.sale(epoch.shard(), voucher));
    }
}
