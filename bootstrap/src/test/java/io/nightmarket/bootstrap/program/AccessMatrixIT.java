package io.nightmarket.bootstrap.program;

import static io.nightmarket.testkit.Json.object;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.bootstrap.program.AccessMatrix.Line;
import io.nightmarket.bootstrap.program.Client.Answer;
import io.nightmarket.embedded.EmbeddedServers;
import io.nightmarket.testkit.Eventually;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.openapi.contract.Operation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Every operation, called by everyone on everything, answers as the table says; and a refusal changes nothing stored. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("api")
final class AccessMatrixIT {
    private static final Set<String> SUCCESSES = Set.of("DATA", "DONE", "UP");
    private static final Set<String> NOT_ALLOWED = Set.of("LOGIN_REQUIRED", "FORBIDDEN");
    private static final String ABSENT = "no-";
    private static final String KEY = "Idempotency-Key";
    private static final Duration REST = Duration.ofSeconds(3);
    private static final long A_NEW_USER = 9100;

    private final Vertx vertx = Vertx.vertx();
    private final Map<String, String> tokens = new HashMap<>();
    private final Map<String, String> objects = new HashMap<>();
    /** One for each caller. */
    private final Deque<String> paidCodes = new ArrayDeque<>();
    /** A merchant's, one for each caller. */
    private final Deque<String> notes = new ArrayDeque<>();
    /** A merchant's, one for each caller. */
    private final Deque<String> comments = new ArrayDeque<>();

    private final AtomicLong phones = new AtomicLong(18_600_000_000L);
    private EmbeddedServers servers;
    private Program program;
    private Client client;
    private MySqlPeek mysql;
    private StoredState state;
    private DescribedApi api;

    @BeforeAll
    void start(@TempDir(factory = PreparedFolder.class) Path data) throws Exception {
        servers = EmbeddedServers.start(data);
        program = Program.startQuickly(Callers.SETTINGS, "--data", data.toString());
        client = new Client(program.address());
        api = DescribedApi.of(vertx, program.address());
        mysql = new MySqlPeek(servers.mysqlUri());
        state = new StoredState(servers.mysqlUri(), servers.redisUri());
        Callers callers = new Callers(vertx, mysql);
        for (String caller : Callers.WITH_SESSION) {
            tokens.put(caller, callers.token(caller));
            // Redis learns of a session when it is used first.
            assertTrue(client.get("/user/me", tokens.get(caller)).success());
        }
        assertTrue(client.post("/user/logout", tokens.get(Callers.ENDED), null).success());
        makeObjects(callers);
    }

    private void makeObjects(Callers callers) {
        Shoppers shoppers = new Shoppers(program, client);
        String merchant = requireNonNull(tokens.get(Callers.MERCHANT));
        objects.putAll(Map.of("a-sale", "" + shoppers.openSale(merchant, 100), "no-sale", "987654"));
        objects.put("d-sale", "" + shoppers.openSale(merchant, 100, "draft"));
        String sold = "" + shoppers.openSale(merchant, 100);
        objects.put("b-sale", sold);
        for (String sale : List.of(objects.get("a-sale"), sold)) {
            Answer order =
                    client.post("/voucher-order/seckill/" + sale + "?ack=durable", tokens.get(Callers.SHOPPER), null);
            assertTrue(order.success(), order::toString);
            objects.put("an-order", order.data());
        }
        String soldOut = "" + shoppers.openSale(merchant, 1, "waitlist");
        objects.put("w-sale", soldOut);
        assertTrue(client.post("/voucher-order/seckill/" + soldOut + "?ack=durable", tokens.get(Callers.SHOPPER), null)
                .success());
        makeOrders(requireNonNull(tokens.get(Callers.SHOPPER)));
        makeNotes();
        objects.put("no-order", "" + (Long.parseLong(objects.get("an-order")) + 1_000_000));
        objects.putAll(Map.of("a-shop", "1", "no-shop", "987654"));
        objects.put("a-name", mysql.text("SELECT LEFT(name, 2) FROM tb_shop WHERE id = 1"));
        mysql.write("INSERT INTO tb_user (id, phone, nick_name) VALUES (?, '15000009100', 'anybody')", A_NEW_USER);
        objects.putAll(Map.of("a-user", "" + A_NEW_USER, "no-user", "987654", "a-users-phone", "15000009100"));
        mysql.write("INSERT INTO tb_user (id, phone, nick_name) VALUES (9101, '15000009101', 'staff'),"
                + " (9102, '15000009102', 'to be banned'), (9103, '15000009103', 'to be erased')");
        mysql.write("INSERT INTO user_role (user_id, role) VALUES (9101, 'MERCHANT')");
        objects.putAll(Map.of("a-staff-member", "9101", "b-user", "9102", "c-user", "9103"));
        objects.put("a-future-day", "2099-12-31");
        objects.put("a-session", handleOfAnotherSession(callers));
        objects.put("no-session", "0123456789abcdef");
        objects.put("a-merchants-phone", Callers.phoneOf(Callers.user(Callers.OTHER_MERCHANT)));
        objects.putAll(
                Map.of("a-lock", "shard:1", "no-lock", "no-such-lock", "no-cache", "no-such-cache", "nonsense", "x"));
        objects.put("nothing", "");
    }

