package io.nightmarket.redis;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.contract.Suite;
import io.nightmarket.domain.lock.LeaseRequest;
import io.nightmarket.domain.lock.LeaseStore;
import io.nightmarket.domain.lock.LeaseStore.Attempt;
import io.nightmarket.domain.lock.LeaseStore.Subscription;
import io.nightmarket.domain.memory.InMemoryLeases;
import io.nightmarket.domain.memory.ManualTimers;
import io.nightmarket.redis.lock.LockMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The scripts answer as the leases in memory do, whatever is asked in whatever order. */
final class RedisLeasesModelIT {
    @RegisterExtension
    private static final RedisFixture REDIS = new RedisFixture();

    private static final Duration LEASE = Duration.ofMinutes(10);
    private static final int MOST_TRIES = 5;
    private static final int RUNS = Suite.pick(4, 20);
    private static final int STEPS = 60;
    private static final int HOLDERS = 5;

    /** A holder as both stores see it. */
    private record Holder(String name, LeaseStore model, LeaseStore real) {}

    /** Some that are always the same, and one of this run. */
    static List<Long> seeds() {
        return List.of(1L, 2L, 3L, new Random().nextLong());
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void theSameIsAnsweredToTheSame(long seed) {
        Random random = new Random(seed);
        for (int run = 0; run < RUNS; run++) {
            for (List<LockMode> modes : List.of(
                    List.of(LockMode.LOCK),
                    List.of(LockMode.READ, LockMode.WRITE),
                    List.of(new LockMode("permits", 1, 2)))) {
                compareInTime(modes, random.nextLong(), "seed " + seed + ", run " + run + ", " + modes);
            }
        }
    }

    /** Redis drops after a while what it reserved for one that was woken; for the model no time passes. */
    private static void compareInTime(List<LockMode> modes, long seed, String which) {
        for (int tries = 1; ; tries++) {
            long begun = System.nanoTime();
            try {
                compare(modes, new Random(seed), which);
                return;
            } catch (AssertionError e) {
                boolean inTime = System.nanoTime() - begun < InMemoryLeases.TURN.toNanos();
                if (inTime || tries == MOST_TRIES) {
                    throw e;
                }
            }
        }
    }

    private static void compare(List<LockMode> modes, Random random, String which) {
        String key = "model:" + UUID.randomUUID();
        ManualTimers timers = new ManualTimers();
        InMemoryLeases.Keys keys = new InMemoryLeases.Keys();
        List<Holder> holders = new ArrayList<>();
        List<Subscription> subscriptions = new ArrayList<>();
        for (int i = 0; i < HOLDERS; i++) {
            LockMode mode = modes.get(i % modes.size());
            Holder holder = new Holder(
                    UUID.randomUUID().toString(),
                    new InMemoryLeases(keys, timers, mode.weight(), mode.units()),
                    REDIS.leases(mode));
            LeaseRequest request = request(key, holder, Duration.ZERO);
            subscriptions.add(await(holder.model().subscribe(request, _ -> {})));
            subscriptions.add(await(holder.real().subscribe(request, _ -> {})));
            holders.add(holder);
        }
        StringBuilder story = new StringBuilder(which);
        for (int step = 0; step < STEPS; step++) {
            int who = random.nextInt(HOLDERS);
            int what = random.nextInt(6);
            Holder holder = holders.get(who);
            story.append('\n').append(who).append(' ').append(what);
            assertEquals(
                    step(holder.model(), request(key, holder, Duration.ZERO), what),
                    step(holder.real(), request(key, holder, Duration.ZERO), what),
                    story::toString);
        }
        holders.forEach(holder -> {
            var _ = await(holder.real().release(request(key, holder, Duration.ZERO)));
        });
        subscriptions.forEach(Subscription::close);
    }

    private static LeaseRequest request(String key, Holder holder, Duration waitTimeout) {
        return new LeaseRequest(key, holder.name(), LEASE, waitTimeout);
    }

    private static boolean step(LeaseStore store, LeaseRequest request, int what) {
        return switch (what) {
            case 0 -> await(store.take(request)) instanceof Attempt.Granted;
            case 1, 2 -> await(store.take(request.waiting(LEASE))) instanceof Attempt.Granted;
            case 3 -> await(store.renew(request, 1));
            default -> await(store.release(request));
        };
    }
}
