package io.nightmarket.bootstrap.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.testkit.Eventually;
import io.nightmarket.testkit.RunningServers;
import io.vertx.core.Future;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two clustered nodes on one data folder. */
@Tag("cluster")
final class ClusterIT {
    private static final int USERS = 600;
    private static final int CLICKS = 5;
    private static final int STOCK = 200;

    @TempDir(factory = PreparedFolder.class)
    private Path data;

    private final Map<String, String> cluster = ClusterSettings.unique();

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void whicheverNodeIsKilledInTheMiddleOfASaleTheOtherGoesOnWithTheServers(int killed) throws Exception {
        try (Program first = node();
                Client atFirst = new Client(first.address());
                Program second = node();
                Client atSecond = new Client(second.address());
                MySqlPeek mysql = new MySqlPeek(RunningServers.mysqlUri(data))) {
            List<Program> nodes = List.of(first, second);
            List<Client> clients = List.of(atFirst, atSecond);
            Shoppers shoppers = new Shoppers(nodes.get(killed), clients.get(killed));
            List<String> tokens = shoppers.logIn(USERS, 15_800_100_000L);
            long voucher = shoppers.openSale(shoppers.logIn(Shoppers.ADMIN), STOCK);
            Client atSurvivor = clients.get(1 - killed);
            Shoppers elsewhere = new Shoppers(nodes.get(1 - killed), atSurvivor);

            Set<String> accepted = ConcurrentHashMap.newKeySet();
            List<Future<?>> clicks = new ArrayList<>();
            for (int click = 0; click < CLICKS; click++) {
                Shoppers side = click % 2 == 0 ? shoppers : elsewhere;
                for (String token : tokens.subList(0, USERS / 2)) {
                    clicks.add(side.click(token, voucher).onSuccess(answer -> note(answer, accepted)));
                }
            }
            Eventually.holds("the sale has begun", () -> accepted.size() > STOCK / 4);
            nodes.get(killed).kill();
            var _ = Client.await(Future.join(clicks).otherwiseEmpty());

            for (String token : tokens) {
                Eventually.holds(
                        "the survivor has an answer", () -> isAnswered(elsewhere.click(token, voucher), accepted));
            }
            Eventually.holds("the survivor settles", () -> mysql.orders(voucher).size() == STOCK);
            assertTrue(mysql.orders(voucher).containsAll(accepted), "an accepted order is no row");
            mysql.assertSoldOnce(voucher, STOCK);
            assertTrue(atSurvivor.get("/user/me", tokens.getFirst()).success(), "sessions hold on the other node");
        }
        assertEquals(List.of(), Program.processesOn(data), "the survivor was the last to use the servers");
    }

    @Test
    void aNodeUnderAnotherClusterNameIsRefusedInOneSentence() throws Exception {
        Map<String, String> otherName = new HashMap<>(cluster);
        otherName.put("NIGHTMARKET_CLUSTER_NAME", "another-market");
        try (Program first = node();
                Client client = new Client(first.address());
                Program stranger = Program.start(otherName, "--cluster", "--data", data.toString())) {
            assertEquals(2, stranger.exitCode(), stranger::output);
            List<String> said = stranger.output()
                    .lines()
                    .filter(line -> line.startsWith("nightmarket:"))
                    .toList();
            assertEquals(1, said.size(), stranger::output);
            assertTrue(
                    said.getFirst().contains("has 'cluster.name' ")
                            && said.getFirst().contains("and this one another-market"),
                    stranger::output);
            assertTrue(client.get("/shop/1", null).success(), "the first goes on");
            assertFalse(first.output().contains("WARN"), first::output);
        }
    }

    private Program node() {
        return Program.start(cluster, "--cluster", "--data", data.toString());
    }

    /** Who is told to come back comes back. */
    private static boolean isAnswered(Future<Client.Answer> click, Set<String> accepted) {
        Client.Answer answer = Client.await(click);
        note(answer, accepted);
        return answer.status() != 503;
    }

    private static void note(Client.Answer answer, Set<String> accepted) {
        if (answer.success() || answer.code().equals("ALREADY_BOUGHT")) {
            accepted.add(answer.data());
        }
    }
}
