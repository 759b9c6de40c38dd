package io.nightmarket.bootstrap.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.nightmarket.testkit.Eventually;
import io.nightmarket.testkit.Programs;
import io.nightmarket.testkit.RunningServers;
import io.vertx.core.Future;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two clustered nodes behind nginx, by conf/nginx.conf: the site as shoppers meet it. */
@Tag("nginx")
@Isolated("2,000 users log in at two nodes with the time-outs that are shipped")
final class NginxIT {
    private static final int USERS = 2_000;
    private static final int CLICKS = 5;
    private static final int STOCK = 500;
    private static final int ACCEPTED_BEFORE_THE_KILL = 150;

    @TempDir(factory = PreparedFolder.class)
    private Path data;

    @TempDir
    private Path folder;

    private final Map<String, String> cluster = ClusterSettings.unique();

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void whicheverNodeIsKilledInTheMiddleOfASaleEveryClickIsAnswered(int killed) throws Exception {
        Optional<Path> installed = Programs.onThePath("nginx");
        assumeTrue(installed.isPresent(), "nginx is not on the PATH: the site behind it is not tested");
        try (Program first = node();
                Client atFirst = new Client(first.address());
                Program second = node();
                Nginx nginx = new Nginx(installed.orElseThrow(), folder, port(first), port(second));
                Client client = new Client(nginx.api());
                MySqlPeek mysql = new MySqlPeek(RunningServers.mysqlUri(data))) {
            Shoppers shoppers = new Shoppers(first, atFirst);
            List<String> tokens = shoppers.logIn(USERS, 15_900_100_000L);
            long voucher = shoppers.openSale(shoppers.logIn(Shoppers.ADMIN), STOCK);

            List<Client.Answer> answers = clickAll(
                    new Shoppers(first, client),
                    tokens,
                    voucher,
                    List.of(first, second).get(killed));

            Set<String> orders = oneOrderEach(answers);
            Eventually.holds(
                    "the other node settles", () -> mysql.orders(voucher).size() == STOCK);
            assertEquals(orders, mysql.orders(voucher));
            mysql.assertSoldOnce(voucher, STOCK);
        }
        assertEquals(List.of(), Program.processesOn(data), "left behind");
    }

    private Program node() {
        return Program.start(cluster, "--cluster", "--data", data.toString());
    }

    private static int port(Program program) {
        return URI.create(program.address()).getPort();
    }

    /** The orders that people were told of; answers are in the order of the clicks. */
    private static Set<String> oneOrderEach(List<Client.Answer> answers) {
        Map<Integer, Set<String>> answered = new HashMap<>();
        for (int i = 0; i < answers.size(); i++) {
            Client.Answer answer = answers.get(i);
            assertEquals(200, answer.status(), answer::toString);
            if (answer.success() || answer.code().equals("ALREADY_BOUGHT")) {
                answered.computeIfAbsent(i % USERS, _ -> new HashSet<>()).add(answer.data());
            } else {
                assertEquals("SOLD_OUT", answer.code());
            }
        }
        assertEquals(STOCK, answered.size(), "each unit has a buyer");
        Set<String> orders = new HashSet<>();
        answered.values().forEach(ids -> {
            assertEquals(1, ids.size(), "one person is answered one order: " + ids);
            orders.addAll(ids);
        });
        return orders;
    }

    /** All clicks at once, the kill among them, on another thread than the answers'; in the order of the clicks. */
    private static List<Client.Answer> clickAll(Shoppers site, List<String> tokens, long voucher, Program victim)
            throws Exception {
        AtomicInteger accepted = new AtomicInteger();
        AtomicInteger open = new AtomicInteger(CLICKS * tokens.size());
        CompletableFuture<Void> begun = new CompletableFuture<>();
        CompletableFuture<Integer> openAtTheKill =
                begun.thenRunAsync(victim::kill).thenApply(_ -> open.get());
        List<Future<Client.Answer>> clicks = new ArrayList<>();
        for (int click = 0; click < CLICKS; click++) {
            for (String token : tokens) {
                clicks.add(site.click(token, voucher).onSuccess(answer -> {
                    open.decrementAndGet();
                    if (answer.success() && accepted.incrementAndGet() == ACCEPTED_BEFORE_THE_KILL) {
                        begun.complete(null);
                    }
                }));
            }
        }
        List<Client.Answer> answers = new ArrayList<>();
        for (Future<Client.Answer> click : clicks) {
            answers.add(Client.await(click));
        }
        assertTrue(openAtTheKill.get(60, TimeUnit.SECONDS) > 0, "the kill came in the middle");
        return answers;
    }
}
