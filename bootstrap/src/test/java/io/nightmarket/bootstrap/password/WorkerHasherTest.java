package io.nightmarket.bootstrap.password;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.failure.Unavailable;
import io.nightmarket.domain.memory.RealTimers;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class WorkerHasherTest {
    private final Vertx vertx = Vertx.vertx();
    private final WorkerHasher hasher = new WorkerHasher(vertx, new RealTimers(), new Random(1));

    @AfterEach
    void close() {
        await(vertx.close().toCompletionStage());
    }

    @Test
    void aPasswordFitsItsHashAlone() {
        String hash = await(hasher.hash("密码 pässword 🍢"));
        assertTrue(hash.length() <= 128, hash);
        assertTrue(hasher.isCurrent(hash));
        assertTrue(await(hasher.matches("密码 pässword 🍢", hash)));
        assertFalse(await(hasher.matches("密码 pässword", hash)));
        assertNotEquals(hash, await(hasher.hash("密码 pässword 🍢")));
        assertFalse(await(hasher.matches("", hasher.unmatched())));
    }

    /** Made by the reference implementation: argon2 somesalt -id -t 2 -k 256 -p 1 -l 24, password "password". */
    @Test
    void hashesOfOthersAreRead() {
        String hash = "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4";
        assertTrue(await(hasher.matches("password", hash)));
        assertFalse(await(hasher.matches("Password", hash)));
        assertFalse(hasher.isCurrent(hash));
    }

    /** MD5 of "123456abcdefghij0123456789". */
    @Test
    void hashesOfHmDianpingAreRead() {
        String hash = "abcdefghij0123456789@d0c73c6086576860101bf4435dfe459b";
        assertFalse(hasher.isCurrent(hash));
        assertTrue(await(hasher.matches("123456", hash)));
        assertFalse(await(hasher.matches("1234567", hash)));
    }

    @Test
    void whatIsNoHashFitsNothing() {
        for (String text : List.of(
                "",
                "@",
                "123456",
                "$argon2id$v=19$m=999999,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
                "$argon2id$v=19$m=256,t=0,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4")) {
            assertFalse(await(hasher.matches("123456", text)), text);
        }
    }

    @Test
    void aFloodIsRejected() {
        List<CompletionStage<Boolean>> calls = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            calls.add(hasher.matches("x", hasher.unmatched()));
        }
        int rejected = 0;
        for (CompletionStage<Boolean> call : calls) {
            if (call.toCompletableFuture()
                    .handle((_, failure) -> failure != null)
                    .join()) {
                assertInstanceOf(Unavailable.class, failureOf(call));
                rejected++;
            }
        }
        assertTrue(rejected >= 100, "rejected " + rejected);
    }
}
