package io.nightmarket.redis;

import static io.nightmarket.domain.contract.OrderQueueContract.letIn;
import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.BatchMeter;
import io.nightmarket.domain.base.Timers;
import io.nightmarket.domain.contract.LoadedSale;
import io.nightmarket.domain.memory.InMemoryLedger;
import io.nightmarket.domain.memory.RealTimers;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.Acknowledgement;
import io.nightmarket.domain.sale.Admission;
import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.SaleState;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.admission.AdmitBuyers;
import io.nightmarket.domain.sale.queue.AdmissionRequest;
import io.nightmarket.domain.sale.queue.Epochs;
import io.nightmarket.domain.sale.queue.QueueEntry.QueuedOrder;
import io.nightmarket.domain.sale.queue.WholeQueue;
import io.nightmarket.domain.shop.SaleOptions;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.testkit.ReplyFault.Fate;
import io.nightmarket.testkit.TcpProxy;
import io.nightmarket.testkit.TestServers;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Buyers whose answers are lost between Redis and the node, again and again: nobody is lost, and nobody doubled. */
final class LostReplyIT {
    @RegisterExtension
    private static final RedisFixture REDIS = new RedisFixture();

    private static final VoucherId SALE = new VoucherId(7);
    private static final int BUYERS = 300;
    private static final int CUTS = 5;
    private static final int MOST = 10_000;

    private final TcpProxy proxy = new TcpProxy(TestServers.redisUri());
    private final Shard shard = RedisFixture.anyShard();
    private final RedisAdapters adapters = await(RedisAdapters.connect(
            REDIS.vertx(), new RedisConfig(proxy.uri(), Duration.ofSeconds(2), 10_000, 200_000, 60, Optional.empty())));
    private final WholeQueue direct = REDIS.queue(MOST);

    @AfterEach
    void close() throws IOException {
        await(adapters.close());
        proxy.close();
    }

    @Test
    void whoeverLostTheAnswerGetsTheOneOrder() {
        Instant now = Instant.now();
        SaleWindow window = new SaleWindow(now.minusSeconds(600), now.plusSeconds(600));
        FlashSale sale = new FlashSale(
                SALE, shard, SaleState.OPEN, window, MOST, MOST, Acknowledgement.ACCEPTED, 0, SaleOptions.NONE);
        await(letIn(direct, shard));
        await(LoadedSale.of(sale, Map.of(), Set.of()).openIn(direct, new Epoch(shard, 0)));
        Timers timers = new RealTimers();
        AdmitBuyers buyers = new AdmitBuyers(
                adapters.queue().orders(),
                new Epochs(new InMemoryLedger(_ -> true)::epoch, timers),
                timers,
                new Random(1),
                1,
                256,
                BatchMeter.NONE);

        long buyer = 0;
        for (int cut = 0; cut < CUTS; cut++) {
            proxy.injectOnce(Fate.CUT);
            List<CompletableFuture<Admission>> answers = new ArrayList<>();
            for (int i = 0; i < BUYERS; i++) {
                buyer++;
                Purchase purchase = new Purchase(new OrderId(buyer), SALE, new UserId(buyer));
                answers.add(
                        buyers.admit(shard, new AdmissionRequest(purchase, "")).toCompletableFuture());
            }
            for (int i = 0; i < BUYERS; i++) {
                assertEquals(
                        new Admission.Accepted(new OrderId(buyer - BUYERS + i + 1)),
                        answers.get(i).orTimeout(30, TimeUnit.SECONDS).join(),
                        "cut " + cut);
            }
        }

        List<Long> queued = await(direct.read(shard, EntryId.ZERO, MOST, Duration.ZERO)).stream()
                .map(entry -> assertInstanceOf(QueuedOrder.class, entry).order().value())
                .toList();
        assertEquals(CUTS * BUYERS, queued.size());
        assertEquals(queued.size(), Set.copyOf(queued).size(), "an order is queued twice");
        assertEquals(Optional.of((long) MOST - CUTS * BUYERS), await(direct.available(shard, SALE)));
        assertTrue(queued.contains(buyer));
    }
}
