package io.nightmarket.redis;

import static io.nightmarket.domain.contract.OrderQueueContract.letIn;
import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.contract.LoadedSale;
import io.nightmarket.domain.contract.Suite;
import io.nightmarket.domain.memory.InMemoryOrderQueue;
import io.nightmarket.domain.memory.ManualClock;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.Acknowledgement;
import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.SaleState;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.AdmissionRequest;
import io.nightmarket.domain.sale.queue.QueueEntry;
import io.nightmarket.domain.sale.queue.QueueEntry.QueuedOrder;
import io.nightmarket.domain.sale.queue.WholeQueue;
import io.nightmarket.domain.shop.SaleOptions;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.redis.link.RedisKeys;
import io.vertx.redis.client.Command;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random groups of buyers, and all else that changes a sale, on Redis and on the model in memory: what one answers the
 * other answers. A failure tells the seed and the story up to it.
 */
final class RedisAdmissionModelIT {
    @RegisterExtension
    private static final RedisFixture REDIS = new RedisFixture();

    private static final VoucherId SALE = new VoucherId(7);
    private static final int RUNS = Suite.pick(10, 40);
    private static final int STEPS = 40;
    private static final int USERS = 12;
    private static final int LARGEST_GROUP = 9;
    private static final int MOST_QUEUED = 15;

    private final Instant now = Instant.now();
    private final InMemoryOrderQueue model = new InMemoryOrderQueue(new ManualClock(now)).withMaxBacklog(MOST_QUEUED);
    private final StringBuilder story = new StringBuilder();
    private final List<Purchase> asked = new ArrayList<>();
    private Random random = new Random();
    private Shard shard = Shard.FIRST;
    private WholeQueue real = model;
    private EntryId modelRead = EntryId.ZERO;
    private EntryId realRead = EntryId.ZERO;
    private long orders = 1L << 60;
    private long version;

    /** Some that are always the same, and one of this run. */
    static List<Long> seeds() {
        return List.of(1L, 2L, 3L, new Random().nextLong());
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void theSameIsAnsweredToTheSame(long seed) {
        random = new Random(seed);
        real = REDIS.queue(MOST_QUEUED);
        for (int run = 0; run < RUNS; run++) {
            shard = RedisFixture.anyShard();
            asked.clear();
            modelRead = EntryId.ZERO;
            realRead = EntryId.ZERO;
            version = 0;
            story.setLength(0);
            story.append("seed ").append(seed).append(", run ").append(run);
            open();
            for (int step = 0; step < STEPS; step++) {
                step();
                assertEquals(await(model.available(shard, SALE)), await(real.available(shard, SALE)), story::toString);
            }
            var _ = REDIS.redis(
                    Command.DEL,
                    RedisKeys.sale(shard, SALE),
                    RedisKeys.buyers(shard, SALE),
                    RedisKeys.adjustments(shard, SALE),
                    RedisKeys.orders(shard),
                    RedisKeys.queued(shard),
                    RedisKeys.epoch(shard));
        }
    }

    private void open() {
        Map<UserId, OrderId> claims = Map.of(new UserId(1), new OrderId(99));
        LoadedSale snapshot = LoadedSale.of(sale(SaleState.OPEN), claims, Set.of(3L));
        for (WholeQueue queue : List.of(model, real)) {
            await(letIn(queue, shard));
            await(snapshot.openIn(queue, new Epoch(shard, 0)));
        }
    }

    private FlashSale sale(SaleState state) {
        SaleWindow window = new SaleWindow(now.minus(Duration.ofHours(1)), now.plus(Duration.ofHours(1)));
        return new FlashSale(SALE, shard, state, window, 9, 8, Acknowledgement.ACCEPTED, version, SaleOptions.NONE);
    }

    private void step() {
        switch (random.nextInt(10)) {
            case 0 -> release();
            case 1 -> addUnits();
            case 2 -> turn();
            case 3, 4 -> settleSome();
            default -> admit();
        }
    }

    private void admit() {
        List<AdmissionRequest> group = IntStream.rangeClosed(0, random.nextInt(LARGEST_GROUP))
                .mapToObj(_ -> request())
                .toList();
        story.append("\nadmit ").append(group);
        assertEquals(
                await(model.admit(new Epoch(shard, 0), SALE, group)),
                await(real.admit(new Epoch(shard, 0), SALE, group)),
                story::toString);
    }

    /** Somebody new, somebody again, or the very same request once more. */
    private AdmissionRequest request() {
        String key = random.nextBoolean() ? "" : "key" + random.nextInt(3);
        if (!asked.isEmpty() && random.nextInt(4) == 0) {
            return new AdmissionRequest(asked.get(random.nextInt(asked.size())), key);
        }
        Purchase purchase = new Purchase(new OrderId(++orders), SALE, new UserId(1 + random.nextInt(USERS)));
        asked.add(purchase);
        return new AdmissionRequest(purchase, key);
    }

    private void release() {
        if (!asked.isEmpty()) {
            Purchase purchase = asked.get(random.nextInt(asked.size()));
            story.append("\ngive back ").append(purchase);
            assertEquals(
                    await(model.release(new Epoch(shard, 0), purchase)),
                    await(real.release(new Epoch(shard, 0), purchase)),
                    story::toString);
        }
    }

    private void addUnits() {
        long adjustment = random.nextInt(12);
        long units = random.nextInt(9) - 4L;
        story.append("\nadd ").append(adjustment).append(' ').append(units);
        assertEquals(
                await(model.addUnits(new Epoch(shard, 0), SALE, adjustment, units)),
                await(real.addUnits(new Epoch(shard, 0), SALE, adjustment, units)),
                story::toString);
    }

    private void turn() {
        version = Math.max(0, version + random.nextInt(4) - 1);
        FlashSale sale = sale(random.nextInt(3) == 0 ? SaleState.PAUSED : SaleState.OPEN);
        story.append("\nturn ").append(sale.state()).append(' ').append(version);
        assertEquals(await(model.change(sale)), await(real.change(sale)), story::toString);
    }

    /** Reads some, from where reading was before, and acknowledges some of them. */
    private void settleSome() {
        int max = 1 + random.nextInt(12);
        List<QueueEntry> ours = await(model.read(shard, modelRead, max, Duration.ZERO));
        List<QueueEntry> theirs = await(real.read(shard, realRead, max, Duration.ZERO));
        story.append("\nread ").append(max);
        assertEquals(purchases(ours), purchases(theirs), story::toString);
        if (!ours.isEmpty()) {
            int last = random.nextInt(ours.size());
            modelRead = ours.get(last).id();
            realRead = theirs.get(last).id();
            story.append(", acknowledge ").append(last);
            await(model.acknowledge(shard, modelRead));
            await(real.acknowledge(shard, realRead));
        }
    }

    private static List<Purchase> purchases(List<QueueEntry> entries) {
        return entries.stream()
                .map(QueuedOrder.class::cast)
                .map(order -> order.purchase())
                .toList();
    }
}
