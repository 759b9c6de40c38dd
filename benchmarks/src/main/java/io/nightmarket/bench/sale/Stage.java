package io.nightmarket.bench.sale;

import static io.nightmarket.bench.server.Waiting.await;

import io.nightmarket.bench.report.Proof;
import io.nightmarket.bench.server.ServerOptions;
import io.nightmarket.bootstrap.Node;
import io.nightmarket.bootstrap.config.AppConfig;
import io.nightmarket.bootstrap.config.ConfigLoader;
import io.nightmarket.bootstrap.config.TokenKey;
import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.account.SessionId;
import io.nightmarket.domain.account.SessionStore;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.flashsale.CreateFlashSale;
import io.nightmarket.domain.flashsale.NewFlashSale;
import io.nightmarket.domain.flashsale.PlaceFlashOrder;
import io.nightmarket.domain.flashsale.SaleWindow;
import io.nightmarket.domain.flashsale.Shard;
import io.nightmarket.domain.flashsale.VoucherId;
import io.nightmarket.domain.order.OrderQueue;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.mysql.MySqlConfig;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/** A fresh node on fresh embedded servers, and the bare route on a Vert.x of the same make beside it. */
final class Stage implements AutoCloseable {
    private static final Duration SETTLE_LIMIT = Duration.ofMinutes(5);
    private static final int SAVES_AT_ONCE = 1_000;
    private static final Session ADMIN =
            new Session(new SessionId("0".repeat(32)), new UserId(1), Role.ADMIN, Instant.MAX);

    private final Path folder;
    private final AppConfig config;
    private final Node node;
    private final int port;
    private final Vertx vertx;
    private final int barePort;
    private final Connection database;

    private Stage(Path folder, AppConfig config, Node node, int port, Vertx vertx, int barePort, Connection database) {
        this.folder = folder;
        this.config = config;
        this.node = node;
        this.port = port;
        this.vertx = vertx;
        this.barePort = barePort;
        this.database = database;
    }

    static Stage open(Path folder, ServerOptions servers) throws IOException, SQLException {
        Map<String, String> options = Map.of(
                "data",
                folder.resolve("data").toString(),
                "port",
                "0",
                "host",
                "127.0.0.1",
                "redis",
                servers.redis(),
                "mysql",
                servers.mysql(),
                "token.secret",
                SessionId.random(new SecureRandom()).value());
        AppConfig config = new ConfigLoader(folder, Map.of()).load(null, options);
        Node node = new Node(new PrintStream(PrintStream.nullOutputStream(), true));
        int port = node.start(config);
        Vertx vertx = Vertx.vertx(new VertxOptions().setPreferNativeTransport(true));
        int barePort = freePort();
        DeploymentOptions perCore =
                new DeploymentOptions().setInstances(Runtime.getRuntime().availableProcessors());
        var _ = await(
                vertx.deployVerticle(() -> new BareServer(barePort), perCore).toCompletionStage());
        return new Stage(
                folder,
                config,
                node,
                port,
                vertx,
                barePort,
                connect(node.wiring().database()));
    }

    int port() {
        return port;
    }

    int barePort() {
        return barePort;
    }

    /** So many users with sessions; answers the file of their tokens. */
    Path gather(int users) throws IOException, SQLException {
        try (PreparedStatement shop = database.prepareStatement("INSERT IGNORE INTO tb_shop"
                + " (id, name, type_id, images, address, x, y) VALUES (1, 'bench', 1, '', '', 120.1, 30.2)")) {
            int _ = shop.executeUpdate();
        }
        Crowd crowd = new Crowd(vertx, TokenKey.of(config, new SecureRandom()));
        Path tokens = folder.resolve("tokens");
        List<Session> sessions = crowd.gather(database, users);
        for (int i = 0; i < users; i += SAVES_AT_ONCE) {
            keep(sessions.subList(i, Math.min(users, i + SAVES_AT_ONCE)));
        }
        crowd.writeTokens(sessions, tokens);
        return tokens;
    }

