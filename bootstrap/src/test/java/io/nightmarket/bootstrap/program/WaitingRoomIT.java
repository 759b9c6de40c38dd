package io.nightmarket.bootstrap.program;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.bootstrap.program.Client.Answer;
import io.nightmarket.embedded.EmbeddedServers;
import io.nightmarket.testkit.Eventually;
import io.nightmarket.testkit.RedisPeek;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import io.vertx.redis.client.Command;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Users wait at two nodes, of which one is killed; then Redis loses the room. */
@Tag("features")
final class WaitingRoomIT {
    private static final long FIRST_PHONE = 15_600_000_000L;
    private static final int USERS = 6;

    @TempDir(factory = PreparedFolder.class)
    private Path data;

    @Test
    void placesSurviveTheNodeAndTheLossOfTheRoom() throws Exception {
        Map<String, String> settings = new HashMap<>(ClusterSettings.unique());
        settings.put("NIGHTMARKET_LIMITS_BUYS_PER_USER", "0");
        settings.put("NIGHTMARKET_LIMITS_ORDERS_PER_USER", "0");
        try (EmbeddedServers servers = EmbeddedServers.start(data);
                Program first = Program.start(settings, "--cluster", "--data", data.toString());
                Client atFirst = new Client(first.address());
                Program second = Program.start(settings, "--cluster", "--data", data.toString());
                Client atSecond = new Client(second.address());
                MySqlPeek mysql = new MySqlPeek(servers.mysqlUri())) {
            Shoppers shoppers = new Shoppers(first, atFirst);
            List<String> users = shoppers.logIn(USERS, FIRST_PHONE);
            String admin = shoppers.logIn(Shoppers.ADMIN);
            long sale = shoppers.openSale(admin, 100, "waitingRoom", "signedPath");
            Room here = new Room(atFirst, sale);
            Room there = new Room(atSecond, sale);
            assertEquals("NOT_WAITING", here.find(users.getFirst()).getString("state"));

            RedisPeek redis = new RedisPeek(servers.redisUri());
            String room = mysql.redisPrefix(sale) + "sale:" + sale + ":room";
            // No turn comes for an hour.
            redis.tell(Command.HSET, room, "rate", "1", "credit", "-3600");
            for (int i = 0; i < USERS; i++) {
                JsonObject place = (i % 2 == 0 ? here : there).join(users.get(i));
                assertEquals("WAITING", place.getString("state"), place::toString);
                assertEquals(i + 1, place.getInteger("position"), place::toString);
                assertTrue(place.getLong("comeBackMs") >= 400, place::toString);
            }
            assertEquals("PASS_REQUIRED", here.buy(users.getFirst(), "").code());
            assertEquals(here.path(users.getFirst()), there.path(users.getFirst()));
            assertEquals(
                    "PATH_REQUIRED",
                    here.buy("/voucher-order/seckill/" + sale, users.getFirst(), "")
                            .code());

            first.kill();
            Map<String, String> tickets = new HashMap<>();
            for (int i = 0; i < USERS; i++) {
                JsonObject place = there.find(users.get(i));
                assertEquals(i + 1, place.getInteger("position"), place::toString);
                tickets.put(users.get(i), place.getString("ticket"));
            }
            assertEquals(
                    "DONE", there.revoke(admin, mysql.number("SELECT id FROM tb_user WHERE phone = ?", FIRST_PHONE)));
            assertEquals(
                    "TICKET_REVOKED",
                    there.ask(HttpMethod.POST, users.getFirst(), "").code());

            redis.tell(Command.DEL, room, room + ":tickets", room + ":line", room + ":due");
            assertEquals(
                    "TICKET_REVOKED",
                    there.ask(HttpMethod.POST, users.getFirst(), "").code());
            assertEquals("NOT_WAITING", there.find(users.get(1)).getString("state"), "without the ticket");
            for (String user : users.subList(1, USERS)) {
                there.useATurn(user, requireNonNull(tickets.get(user)));
            }
            Eventually.holds("all is settled", () -> mysql.orders(sale).size() == USERS - 1);
        }
    }

    private record Room(Client client, long sale) {
        private Answer ask(HttpMethod method, String user, String ticket) {
            return Client.await(client.send(
                    method,
                    "/voucher-order/seckill/" + sale + "/waiting-room",
                    user,
                    null,
                    Map.of("X-Waiting-Ticket", ticket)));
        }

        JsonObject join(String user) {
            return ask(HttpMethod.POST, user, "").object();
        }

        JsonObject find(String user) {
            return ask(HttpMethod.GET, user, "").object();
        }

        String path(String user) {
            return client.get("/voucher-order/seckill/" + sale + "/path", user).data();
        }

        Answer buy(String user, String pass) {
            return buy(path(user), user, pass);
        }

        Answer buy(String path, String user, String pass) {
            return Client.await(client.send(HttpMethod.POST, path, user, null, Map.of("X-Waiting-Pass", pass)));
        }

        String revoke(String admin, long user) {
            Answer answer = Client.await(
                    client.send(HttpMethod.DELETE, "/admin/sales/" + sale + "/waiting-room/" + user, admin, null));
            return answer.success() ? "DONE" : answer.code();
        }

        /** The ticket is shown until the turn comes, and the pass is used once. */
        void useATurn(String user, String ticket) {
            Eventually.holds(
                    "the turn comes",
                    () -> ask(HttpMethod.GET, user, ticket)
                            .object()
                            .getString("state")
                            .equals("TURN"));
            String pass = find(user).getString("pass");
            Answer bought = buy(user, pass);
            assertTrue(bought.success(), bought::toString);
            Eventually.holds("the pass is used up", () -> buy(user, pass).code().equals("PASS_USED"));
            assertEquals("USED", find(user).getString("state"));
        }
    }
}
