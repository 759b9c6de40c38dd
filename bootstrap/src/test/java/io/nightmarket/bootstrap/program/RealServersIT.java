package io.nightmarket.bootstrap.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.nightmarket.bootstrap.TestServers;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program on servers that it is pointed to: nothing embedded, no demo, no codes on the console. */
final class RealServersIT {
    private static final String PHONE = "15800000001";

    private final Map<String, CompletableFuture<String>> sent = new ConcurrentHashMap<>();

    @TempDir
    private Path data;

    @Test
    void theMainJobRunsOnServersGivenByAddressAndCodesGoToTheGateway() throws Exception {
        HttpServer gateway = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        gateway.createContext("/send", this::take);
        gateway.start();
        Map<String, String> environment = Map.of(
                "NIGHTMARKET_TOKEN_SECRET",
                "0123456789abcdef0123456789abcdef",
                "NIGHTMARKET_SMS_URL",
                "http://127.0.0.1:" + gateway.getAddress().getPort() + "/send");
        Path unused = data.resolve("unused");
        try (Program program = Program.start(
                        environment,
                        "--data",
                        unused.toString(),
                        "--redis",
                        TestServers.redisUri(),
                        "--mysql",
                        TestServers.mysqlUri());
                Client client = new Client(program.address());
                Books books = new Books(TestServers.mysqlUri())) {
            String shopper = logIn(client, PHONE);
            books.write(
                    "REPLACE INTO user_role (user_id, role) SELECT id, 'ADMIN' FROM tb_user WHERE phone = ?", PHONE);
            String admin = logIn(client, PHONE, shopper);
            books.write("INSERT IGNORE INTO tb_shop (id, name, type_id, images, address, x, y)"
                    + " VALUES (1, '夜市', 1, '', '湖滨', 120.1, 30.2)");
            long voucher = new Shoppers(program, client).openSale(admin, 1);

            Client.Answer bought = client.post("/voucher-order/seckill/" + voucher, admin, null);
            assertTrue(bought.success(), bought::toString);
            Eventually.holds("settled", () -> books.orders(voucher).contains(bought.data()));
            assertEquals(0, books.number("SELECT stock FROM tb_seckill_voucher WHERE voucher_id = ?", voucher));
            assertFalse(program.output().contains("SMS code"), program::output);
        } finally {
            gateway.stop(0);
        }
        assertFalse(Files.exists(unused), "no embedded server, no data folder");
    }

    /** Logs out first, so that the new session bears the new role; the pause between two codes is Redis' to end. */
    private String logIn(Client client, String phone, String earlier) throws Exception {
        assertTrue(client.post("/user/logout", earlier, null).success());
        new RedisPeek(TestServers.redisUri()).forget("nm:code:{" + phone + "}:pause");
        return logIn(client, phone);
    }

    private String logIn(Client client, String phone) throws Exception {
        CompletableFuture<String> code = new CompletableFuture<>();
        sent.put(phone, code);
        assertTrue(client.post("/user/code?phone=" + phone, null, null).success());
        JsonObject body = new JsonObject().put("phone", phone).put("code", code.get(10, TimeUnit.SECONDS));
        return client.post("/user/login", null, body).data();
    }

    private void take(HttpExchange exchange) throws IOException {
        JsonObject message =
                new JsonObject(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        exchange.sendResponseHeaders(204, -1);
        exchange.close();
        sent.getOrDefault(message.getString("phone"), new CompletableFuture<>()).complete(message.getString("code"));
    }
}
