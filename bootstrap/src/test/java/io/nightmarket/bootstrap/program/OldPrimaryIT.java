package io.nightmarket.bootstrap.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.testkit.Eventually;
import io.nightmarket.testkit.OwnServer;
import io.nightmarket.testkit.RedisPeek;
import io.nightmarket.testkit.TcpProxy;
import io.vertx.redis.client.Command;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A partition: one node is left with the old primary of Redis, and on the other side are MySQL, the replica that was promoted
 * and another node.
 */
@Tag("outage")
final class OldPrimaryIT {
    private static final int BUYERS = 6;
    private static final long FIRST_PHONE = 15_200_000_000L;
    private static final String ADMIN = "13800000000";

    @TempDir(factory = PreparedFolder.class)
    private Path data;

    private final List<AutoCloseable> parts = new ArrayList<>();
    private SmsGateway gateway;
    private OwnServer old;
    private OwnServer promoted;
    private OwnServer mysql;
    private TcpProxy toMySql;
    private MySqlPeek peek;
    private final List<String> tokens = new ArrayList<>();

    @BeforeEach
    void start() throws Exception {
        gateway = part(new SmsGateway());
        old = part(OwnServer.redis(data));
        promoted = part(OwnServer.redis(Files.createDirectory(data.resolve("replica"))));
        mysql = part(OwnServer.mariaDb(data));
        toMySql = part(new TcpProxy(mysql.uri()));
        peek = part(new MySqlPeek(mysql.uri()));
        RedisPeek replica = new RedisPeek(promoted.uri());
        replica.tell(
                Command.CONFIG,
                "SET",
                "masterauth",
                URI.create(old.uri()).getUserInfo().substring(1));
        replica.tell(Command.REPLICAOF, "127.0.0.1", Integer.toString(old.port()));
        Eventually.holds(
                "the replica follows",
                () -> String.valueOf(replica.send(Command.INFO, "replication")).contains("master_link_status:up"));
    }

    @AfterEach
    void stop() throws Exception {
        for (AutoCloseable part : parts.reversed()) {
            part.close();
        }
    }

    private <T extends AutoCloseable> T part(T part) {
        parts.add(part);
        return part;
    }

    private Program node(OwnServer redis, String mysqlUri, Map<String, String> settings) {
        Map<String, String> environment = new HashMap<>(ShopMarket.USUAL);
        environment.put("NIGHTMARKET_TOKEN_SECRET", "0123456789abcdef0123456789abcdef");
        environment.put("NIGHTMARKET_SMS_URL", gateway.address());
        environment.putAll(settings);
        return part(Program.startQuickly(environment, "--redis", redis.uri(), "--mysql", mysqlUri));
    }

    private long openSale(Program program, Client client) throws Exception {
        peek.addAdminAndShop(ADMIN);
        for (int i = 0; i < BUYERS; i++) {
            tokens.add(gateway.logIn(client, Long.toString(FIRST_PHONE + i)));
        }
        return new Shoppers(program, client).openSale(gateway.logIn(client, ADMIN), BUYERS);
    }

    private Client.Answer buy(Client client, int buyer, long sale) {
        return client.post("/voucher-order/seckill/" + sale, tokens.get(buyer), null);
    }

    private void assertAccepted(Client.Answer answer) {
        assertTrue(answer.success(), answer::toString);
    }

    /** Sells at the old primary, then divides all, and sells at the new one; answers the sale. */
    private long sellAndDivide(Program program, Client left) throws Exception {
        long sale = openSale(program, left);
        assertAccepted(buy(left, 0, sale));
        long before = peek.number("SELECT MAX(epoch) FROM order_shard");
        toMySql.refuse();
        new RedisPeek(promoted.uri()).tell(Command.REPLICAOF, "NO", "ONE");
        Client right = part(new Client(node(promoted, mysql.uri(), Map.of()).address()));
        Eventually.holds("the new primary sells", () -> buy(right, 1, sale).success());
        assertTrue(peek.number("SELECT MIN(epoch) FROM order_shard") > 0);
        assertTrue(peek.number("SELECT MAX(epoch) FROM order_shard") > before);
        return sale;
    }

    @Test
    void aNodeThatIsLeftWithTheOldPrimarySoonAdmitsNobody() throws Exception {
        Program program = node(old, toMySql.uri(), Map.of());
        Client left = part(new Client(program.address()));
        assertEquals(
                1,
                program.output()
                        .lines()
                        .filter(line -> line.contains("min-replicas-to-write 0"))
                        .count(),
                program::output);

        long sale = sellAndDivide(program, left);

        Eventually.holds("a buyer is turned away", () -> {
            for (int buyer = 2; buyer < BUYERS; buyer++) {
                if (buy(left, buyer, sale).status() == 503) {
                    return true;
                }
            }
            return false;
        });
        for (int buyer = 0; buyer < BUYERS; buyer++) {
            assertEquals(503, buy(left, buyer, sale).status());
        }
    }

    /** What the limit is for, and what it costs: MySQL alone may be away for as long as it likes. */
    @Test
    void withoutALimitItGoesOnInAnEpochThatIsOver() throws Exception {
        Program program = node(old, toMySql.uri(), Map.of("NIGHTMARKET_SALE_EPOCH_MAX_AGE", "unbounded"));
        Client left = part(new Client(program.address()));

        long sale = sellAndDivide(program, left);

        assertAccepted(buy(left, 2, sale));
    }
}
