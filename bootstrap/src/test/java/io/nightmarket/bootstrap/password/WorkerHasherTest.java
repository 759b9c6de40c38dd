package io.nightmarket.bootstrap.password;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.memory.ManualTimers;
import io.nightmarket.domain.memory.RealTimers;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class WorkerHasherTest {
    private static final String NETWORK = "203.0.113.7";

    private final Vertx vertx = Vertx.vertx();
    private final WorkerHasher hasher = new WorkerHasher(vertx, new RealTimers(), new Random(1));

    @AfterEach
    void close() {
        await(vertx.close().toCompletionStage());
    }

    @Test
    void aPasswordFitsItsHashAlone() {
        String hash = await(hasher.hash("密码 pässword 🍢", NETWORK));
        assertTrue(hash.length() <= 128, hash);
        assertTrue(hasher.isCurrent(hash));
        assertTrue(await(hasher.matches("密码 pässword 🍢", hash, NETWORK)));
        assertFalse(await(hasher.matches("密码 pässword", hash, NETWORK)));
        assertNotEquals(hash, await(hasher.hash("密码 pässword 🍢", NETWORK)));
        assertFalse(await(hasher.matches("", hasher.unmatched(), NETWORK)));
    }

    /** Made by the reference implementation: argon2 somesalt -id -t 2 -k 256 -p 1 -l 24, password "password". */
    @Test
    void hashesOfOthersAreRead() {
        String hash = "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4";
        assertTrue(await(hasher.matches("password", hash, NETWORK)));
        assertFalse(await(hasher.matches("Password", hash, NETWORK)));
        assertFalse(hasher.isCurrent(hash));
    }

    /** MD5 of "123456abcdefghij0123456789". */
    @Test
    void hashesOfHmDianpingAreRead() {
        String hash = "abcdefghij0123456789@d0c73c6086576860101bf4435dfe459b";
        assertFalse(hasher.isCurrent(hash));
        assertTrue(await(hasher.matches("123456", hash, NETWORK)));
        assertFalse(await(hasher.matches("1234567", hash, NETWORK)));
    }

    @Test
    void whatIsNoHashFitsNothing() {
        for (String text : List.of(
                "",
                "@",
                "123456",
                "$argon2id$v=19$m=999999,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
                "$argon2id$v=19$m=256,t=0,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4")) {
            assertFalse(await(hasher.matches("123456", text, NETWORK)), text);
        }
    }

    @Test
    void aFloodOfManyNetworksIsRejected() {
        List<CompletionStage<Boolean>> calls = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            calls.add(hasher.matches("x", hasher.unmatched(), "network " + i));
        }
        int rejected = rejected(calls);
        assertTrue(rejected >= 100, "rejected " + rejected);
    }

    private static int rejected(List<CompletionStage<Boolean>> calls) {
        int rejected = 0;
        for (CompletionStage<Boolean> call : calls) {
            if (call.toCompletableFuture()
                    .handle((_, failure) -> failure != null)
                    .join()) {
                assertInstanceOf(Unavailable.class, failureOf(call));
                rejected++;
            }
        }
        return rejected;
    }

    /** As a house or an office behind one address may have them. */
    @Test
    void aNetworkMayHaveThirtyAtOnce() {
        ManualTimers still = new ManualTimers();
        WorkerHasher patient = new WorkerHasher(vertx, still, new Random(1));
        List<CompletionStage<Boolean>> calls = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            calls.add(patient.matches("x", patient.unmatched(), NETWORK));
        }
        assertEquals(0, rejected(calls));
    }

    @Test
    void aNetworkDoesNotKeepOthersWaiting() {
        ManualTimers still = new ManualTimers();
        WorkerHasher fair = new WorkerHasher(vertx, still, new Random(1));
        String hash = await(fair.hash("right", NETWORK));
        List<CompletionStage<Boolean>> flood = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            flood.add(fair.matches("x", fair.unmatched(), "2001:db8::/64"));
        }
        for (int i = 0; i < 3; i++) {
            assertTrue(await(fair.matches("right", hash, NETWORK)));
            assertFalse(flood.get(31).toCompletableFuture().isDone(), "it waits behind those of its own network");
        }
        assertEquals(500 - 32, rejected(flood));
    }
}