    /** The note of a shopper, with a merchant's comments, and notes of that merchant. */
    private void makeNotes() {
        JsonObject note = object("shopId", 1, "title", "title", "content", "content");
        String merchant = requireNonNull(tokens.get(Callers.MERCHANT));
        objects.put(
                "a-note",
                client.post("/blog", tokens.get(Callers.SHOPPER), note).data());
        JsonObject comment = object("blogId", objects.get("a-note"), "content", "comment");
        objects.put(
                "a-comment", client.post("/blog-comments", merchant, comment).data());
        for (int i = 0; i <= Callers.WITH_SESSION.size(); i++) {
            notes.add(client.post("/blog", merchant, note).data());
            comments.add(client.post("/blog-comments", merchant, comment).data());
        }
        objects.putAll(Map.of("no-note", "987654", "no-comment", "987654"));
        objects.put("b-note", client.post("/blog", merchant, note).data());
        objects.put(
                "b-comment", client.post("/blog-comments", merchant, comment).data());
    }

    /** One to be cancelled, one that is paid, and the code of one that is not. */
    private void makeOrders(String shopper) {
        objects.putAll(Map.of("a-voucher", "3", "no-voucher", "987654"));
        for (String name : List.of("b-order", "c-order", "d-order")) {
            objects.put(name, buy(shopper));
        }
        pay(shopper, requireNonNull(objects.get("c-order")));
        objects.put("a-code", code(shopper, requireNonNull(objects.get("d-order"))));
        objects.put("no-code", "0000000000000000001");
        for (int i = 0; i <= Callers.WITH_SESSION.size(); i++) {
            String order = buy(shopper);
            pay(shopper, order);
            paidCodes.add(code(shopper, order));
        }
        objects.put("a-key", "key-1");
        for (String key : List.of("a-used-key", "b-used-key", "c-used-key", "d-used-key")) {
            objects.put(key, key);
            Answer keyed = Client.await(client.send(
                    HttpMethod.POST, "/voucher-order", shopper, object("voucherId", 3), Map.of(KEY, objects.get(key))));
            assertTrue(keyed.success(), keyed::toString);
        }
    }

    private String buy(String shopper) {
        Answer bought = client.post("/voucher-order", shopper, object("voucherId", 3));
        assertTrue(bought.success(), bought::toString);
        return bought.data();
    }

    private void pay(String shopper, String order) {
        Answer paid = client.post("/voucher-order/" + order + "/pay", shopper, new JsonObject());
        assertTrue(paid.success(), paid::toString);
    }

    private String code(String shopper, String order) {
        return client.get("/voucher-order/" + order, shopper).object().getString("orderNo");
    }

