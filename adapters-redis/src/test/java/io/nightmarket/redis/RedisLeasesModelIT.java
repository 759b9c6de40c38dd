package io.nightmarket.redis;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.contract.Suite;
import io.nightmarket.domain.lock.Claim;
import io.nightmarket.domain.lock.LeaseStore;
import io.nightmarket.domain.lock.LeaseStore.Attempt;
import io.nightmarket.domain.lock.LeaseStore.Listening;
import io.nightmarket.domain.memory.InMemoryLeases;
import io.nightmarket.domain.memory.ManualTimers;
import io.nightmarket.redis.lock.Share;
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
            for (List<Share> shares : List.of(
                    List.of(Share.LOCK), List.of(Share.READ, Share.WRITE), List.of(new Share("permits", 1, 2)))) {
                compareInTime(shares, random.nextLong(), "seed " + seed + ", run " + run + ", " + shares);
            }
        }
    }

    /** Redis drops after a while what it reserved for one who was called; for the model no time passes. */
    private static void compareInTime(List<Share> shares, long seed, String which) {
        for (int tries = 1; ; tries++) {
            long begun = System.nanoTime();
            try {
                compare(shares, new Random(seed), which);
                return;
            } catch (AssertionError e) {
                boolean inTime = System.nanoTime() - begun < InMemoryLeases.TURN.toNanos();
                if (inTime || tries == MOST_TRIES) {
                    throw e;
                }
            }
        }
    }

    private static void compare(List<Share> shares, Random random, String which) {
        String key = "model:" + UUID.randomUUID();
        ManualTimers timers = new ManualTimers();
        InMemoryLeases.Keys keys = new InMemoryLeases.Keys();
        List<Holder> holders = new ArrayList<>();
        List<Listening> ears = new ArrayList<>();
        for (int i = 0; i < HOLDERS; i++) {
            Share share = shares.get(i % shares.size());
            Holder holder = new Holder(
                    UUID.randomUUID().toString(),
                    new InMemoryLeases(keys, timers, share.weight(), share.units()),
                    REDIS.leases(share));
            Claim claim = claim(key, holder, Duration.ZERO);
            ears.add(await(holder.model().listen(claim, _ -> {})));
            ears.add(await(holder.real().listen(claim, _ -> {})));
            holders.add(holder);
        }
        StringBuilder story = new StringBuilder(which);
        for (int step = 0; step < STEPS; step++) {
            int who = random.nextInt(HOLDERS);
            int what = random.nextInt(6);
            Holder holder = holders.get(who);
            story.append('\n').append(who).append(' ').append(what);
            assertEquals(
                    step(holder.model(), claim(key, holder, Duration.ZERO), what),
                    step(holder.real(), claim(key, holder, Duration.ZERO), what),
                    story::toString);
        }
        holders.forEach(holder -> {
            var _ = await(holder.real().release(claim(key, holder, Duration.ZERO)));
        });
        ears.forEach(Listening::close);
    }

    private static Claim claim(String key, Holder holder, Duration patience) {
        return new Claim(key, holder.name(), LEASE, patience);
    }

    private static boolean step(LeaseStore store, Claim claim, int what) {
        return switch (what) {
            case 0 -> await(store.take(claim)) instanceof Attempt.Granted;
            case 1, 2 -> await(store.take(claim.patient(LEASE))) instanceof Attempt.Granted;
            case 3 -> await(store.renew(claim, 1));
            default -> await(store.release(claim));
        };
    }
}
