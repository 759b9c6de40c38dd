package io.nightmarket.bootstrap.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.testkit.Eventually;
import io.nightmarket.testkit.RedisPeek;
import io.nightmarket.testkit.TestServers;
import io.vertx.redis.client.Command;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** The program on servers that it is pointed to: nothing embedded, no demo, no codes on the console. */
@Tag("servers")
@ResourceLock("TestServers")
final class RealServersIT {
    /** Another at every run: the servers may be those of a run a moment ago, when this phone got its last code. */
    private static final String PHONE = "158" + (10_000_000 + new Random().nextInt(90_000_000));

    @TempDir
    private Path data;

    @Test
    void theMainJobRunsOnServersGivenByAddressAndCodesGoToTheGateway() throws Exception {
        Path unused = data.resolve("unused");
        try (SmsGateway gateway = new SmsGateway();
                Program program = start(gateway, unused);
                Client client = new Client(program.address());
                MySqlPeek mysql = new MySqlPeek(TestServers.mysqlUri())) {
            String shopper = gateway.logIn(client, PHONE);
            mysql.write(
                    "REPLACE INTO user_role (user_id, role) SELECT id, 'ADMIN' FROM tb_user WHERE phone = ?", PHONE);
            String admin = logInAnew(gateway, client, shopper);
            mysql.write("INSERT IGNORE INTO tb_shop (id, name, type_id, images, address, x, y)"
                    + " VALUES (1, '夜市', 1, '', '湖滨', 120.1, 30.2)");
            long voucher = new Shoppers(program, client).openSale(admin, 1);

            Client.Answer bought = client.post("/voucher-order/seckill/" + voucher, admin, null);
            assertTrue(bought.success(), bought::toString);
            Eventually.holds("settled", () -> mysql.orders(voucher).contains(bought.data()));
            assertEquals(0, mysql.number("SELECT stock FROM tb_seckill_voucher WHERE voucher_id = ?", voucher));
            assertFalse(program.output().contains("SMS code"), program::output);
        }
        assertFalse(Files.exists(unused), "no embedded server, no data folder");
    }

    private static Program start(SmsGateway gateway, Path data) {
        Map<String, String> environment = Map.of(
                "NIGHTMARKET_TOKEN_SECRET",
                "0123456789abcdef0123456789abcdef",
                "NIGHTMARKET_SMS_URL",
                gateway.address());
        return Program.startQuickly(
                environment,
                "--data",
                data.toString(),
                "--redis",
                TestServers.redisUri(),
                "--mysql",
                TestServers.mysqlUri());
    }

    /** Logs out first, so that the new session bears the new role; the pause between two codes is Redis' to end. */
    private static String logInAnew(SmsGateway gateway, Client client, String earlier) throws Exception {
        assertTrue(client.post("/user/logout", earlier, null).success());
        new RedisPeek(TestServers.redisUri()).tell(Command.DEL, "nm:code:{" + PHONE + "}:pause");
        return gateway.logIn(client, PHONE);
    }
}