    private String handleOfAnotherSession(Callers callers) {
        String another = callers.token(Callers.SHOPPER);
        return client.get("/user/sessions", another).body().getJsonArray("data").stream()
                .map(JsonObject.class::cast)
                .filter(session -> Boolean.TRUE.equals(session.getBoolean("current")))
                .map(session -> session.getString("id"))
                .findFirst()
                .orElseThrow();
    }

    @AfterAll
    void stop() throws Exception {
        client.close();
        state.close();
        mysql.close();
        assertEquals(143, program.terminate(), program::output);
        servers.close();
        var _ = Client.await(vertx.close());
    }

    @Test
    void everyOperationHasALine() throws Exception {
        assertEquals(
                api.operations().stream().map(Operation::getOperationId).collect(Collectors.toSet()),
                AccessMatrix.read().stream().map(Line::operation).collect(Collectors.toSet()));
    }

    /** All refusals come first, so that nothing else changes what is stored. */
    @Test
    void everyAnswerIsTheOneOfTheTable() throws Exception {
        List<Line> lines = AccessMatrix.read();
        List<Executable> failures = new ArrayList<>();
        Map<List<String>, String> answers = new HashMap<>();
        awaitRest();
        for (boolean success : List.of(false, true)) {
            for (Line line : lines) {
                for (Map.Entry<String, String> cell : line.expected().entrySet()) {
                    if (SUCCESSES.contains(cell.getValue()) == success) {
                        String answer = check(line, cell.getKey(), cell.getValue(), failures);
                        answers.put(List.of(line.toString(), cell.getKey()), answer);
                    }
                }
            }
        }
        for (int i = 1; i < lines.size(); i++) {
            answersAlike(lines.get(i - 1), lines.get(i), answers, failures);
        }
        assertAll(failures);
    }

    /** The work that the objects of the test left behind is done when nothing changed for an interval of the jobs. */
    private void awaitRest() {
        AtomicReference<Map<String, String>> before = new AtomicReference<>(Map.of());
        AtomicLong since = new AtomicLong();
        Eventually.holds("nothing changes any more", () -> {
            Map<String, String> now = state.read();
            if (!now.equals(before.getAndSet(now))) {
                since.set(System.nanoTime());
            }
            return System.nanoTime() - since.get() > REST.toNanos();
        });
    }

    /** Answers the body without what names the request and the object. */
    private String check(Line line, String caller, String expected, List<Executable> failures) throws Exception {
        Operation operation = api.operation(line.operation());
        String name = caller + ": " + line.operation() + ' ' + line.values();
        boolean readsOnly = operation.getHttpMethod().equals(HttpMethod.GET);
        boolean refused = !SUCCESSES.contains(expected) && (!readsOnly || NOT_ALLOWED.contains(expected));
        Map<String, String> values = new HashMap<>();
        line.values().forEach((parameter, object) -> values.put(parameter, value(object)));
        Map<String, String> stored = refused ? state.read() : Map.of();
        Answer answer = call(operation, values, tokens.get(caller));
        if (refused) {
            Set<String> changed = state.changedSince(stored);
            if (line.values().containsKey(KEY)) {
                // An answer is kept under its key, whatever it is.
                changed.removeIf(column -> column.endsWith(".idempotency_key"));
            }
            if (line.operation().equals("uploadPicture")) {
                // Each try counts.
                changed.removeIf(column -> column.endsWith(".picture_count"));
            }
            failures.add(() -> assertEquals(Set.of(), changed, name + " changed what is stored"));
        }
        failures.add(() -> assertEquals(expected, outcome(answer), () -> name + ": " + answer));
        failures.add(() -> api.judge(operation, answer));
        JsonObject body = answer.body().copy();
        body.remove("requestId");
        String text = body.encode();
        for (String value : values.values()) {
            text = text.replace('"' + value + '"', "?");
        }
        return text;
    }

