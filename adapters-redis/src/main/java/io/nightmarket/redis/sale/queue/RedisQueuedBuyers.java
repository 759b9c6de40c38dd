package io.nightmarket.redis.sale.queue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.Corrupt;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.BuyerMark;
import io.nightmarket.domain.sale.queue.BuyerSlice;
import io.nightmarket.domain.sale.queue.NewBuyers;
import io.nightmarket.domain.sale.queue.QueuedBuyers;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.redis.link.LuaScript;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.link.RedisLink;
import io.nightmarket.redis.link.Reply;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The buyers who have a reservation in the queue on Redis. */
final class RedisQueuedBuyers implements QueuedBuyers {
    private static final Logger LOG = LoggerFactory.getLogger(RedisQueuedBuyers.class);

    private static final LuaScript NEW_BUYERS = LuaScript.load("read-new-buyers-3");

    /** Redis takes it for a hint; small hashes come as a whole, of some hundreds of buyers. */
    private static final int SLICE = 500;

    private final RedisLink link;

    RedisQueuedBuyers(RedisLink link) {
        this.link = link;
    }

    @Override
    public CompletionStage<BuyerSlice> slice(Shard shard, VoucherId voucher, long cursor) {
        return link.send(Request.cmd(Command.HSCAN)
                        .arg(RedisKeys.buyers(shard, voucher))
                        .arg(Long.toUnsignedString(cursor))
                        .arg("COUNT")
                        .arg(SLICE))
                .thenApply(reply -> new BuyerSlice(
                        purchases(voucher, reply.parts().getLast().parts()),
                        Long.parseUnsignedLong(reply.parts().getFirst().text())));
    }

    /** What can't be read was not written by this program, and must not hide the others. */
    private static List<Purchase> purchases(VoucherId voucher, List<Reply> usersAndOrders) {
        List<Purchase> purchases = new ArrayList<>(usersAndOrders.size() / 2);
        for (int i = 0; i < usersAndOrders.size(); i += 2) {
            String user = usersAndOrders.get(i).text();
            try {
                String reservation = usersAndOrders.get(i + 1).text();
                purchases.add(new Purchase(
                        ScriptTexts.order(reservation),
                        voucher,
                        new UserId(ScriptTexts.positive(user)),
                        ScriptTexts.revision(reservation)));
            } catch (Corrupt e) {
                LOG.warn("A reservation of voucher {} can't be read: buyer {}: {}", voucher, user, e.getMessage());
            }
        }
        return purchases;
    }

    @Override
    public CompletionStage<NewBuyers> buyersAfter(Shard shard, VoucherId voucher, BuyerMark mark) {
        return link.run(
                        NEW_BUYERS,
                        List.of(
                                RedisKeys.sale(shard, voucher),
                                RedisKeys.newBuyers(shard, voucher),
                                RedisKeys.epoch(shard)),
                        List.of(Long.toString(mark.opening()), Long.toString(mark.position()), Integer.toString(SLICE)))
                .thenApply(reply -> {
                    List<Reply> read = reply.parts();
                    if (read.isEmpty()) {
                        throw new Unavailable("the queue has no such sale");
                    }
                    return new NewBuyers(
                            read.stream()
                                    .skip(2)
                                    .map(user -> new UserId(ScriptTexts.positive(user.text())))
                                    .toList(),
                            new BuyerMark(
                                    ScriptTexts.positive(read.getFirst().text()),
                                    read.get(1).number()));
                });
    }
}
