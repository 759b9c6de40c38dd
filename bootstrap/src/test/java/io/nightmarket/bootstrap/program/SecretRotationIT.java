package io.nightmarket.bootstrap.program;

import static io.nightmarket.testkit.Json.object;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.testkit.Eventually;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The secret is replaced on two nodes, as docs/security.md says, while people log in, buy and pay at both. */
@Tag("cluster")
final class SecretRotationIT {
    private static final String OLD = "1b0f6a53c7e84d29a6b1f0c3d5e79824";
    private static final String NEW = "9d3c71f05a2e48b6c0f7e1a2b3d4c5e6";
    private static final int STOCK = 5_000;
    private static final int AT_A_TIME = 3;

    /** Each a whole visit: a login, a purchase, a payment. */
    private static final int VISITS_IN_BETWEEN = 6;

    @TempDir(factory = PreparedFolder.class)
    private Path data;

    private final Map<String, String> cluster = ClusterSettings.unique();
    private final AtomicInteger phones = new AtomicInteger();
    private final AtomicInteger visits = new AtomicInteger();
    private final AtomicBoolean ended = new AtomicBoolean();
    private final ConcurrentLinkedQueue<String> failures = new ConcurrentLinkedQueue<>();
    private final AtomicReference<List<Side>> sides = new AtomicReference<>(List.of());

    /** A visit reads; the writer takes a node away, as a proxy does, when no request is under way there. */
    private final ReadWriteLock routing = new ReentrantReadWriteLock(true);

    private record Side(Program program, Client client) implements AutoCloseable {
        @Override
        public void close() {
            client.close();
            program.close();
        }
    }

    private Side start(String secret, String previous, String numbers) {
        Map<String, String> settings = new HashMap<>(cluster);
        settings.put("NIGHTMARKET_TOKEN_SECRET", secret);
        settings.put("NIGHTMARKET_TOKEN_PREVIOUS_SECRET", previous);
        settings.put("NIGHTMARKET_ORDERS_NUMBER_SECRET", numbers);
        Program program = Program.startQuickly(settings, "--cluster", "--data", data.toString());
        return new Side(program, new Client(program.address()));
    }

    @Test
    void noRequestFailsAndOrderNumbersStay() throws Exception {
        List<Thread> visitors = new ArrayList<>();
        try {
            sides.set(List.of(start(OLD, "", ""), start(OLD, "", "")));
            Side any = sides.get().getFirst();
            String veteran = new Shoppers(any.program(), any.client()).logIn("15300007000");
            long sale = openSale();
            String order = bought(any.client().post("/voucher-order/seckill/" + sale + "?ack=durable", veteran, null));
            String number = numberOf(any, order, veteran);
            for (int i = 0; i < AT_A_TIME; i++) {
                visitors.add(Thread.ofVirtual().start(() -> visitWhileRunning(sale)));
            }
            someVisits();
            replaceEach(OLD, NEW, OLD);
            someVisits();
            replaceEach(NEW, OLD, OLD);
            someVisits();
            for (Side side : sides.get()) {
                assertTrue(side.client().get("/user/me", veteran).success(), "signed by the one of before");
            }
            ended.set(true);
            for (Thread visitor : visitors) {
                visitor.join();
            }
            assertEquals(List.of(), List.copyOf(failures), () -> "of " + visits + " visits");
            replaceEach(NEW, "", OLD);
            for (Side side : sides.get()) {
                assertEquals(
                        "LOGIN_REQUIRED", side.client().get("/user/me", veteran).code());
                String again = new Shoppers(side.program(), side.client())
                        .logIn("1530000800" + sides.get().indexOf(side));
                String own = bought(side.client().post("/voucher-order/seckill/" + sale + "?ack=durable", again, null));
                assertEquals(
                        numberOf(sides.get().getFirst(), own, again),
                        numberOf(sides.get().getLast(), own, again));
            }
            System.out.println("Visits while the secret was replaced: " + visits);
            assertEquals(why(order), why(number));
        } finally {
            ended.set(true);
            sides.get().forEach(Side::close);
        }
    }

    private long openSale() throws Exception {
        Side side = sides.get().getFirst();
        return new Shoppers(side.program(), side.client())
                .openSale(new Shoppers(side.program(), side.client()).logIn(Shoppers.ADMIN), STOCK);
    }

    private static String bought(Client.Answer answer) {
        assertTrue(answer.success(), answer::toString);
        return answer.data();
    }

    private static String numberOf(Side side, String order, String token) {
        AtomicReference<String> number = new AtomicReference<>();
        Eventually.holds("the order is found", () -> {
            Client.Answer found = side.client().get("/voucher-order/" + order, token);
            number.set(found.success() ? found.object().getString("orderNo") : "");
            return found.success();
        });
        return number.get();
    }

    /** With the secret of numbers alone, as an operator would after the last step. */
    private String why(String idOrNumber) throws Exception {
        try (Program why = Program.command(
                Map.of("NIGHTMARKET_TOKEN_SECRET", NEW, "NIGHTMARKET_ORDERS_NUMBER_SECRET", OLD),
                "why",
                idOrNumber,
                "--data",
                data.toString())) {
            assertEquals(0, why.exitCode(), why::output);
            return why.output();
        }
    }

    /** One node after the other is ended and started with other secrets. */
    private void replaceEach(String secret, String previous, String numbers) throws Exception {
        for (Side side : sides.get()) {
            routing.writeLock().lock();
            try {
                sides.set(
                        sides.get().stream().filter(each -> !each.equals(side)).toList());
            } finally {
                routing.writeLock().unlock();
            }
            side.client().close();
            assertEquals(143, side.program().terminate());
            Side next = start(secret, previous, numbers);
            sides.set(List.of(sides.get().getFirst(), next));
        }
    }

    private void someVisits() {
        int enough = visits.get() + VISITS_IN_BETWEEN;
        Eventually.holds("visits go on", () -> visits.get() >= enough || !failures.isEmpty());
    }

    private void visitWhileRunning(long sale) {
        while (!ended.get()) {
            routing.readLock().lock();
            try {
                visit(sale, Integer.toString(phones.incrementAndGet()));
                visits.incrementAndGet();
            } catch (Exception | AssertionError e) {
                failures.add(e.toString());
            } finally {
                routing.readLock().unlock();
            }
        }
    }

    /** What one node signs the other reads: code, token, order, payment. */
    private void visit(long sale, String suffix) {
        List<Side> now = sides.get();
        Side here = now.get(suffix.hashCode() % now.size());
        Side there = now.get((suffix.hashCode() + 1) % now.size());
        String phone = "153" + "0".repeat(8 - suffix.length()) + suffix;
        var _ = done(here, HttpMethod.POST, "/user/code?phone=" + phone, null, null);
        String code = here.program().codeOf(phone).join();
        String token = done(there, HttpMethod.POST, "/user/login", null, object("phone", phone, "code", code))
                .data();
        var _ = done(here, HttpMethod.GET, "/user/me", token, null);
        String order = done(here, HttpMethod.POST, "/voucher-order/seckill/" + sale + "?ack=durable", token, null)
                .data();
        String number = numberOf(here, order, token);
        assertEquals(number, numberOf(there, order, token), "the number of an order");
        var _ = done(there, HttpMethod.POST, "/voucher-order/" + order + "/pay", token, new JsonObject());
    }

    private static Client.Answer done(
            Side side, HttpMethod method, String path, @Nullable String token, @Nullable JsonObject body) {
        Client.Answer answer = Client.await(side.client().send(method, path, token, body));
        assertTrue(answer.success(), () -> method + " " + path + ": " + answer);
        return answer;
    }
}
