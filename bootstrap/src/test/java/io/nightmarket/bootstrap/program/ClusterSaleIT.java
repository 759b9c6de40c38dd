package io.nightmarket.bootstrap.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.contract.Suite;
import io.nightmarket.testkit.Eventually;
import io.nightmarket.testkit.RunningServers;
import io.vertx.core.Future;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many buyers at two nodes, of which the one that writes the orders is killed in the middle. */
final class ClusterSaleIT {
    private static final int BUYERS = Suite.pick(400, 20_000);
    private static final int STOCK = Suite.pick(150, 5_000);
    private static final int ACCEPTED_BEFORE_THE_KILL = Suite.pick(30, 1_000);

    @TempDir(factory = PreparedFolder.class)
    private Path data;

    private final Map<String, String> cluster = ClusterSettings.unique();
    private final Set<String> answered = ConcurrentHashMap.newKeySet();
    private final AtomicInteger accepted = new AtomicInteger();

    @Test
    void everyUnitIsSoldOnceAndWhoeverIsToldOfAnOrderHasIt() throws Exception {
        try (Program writer = node();
                Client atWriter = new Client(writer.address());
                Program survivor = node();
                Client atSurvivor = new Client(survivor.address());
                MySqlPeek mysql = new MySqlPeek(RunningServers.mysqlUri(data))) {
            Shoppers here = new Shoppers(writer, atWriter);
            Shoppers there = new Shoppers(survivor, atSurvivor);
            List<String> tokens = here.logIn(BUYERS, 15_200_000_000L);
            long voucher = here.openSale(here.logIn(Shoppers.ADMIN), STOCK);
            long shard = mysql.number("SELECT shard FROM flash_sale WHERE voucher_id = ?", voucher);
            Eventually.holds(
                    "who settles is logged",
                    () -> writer.output().contains("settles the orders of shard:" + shard + " now"));

            List<Future<Client.Answer>> clicks = new ArrayList<>();
            for (int i = 0; i < BUYERS; i++) {
                Shoppers side = i % 2 == 0 ? here : there;
                clicks.add(side.click(tokens.get(i), voucher).onSuccess(this::note));
            }
            Eventually.holds("the sale has begun", () -> accepted.get() > ACCEPTED_BEFORE_THE_KILL);
            long fence = fence(mysql, shard);
            writer.kill();
            long killed = System.nanoTime();
            Eventually.holds("the survivor takes over", () -> fence(mysql, shard) > fence);
            Duration takeOver = Duration.ofNanos(System.nanoTime() - killed);
            System.out.printf("The writer's shard was taken over after %d ms.%n", takeOver.toMillis());

            for (int i = 0; i < BUYERS; i++) {
                if (Client.await(clicks.get(i).transform(done -> Future.succeededFuture(done.failed())))) {
                    note(Client.await(there.click(tokens.get(i), voucher)));
                }
            }
            Eventually.holds("all is settled", () -> mysql.orders(voucher).size() == STOCK);
            assertTrue(mysql.orders(voucher).containsAll(answered), "an answered order is no row");
            mysql.assertSoldOnce(voucher, STOCK);
            assertEquals(STOCK, mysql.number("SELECT COUNT(*) FROM order_claim WHERE voucher_id = ?", voucher));
            assertEquals(
                    0,
                    mysql.number("SELECT COUNT(*) FROM order_rejection WHERE voucher_id = ?", voucher),
                    "nobody who was accepted is refused afterwards");
        }
        assertEquals(List.of(), Program.processesOn(data), "left behind");
    }

    private Program node() {
        return Program.start(cluster, "--cluster", "--data", data.toString());
    }

    private static long fence(MySqlPeek mysql, long shard) {
        return mysql.number("SELECT fence FROM order_shard WHERE shard = ?", shard);
    }

    private void note(Client.Answer answer) {
        if (answer.success() || answer.code().equals("ALREADY_BOUGHT")) {
            answered.add(answer.data());
            accepted.incrementAndGet();
        } else {
            assertEquals("SOLD_OUT", answer.code(), answer::toString);
        }
    }
}
