package io.nightmarket.bootstrap.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.bootstrap.program.Client.Answer;
import io.nightmarket.embedded.EmbeddedServers;
import io.nightmarket.testkit.Eventually;
import io.nightmarket.testkit.SaleDatabase;
import io.vertx.core.http.HttpMethod;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The last unit of a sale goes down the line of those who wait, whatever others try meanwhile; with either queue. */
@Tag("features")
final class WaitlistIT {
    private static final long FIRST_PHONE = 15_400_000_000L;

    @ParameterizedTest
    @ValueSource(strings = {"redis", "mysql"})
    void theUnitGoesDownTheLine(String queue, @TempDir(factory = PreparedFolder.class) Path data) throws Exception {
        Map<String, String> settings =
                Map.of("NIGHTMARKET_ADAPTERS_QUEUE", queue, "NIGHTMARKET_LIMITS_BUYS_PER_USER", "0");
        try (EmbeddedServers servers = EmbeddedServers.start(data);
                Program program = Program.start(settings, "--data", data.toString());
                Client client = new Client(program.address());
                MySqlPeek mysql = new MySqlPeek(servers.mysqlUri())) {
            new Line(client, new Shoppers(program, client), mysql).play();
        }
    }

    private static final class Line {
        private final Client client;
        private final MySqlPeek mysql;
        private final List<String> people;
        private final long sale;

        Line(Client client, Shoppers shoppers, MySqlPeek mysql) throws Exception {
            this.client = client;
            this.mysql = mysql;
            this.people = shoppers.logIn(4, FIRST_PHONE);
            this.sale = shoppers.openSale(shoppers.logIn(Shoppers.ADMIN), 1, "waitlist");
        }

        private Answer buy(String token) {
            return client.post("/voucher-order/seckill/" + sale + "?ack=durable", token, null);
        }

        private Answer waitlist(HttpMethod method, String token) {
            return Client.await(client.send(method, "/voucher-order/seckill/" + sale + "/waitlist", token, null));
        }

        private String state(String token) {
            return waitlist(HttpMethod.GET, token).object().getString("state");
        }

        private boolean hasAnOrder(String token) {
            return state(token).equals("ORDERED");
        }

        /** Until then none of the others gets the unit. Answers the order, once it is in the database. */
        private String awaitOffer(String token, String... others) {
            Eventually.holds("the unit is offered", () -> {
                for (String other : others) {
                    assertEquals("SOLD_OUT", buy(other).code());
                }
                return hasAnOrder(token);
            });
            String order = waitlist(HttpMethod.GET, token).object().getString("orderId");
            Eventually.holds(
                    "the offer is settled",
                    () -> mysql.number("SELECT COUNT(*) FROM order_claim WHERE order_id = ?", order) == 1);
            assertEquals(order, buy(token).data(), "the offer is the buyer's order");
            return order;
        }

        /** Its time to pay is over from now on. */
        private void letExpire(String order) {
            mysql.write(SaleDatabase.EXPIRE, order);
        }

        void play() {
            String alice = people.get(0);
            String bob = people.get(1);
            String carol = people.get(2);
            String stranger = people.get(3);
            assertEquals("NOT_SOLD_OUT", waitlist(HttpMethod.POST, bob).code());
            String alices = buy(alice).data();
            assertEquals(1, waitlist(HttpMethod.POST, bob).object().getInteger("position"));
            assertEquals(2, waitlist(HttpMethod.POST, carol).object().getInteger("position"));
            assertEquals("ALREADY_BOUGHT", waitlist(HttpMethod.POST, alice).code());

            Eventually.holds(
                    "alice cancels",
                    () -> client.post("/voucher-order/" + alices + "/cancel", alice, null)
                            .success());
            String bobs = awaitOffer(bob, carol, stranger);
            letExpire(bobs);
            String carols = awaitOffer(carol, stranger);
            assertEquals("NOT_WAITING", state(bob));
            Eventually.holds(
                    "no entry is left",
                    () -> mysql.number("SELECT COUNT(*) FROM waitlist_entry WHERE voucher_id = ?", sale) == 0);

            // No buyer waits any more.
            letExpire(carols);
            Eventually.holds("the unit is on sale again", () -> buy(stranger).success());
            Eventually.holds(
                    "one unit, four orders",
                    () -> mysql.number("SELECT COUNT(*) FROM tb_voucher_order WHERE voucher_id = ?", sale) == 4);
            assertEquals(1, mysql.number("SELECT COUNT(*) FROM order_claim WHERE voucher_id = ?", sale));
        }
    }
}