    /** Where the code is the same, another's object and one that is not there are answered alike to the letter. */
    private void answersAlike(Line present, Line absent, Map<List<String>, String> answers, List<Executable> failures) {
        boolean pair = present.operation().equals(absent.operation())
                && DescribedApi.needsLogin(api.operation(present.operation()))
                && present.values().keySet().equals(absent.values().keySet())
                && absent.values().values().stream().anyMatch(value -> value.startsWith(ABSENT));
        present.expected().forEach((caller, expected) -> {
            if (pair && expected.equals(absent.expected().get(caller)) && !isOwner(present, caller)) {
                failures.add(() -> assertEquals(
                        answers.get(List.of(absent.toString(), caller)),
                        answers.get(List.of(present.toString(), caller)),
                        () -> caller + ": " + present.operation()));
            }
        });
    }

    private static boolean isOwner(Line line, String caller) {
        return caller.equals(Callers.SHOPPER) && line.values().containsValue("an-order");
    }

    private static String outcome(Answer answer) {
        String health = answer.body().getString("status");
        if (health != null || !answer.success()) {
            return health == null ? answer.code() : health;
        }
        Object data = answer.body().getValue("data");
        Object rows = data instanceof JsonObject page ? page.getValue("list", page) : data;
        return rows == null || (rows instanceof JsonArray list && list.isEmpty()) ? "DONE" : "DATA";
    }

    private Answer call(Operation operation, Map<String, String> values, @Nullable String token) {
        Map<String, String> headers = new HashMap<>(values);
        headers.keySet().retainAll(Set.of(KEY));
        return Client.await(client.send(
                operation.getHttpMethod(),
                api.target(operation, values),
                token,
                DescribedApi.body(operation, values),
                headers));
    }

    private String value(String object) {
        return switch (object) {
            case "a-new-phone" -> "" + phones.incrementAndGet();
            case "a-paid-code" -> paidCodes.removeFirst();
            case "a-merchants-note" -> notes.removeFirst();
            case "a-merchants-comment" -> comments.removeFirst();
            default -> Objects.requireNonNull(objects.get(object), object);
        };
    }

    /** Other spellings of a path and other methods, none of which the contract has. */
    @Test
    void noOtherSpellingOrMethodOpensAnOperation() {
        List<Executable> failures = new ArrayList<>();
        for (Operation operation : api.operations()) {
            if (DescribedApi.needsLogin(operation)) {
                String path = api.target(operation).replaceFirst("^/api", "");
                for (String spelling : spellings(path)) {
                    for (HttpMethod method : methods(operation)) {
                        Answer answer = Client.await(client.sendRaw(method, spelling));
                        failures.add(() -> assertTrue(
                                Set.of(400, 401, 404, 405).contains(answer.status()),
                                () -> method + " " + spelling + ": " + answer));
                    }
                }
            }
        }
        assertAll(failures);
    }

    /** HEAD is GET, and where that is public no other method. */
    private List<HttpMethod> methods(Operation operation) {
        boolean isPublic = api.operations().stream()
                .anyMatch(other -> other.getOpenAPIPath().equals(operation.getOpenAPIPath())
                        && other.getHttpMethod().equals(HttpMethod.GET)
                        && !DescribedApi.needsLogin(other));
        return Stream.of(
                        operation.getHttpMethod(),
                        HttpMethod.HEAD,
                        HttpMethod.OPTIONS,
                        HttpMethod.PATCH,
                        HttpMethod.TRACE,
                        HttpMethod.valueOf("get"))
                .filter(method -> !isPublic || !method.equals(HttpMethod.HEAD))
                .toList();
    }

    private static List<String> spellings(String path) {
        String first = path.substring(1, path.indexOf('/', 1) < 0 ? path.length() : path.indexOf('/', 1));
        return List.of(
                path,
                "/api" + path,
                "/api/api" + path,
                "/API" + path,
                path.replaceFirst("(?=[?]|$)", "/"),
                path.replaceFirst("(?=[?]|$)", "%2f"),
                path.replaceFirst("(?=[?]|$)", ";x=1"),
                path.replaceFirst("(?=[?]|$)", "%00"),
                '/' + path,
                "/." + path,
                "/x/.." + path,
                "/x/%2e%2e" + path,
                path.replaceFirst("/(.)", "/%" + Integer.toHexString(first.charAt(0))),
                path.replaceFirst(first, first.toUpperCase(Locale.ROOT)));
    }
}
