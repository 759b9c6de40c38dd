package io.nightmarket.bench.sale;

import io.nightmarket.bench.common.ServerOptions;
import io.nightmarket.bench.common.Servers;
import io.nightmarket.bootstrap.DerivedKeys;
import io.nightmarket.domain.account.CodeDigests;
import io.nightmarket.domain.account.SessionId;
import io.nightmarket.testkit.HttpCalls;
import io.nightmarket.testkit.Parts;
import io.nightmarket.testkit.SaleDatabase;
import io.nightmarket.testnode.Crowd;
import io.nightmarket.testnode.NodeProcess;
import io.nightmarket.testnode.OnLoop;
import java.io.IOException;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.stream.Stream;

/** Servers, the node under test on them in a process of its own, and what the benchmark does to both past the node. */
final class Stage implements AutoCloseable {
    static final int HOURS_TO_PAY = 24;

    private static final String SECRET = "token.secret";
    private static final Duration MOMENT = Duration.ofSeconds(1);
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final Path folder;
    private final List<String> flags;
    private final Parts parts = new Parts();
    final Servers servers;
    private final Map<String, String> settings;
    final NodeProcess node;
    final OnLoop loop;
    final SaleDatabase database;
    final SaleLedger ledger;
    final Filling filling;
    /** Shops beside the one that the crowd buys at. */
    final City city;

    final Path tokens;

    /**
     * Opens servers and node.
     *
     * @param flags the flags of the node's JVM
     * @param settings the settings of the node, beside those that the stage needs
     */
    Stage(Path folder, ServerOptions options, List<String> flags, Map<String, String> settings) throws IOException {
        this.folder = folder;
        this.tokens = folder.resolve("tokens");
        this.flags = flags;
        try {
            this.servers = parts.add(new Servers(folder, options));
            this.settings = settings(servers, settings);
            this.node = parts.add(NodeProcess.start(folder, flags, this.settings));
            this.loop = servers.connect(OnLoop.forBulk(servers.redisUri()));
            this.database = parts.add(new SaleDatabase(servers::mysqlUri));
        } catch (IOException | RuntimeException e) {
            parts.close();
            throw e;
        }
        this.city = new City(database, loop.redis());
        this.ledger = new SaleLedger(database, loop.redis().queue().audit());
        this.filling = new Filling(loop.redis().queue().orders());
    }

    private static Map<String, String> settings(Servers servers, Map<String, String> more) {
        Map<String, String> settings =
                Crowd.settings(SessionId.random(new SecureRandom()).value());
        settings.put("port", "0");
        settings.put("redis", servers.redisUri());
        settings.put("mysql", servers.mysqlUri());
        // A slow row is to show as a slow answer, not as one that there is no row behind.
        settings.put("sale.durable-wait", "4s");
        // Nor is a machine that stalls for a moment to show as a failure.
        settings.put("redis-timeout", "20s");
        settings.put("mysql-timeout", "20s");
        settings.put("cache.hard-timeout", "60s");
        // Orders expire where there is a gateway; those of a long run are counted at its end.
        settings.put("payments.gateway", "sandbox");
        settings.put("payments.pay-within", HOURS_TO_PAY + "h");
        // Few users ask for their lists again and again.
        settings.put("limits.order-pages-per-user", "0");
        settings.put("limits.connections-per-address", "0");
        settings.put("limits.logins-per-address", "0");
        // Nor do those who follow an author count: scenarios say who is pulled.
        settings.put("people.pushed-followers", "100000");
        settings.putAll(more);
        return settings;
    }

    /** Makes users with sessions and tokens, and a shop that can be read. */
    void gather(int users, IntConsumer progress) throws IOException, SQLException {
        Crowd.gather(
                servers.vertx(),
                settings.getOrDefault(SECRET, ""),
                loop.redis(),
                servers.mysqlUri(),
                users,
                tokens,
                progress);
        city.awaitReadable(NodeProcess.SHOP);
    }

    /** Digests of login codes, as the node makes them. */
    CodeDigests codeDigests() {
        byte[] secret = settings.getOrDefault(SECRET, "").getBytes(StandardCharsets.UTF_8);
        return new CodeDigests(new DerivedKeys(secret).loginCodes());
    }

    Sale openSale(long stock) throws IOException, SQLException {
        return ledger.sale(node.openSale(stock));
    }

    List<Sale> openSales(int count, long stock) throws IOException, SQLException {
        List<Sale> sales = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            sales.add(openSale(stock));
        }
        return sales;
    }

    /** Whether one click is answered within a moment. */
    boolean isAnswered(String path) throws IOException {
        try {
            var _ = HttpCalls.post(node.port(), path, firstToken(), MOMENT);
            return true;
        } catch (HttpTimeoutException _) {
            return false;
        }
    }

    /** What one click is answered. */
    String answer(String path) throws IOException {
        return HttpCalls.post(node.port(), path, firstToken(), TIMEOUT);
    }

    private String firstToken() throws IOException {
        return tokens(1).getFirst();
    }

    /** The tokens of the first users, this number at most. */
    List<String> tokens(long max) throws IOException {
        try (Stream<String> lines = Files.lines(tokens)) {
            return lines.limit(max).toList();
        }
    }

    /** What one user is answered. */
    String readOwn(String path) throws IOException {
        return HttpCalls.get(node.port(), path, firstToken());
    }

    /** What a reader is answered. */
    String read(String path) throws IOException {
        return HttpCalls.get(node.port(), path);
    }

    /** The process of the embedded MariaDB, when it runs; empty where another database is used. */
    Optional<ProcessHandle> embeddedMySql() {
        return servers.embedded("mariadb").flatMap(server -> {
            try {
                return Optional.of(server.process());
            } catch (IOException e) {
                return Optional.empty();
            }
        });
    }

    /** A setting that was given for the nodes. */
    String setting(String key, String unlessGiven) {
        return settings.getOrDefault(key, unlessGiven);
    }

    /** One more node on the same servers. */
    NodeProcess startNode(String name, Map<String, String> more) throws IOException {
        Map<String, String> all = new HashMap<>(settings);
        all.putAll(more);
        return NodeProcess.start(Files.createDirectories(folder.resolve(name)), flags, all);
    }

    @Override
    public void close() {
        parts.close();
    }
}