    private void keep(List<Session> sessions) throws IOException {
        SessionStore store = node.wiring().sessionStore();
        Instant now = Instant.now();
        var _ = await(CompletableFuture.allOf(sessions.stream()
                .map(session -> store.save(session, now).toCompletableFuture())
                .toArray(CompletableFuture<?>[]::new)));
    }

    long openSale(int stock) throws IOException {
        Instant now = Instant.now();
        SaleWindow window = new SaleWindow(now.minus(Duration.ofHours(1)), now.plus(Duration.ofHours(1)));
        NewFlashSale sale = new NewFlashSale(new ShopId(1), "bench", null, null, 100, 200, stock, window);
        return switch (await(node.wiring().createFlashSale().create(ADMIN, sale))) {
            case CreateFlashSale.Outcome.Created(VoucherId voucher) -> voucher.value();
            case CreateFlashSale.Outcome.ShopNotFound _,
                    CreateFlashSale.Outcome.NotYours _,
                    CreateFlashSale.Outcome.OverAlready _ -> throw new IOException("the sale was not made");
        };
    }

    /** A sale whose only unit is gone. */
    long soldOutSale() throws IOException, SQLException {
        long sale = openSale(1);
        UserId nobody = new UserId(number("SELECT MAX(id) FROM tb_user"));
        var _ = await(node.wiring()
                .placeFlashOrder()
                .place(new PlaceFlashOrder.Click(nobody, new VoucherId(sale), "", Optional.empty())));
        return sale;
    }

    /** Waits until as many orders stand in the books as units were taken in the queue; answers how many. */
    long awaitSettled(long sale) throws IOException, SQLException {
        long deadline = System.nanoTime() + SETTLE_LIMIT.toNanos();
        long taken = number("SELECT issued FROM flash_sale WHERE voucher_id = ?", sale) - free(sale);
        while (System.nanoTime() < deadline) {
            if (number("SELECT COUNT(*) FROM tb_voucher_order WHERE voucher_id = ?", sale) >= taken) {
                return taken;
            }
            LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
        }
        throw new IOException("not settled within " + SETTLE_LIMIT);
    }

    /** That nothing was sold twice, to nobody twice, and that Redis and the books agree. */
    Proof proof(long sale) throws IOException, SQLException {
        long issued = number("SELECT issued FROM flash_sale WHERE voucher_id = ?", sale);
        long free = free(sale);
        long stock = number("SELECT stock FROM tb_seckill_voucher WHERE voucher_id = ?", sale);
        long claims = number("SELECT COUNT(*) FROM order_claim WHERE voucher_id = ?", sale);
        long orders = number("SELECT COUNT(*) FROM tb_voucher_order WHERE voucher_id = ?", sale);
        long buyers = number("SELECT COUNT(DISTINCT user_id) FROM tb_voucher_order WHERE voucher_id = ?", sale);
        return new Proof(
                String.format(
                        Locale.ROOT,
                        "issued %,d; Redis has %,d free; MySQL has stock %,d, claims %,d, orders %,d of %,d users.",
                        issued,
                        free,
                        stock,
                        claims,
                        orders,
                        buyers),
                stock == free && issued == free + claims && claims == orders && orders == buyers);
    }

    private long free(long sale) throws IOException, SQLException {
        Shard shard = new Shard(Math.toIntExact(number("SELECT shard FROM flash_sale WHERE voucher_id = ?", sale)));
        OrderQueue queue = node.wiring().orderQueue();
        return await(queue.free(shard, new VoucherId(sale))).orElse(0L);
    }

    private long number(String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = database.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() ? rows.getLong(1) : 0;
            }
        }
    }

    private static Connection connect(MySqlConfig database) throws SQLException {
        String url = "jdbc:mariadb://" + database.host() + ':' + database.port() + '/' + database.database()
                + "?allowPublicKeyRetrieval=true&rewriteBatchedStatements=true";
        return DriverManager.getConnection(url, database.user(), database.password());
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() throws IOException, SQLException {
        database.close();
        var _ = await(vertx.close().toCompletionStage());
        node.close();
    }
}
