package io.nightmarket.testnode;

import io.nightmarket.bootstrap.Node;
import io.nightmarket.bootstrap.NodeSecret;
import io.nightmarket.bootstrap.Wiring;
import io.nightmarket.bootstrap.config.AppConfig;
import io.nightmarket.bootstrap.config.ConfigLoader;
import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.account.SessionId;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.sale.Acknowledgement;
import io.nightmarket.domain.sale.NewFlashSale;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.sale.operation.CreateFlashSale;
import io.nightmarket.domain.shop.SaleOptions;
import io.nightmarket.domain.shop.VoucherId;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.auth.PubSecKeyOptions;
import io.vertx.ext.auth.jwt.JWTAuth;
import io.vertx.ext.auth.jwt.JWTAuthOptions;
import io.vertx.ext.web.Router;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Runs the node, and executes the commands on its input, one a line, each answered by a line: first settings and
 * handicap as JSON (answers the port), then {@code open <stock>} (answers the voucher of a sale that has begun), {@code hold} and
 * {@code release} of the writers, {@code heap} (answers the bytes in use), {@code usage} (answers a {@link Usage} as JSON),
 * {@code record} and {@code profile <file>}. The end of the input ends the node.
 */
public final class NodeMain {
    /** Replies begin with either. */
    static final String DONE = "done: ";

    static final String FAILED = "failed: ";

    /** The members of the first line. */
    static final String SETTINGS = "settings";

    static final String HANDICAP = "handicap";

    private static final Session ADMIN =
            new Session(SessionId.of("0".repeat(32)), new UserId(1), Role.ADMIN, Instant.MAX);
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final PrintStream replies;
    private @Nullable Node node;

    private NodeMain(PrintStream replies) {
        this.replies = replies;
    }

    public static void main(String[] arguments) throws IOException {
        Usage.watch();
        NodeMain main = new NodeMain(System.out);
        // What other code prints is no reply.
        System.setOut(System.err);
        int code = main.serve();
        System.exit(code);
    }

    private int serve() throws IOException {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                replies.println(reply(line));
            }
            return 0;
        } finally {
            if (node != null) {
                node.close();
            }
        }
    }

    private String reply(String line) {
        try {
            return DONE + act(line);
        } catch (RuntimeException e) {
            e.printStackTrace();
            return FAILED + e;
        }
    }

    private String act(String line) {
        String[] words = line.split(" ", 2);
        return switch (words[0]) {
            case "open" -> Long.toString(open(Integer.parseInt(words[1])));
            case "hold" -> {
                await(node().features().holdWriters());
                yield "";
            }
            case "heap" -> Long.toString(heap());
            case "usage" -> Usage.read();
            case "record" -> {
                Profile.begin();
                yield "";
            }
            case "profile" -> {
                Profile.end(Path.of(words[1]));
                yield "";
            }
            case "release" -> {
                await(node().features().releaseWriters());
                yield "";
            }
            default -> {
                JsonObject order = new JsonObject(line);
                yield Integer.toString(
                        start(order.getJsonObject(SETTINGS), Handicap.of(order.getJsonObject(HANDICAP))));
            }
        };
    }

    /** Bytes in use after a collection. */
    private static long heap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private Node node() {
        return Objects.requireNonNull(node, "not started");
    }

    private int start(JsonObject settings, Handicap handicap) {
        Map<String, String> options = settings.stream()
                .collect(Collectors.toMap(Map.Entry::getKey, entry -> String.valueOf(entry.getValue())));
        AppConfig config = new ConfigLoader(Path.of("."), Map.of()).load(null, options);
        byte[] key = NodeSecret.of(config, new SecureRandom()).tokens()[0];
        AtomicBoolean loses = new AtomicBoolean(handicap.busLoss() > 0);
        node = new Node(
                router -> {
                    bind(router, key);
                    if (loses.getAndSet(false)) {
                        handicap.loseWords(vertx().eventBus());
                    }
                },
                handicap.clock());
        return node().start(config);
    }

    /** On the event loop of the router. */
    private void bind(Router router, byte[] key) {
        Vertx vertx = vertx();
        JWTAuth tokens = JWTAuth.create(
                vertx,
                new JWTAuthOptions()
                        .addPubSecKey(
                                new PubSecKeyOptions().setAlgorithm("HS256").setBuffer(Buffer.buffer(key))));
        BareRoute.bind(router);
        new SynchronousSale(wiring(), vertx, tokens).bind(router);
    }

    private static Vertx vertx() {
        return Objects.requireNonNull(Vertx.currentContext()).owner();
    }

    private Wiring wiring() {
        return node().wiring();
    }

    private static <T> T await(CompletionStage<T> stage) {
        return stage.toCompletableFuture()
                .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                .join();
    }

    private long open(int stock) {
        Instant now = Instant.now();
        SaleWindow window = new SaleWindow(now.minus(Duration.ofHours(1)), now.plus(Duration.ofHours(12)));
        NewFlashSale sale = new NewFlashSale(
                NodeProcess.SHOP,
                "bench",
                null,
                null,
                100,
                200,
                stock,
                window,
                Acknowledgement.ACCEPTED,
                SaleOptions.NONE);
        CreateFlashSale.Outcome outcome =
                await(node().features().createFlashSale().create(ADMIN, sale));
        return switch (outcome) {
            case CreateFlashSale.Outcome.Created(VoucherId voucher) -> voucher.value();
            case CreateFlashSale.Outcome.ShopNotFound _,
                    CreateFlashSale.Outcome.Forbidden _,
                    CreateFlashSale.Outcome.WindowInPast _ -> throw new IllegalStateException("the sale was not made");
        };
    }
}
