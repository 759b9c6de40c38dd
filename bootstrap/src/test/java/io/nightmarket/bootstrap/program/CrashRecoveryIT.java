package io.nightmarket.bootstrap.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.contract.Suite;
import io.nightmarket.embedded.EmbeddedServers;
import io.nightmarket.testkit.Eventually;
import io.nightmarket.testkit.RedisPeek;
import io.vertx.core.Future;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node that ends in the middle of a sale, by force or by request, loses nothing that it accepted. */
final class CrashRecoveryIT {
    private static final int USERS = Suite.pick(200, 1_500);
    private static final int STOCK = Suite.pick(120, 1_000);
    private static final int ACCEPTED_BEFORE_THE_END = Suite.pick(30, 150);

    /** Fewer than there are units: whenever the end comes, it comes in the middle. */
    private static final int CLICKERS = Suite.pick(110, 900);

    @TempDir(factory = PreparedFolder.class)
    private Path data;

    @Test
    void killedInTheMiddleOfASaleNothingIsLost() throws Exception {
        endInTheMiddle(15_600_000_000L, Program::kill);
    }

    @Tag("interruption")
    @Test
    void stoppedInTheMiddleOfASaleNothingIsLost() throws Exception {
        endInTheMiddle(15_700_000_000L, program -> assertEquals(143, program.terminate()));
    }

    private interface Ending {
        void of(Program program) throws InterruptedException;
    }

    private void endInTheMiddle(long firstPhone, Ending ending) throws Exception {
        Set<String> accepted = ConcurrentHashMap.newKeySet();
        try (EmbeddedServers servers = EmbeddedServers.start(data);
                MySqlPeek mysql = new MySqlPeek(servers.mysqlUri())) {
            long voucher;
            List<String> tokens;
            try (Program program = Program.start(Map.of(), "--data", data.toString());
                    Client client = new Client(program.address())) {
                Shoppers shoppers = new Shoppers(program, client);
                tokens = shoppers.logIn(USERS, firstPhone);
                voucher = shoppers.openSale(shoppers.logIn(Shoppers.ADMIN), STOCK);
                clickUntil(shoppers, tokens.subList(0, CLICKERS), voucher, accepted, () -> endQuietly(ending, program));
            }
            assertTrue(accepted.size() >= ACCEPTED_BEFORE_THE_END, "the sale had begun");

            try (Program program = Program.start(Map.of(), "--data", data.toString());
                    Client client = new Client(program.address())) {
                RedisPeek redis = new RedisPeek(servers.redisUri());
                Eventually.holds(
                        "the stream is settled", () -> redis.streamLength(mysql.redisPrefix(voucher) + "orders") == 0);
                Set<String> rows = mysql.orders(voucher);
                assertTrue(rows.containsAll(accepted), "accepted orders without a row");
                Shoppers shoppers = new Shoppers(program, client);
                buyTheRest(shoppers, tokens, voucher);
                Eventually.holds(
                        "every order settled", () -> mysql.orders(voucher).size() == STOCK);
            }
            assertTrue(mysql.orders(voucher).containsAll(accepted));
            mysql.assertSoldOnce(voucher, STOCK);
        }
    }

    /** Each clicks; when enough were accepted the end comes, on another thread than the answers'. */
    private static void clickUntil(
            Shoppers shoppers, List<String> tokens, long voucher, Set<String> accepted, Runnable end) throws Exception {
        AtomicInteger open = new AtomicInteger(tokens.size());
        CompletableFuture<Void> begun = new CompletableFuture<>();
        CompletableFuture<Void> ending = begun.thenRunAsync(end);
        for (String token : tokens) {
            var _ = shoppers.click(token, voucher).onComplete(answer -> {
                if (answer.succeeded() && answer.result().success()) {
                    accepted.add(answer.result().data());
                    if (accepted.size() == ACCEPTED_BEFORE_THE_END) {
                        begun.complete(null);
                    }
                }
                open.decrementAndGet();
            });
        }
        Eventually.holds("every click answered or broken off", () -> open.get() == 0);
        assertTrue(begun.isDone(), "too few were accepted: " + accepted.size());
        var _ = ending.get(60, TimeUnit.SECONDS);
    }

    private static void endQuietly(Ending ending, Program program) {
        try {
            ending.of(program);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** As people do: who is told to come back comes back. */
    private static void buyTheRest(Shoppers shoppers, List<String> tokens, long voucher) {
        List<String> toAsk = tokens;
        for (int round = 0; !toAsk.isEmpty(); round++) {
            assertTrue(round < 20, "never answered");
            List<Future<Client.Answer>> clicks =
                    toAsk.stream().map(token -> shoppers.click(token, voucher)).toList();
            List<String> again = new ArrayList<>();
            for (int i = 0; i < clicks.size(); i++) {
                Client.Answer answer = Client.await(clicks.get(i));
                if (answer.status() == 503) {
                    again.add(toAsk.get(i));
                } else {
                    assertEquals(200, answer.status(), answer::toString);
                }
            }
            toAsk = again;
        }
    }
}
