package io.nightmarket.bench.sale;

import static io.nightmarket.testkit.Waiting.await;

import io.nightmarket.bench.common.Finding.Reading;
import io.nightmarket.bench.sale.OpenSockets.Call;
import io.nightmarket.bench.sale.OpenSockets.Result;
import io.nightmarket.domain.account.ChallengeId;
import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.RequestLoginCode;
import io.nightmarket.domain.account.RequestLoginCode.Outcome;
import io.nightmarket.domain.account.Requester;
import io.nightmarket.testnode.Crowd;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/** Users log in by codes that were sent to them before, all at once, for the first time and again. */
final class LoginScenario {
    private static final long NEW_PHONE = 18_000_000_000L;
    private static final int CONNECTIONS = 256;
    private static final int CODES_AT_ONCE = 1_000;

    /** More than are used in a second. */
    private static final int CODES_A_SECOND = 5_000;

    /** No rate that is reached: all connections have one under way. */
    private static final double CLOSED = 100_000;

    private final Bench bench;
    private final Map<PhoneNumber, String> codes = new ConcurrentHashMap<>();
    private final RequestLoginCode requesting;

    private LoginScenario(Bench bench) {
        this.bench = bench;
        this.requesting = new RequestLoginCode(
                bench.stage.loop.redis().loginCodes(),
                bench.stage.codeDigests(),
                (phone, code) -> {
                    codes.put(phone, code);
                    return CompletableFuture.completedStage(null);
                },
                new SecureRandom());
    }

    static void run(Bench bench) throws IOException {
        LoginScenario scenario = new LoginScenario(bench);
        int seconds = bench.size.seconds();
        var _ = scenario.logIn("warming up", NEW_PHONE, 1);
        scenario.measure("logins by code, of new users", NEW_PHONE + CODES_A_SECOND, seconds);
        // Of the crowd, who never asked for a code.
        scenario.measure("logins by code, of known users", Crowd.phone(Crowd.user(0)), seconds);
    }

    private Result logIn(String what, long firstPhone, int seconds) throws IOException {
        bench.step("login: codes are sent");
        List<byte[]> requests = requests(firstPhone, CODES_A_SECOND * seconds);
        bench.step("login: they are used (" + seconds + " s)");
        try (OpenSockets sockets = new OpenSockets(bench.stage.node.port(), CONNECTIONS)) {
            return bench.send(
                    what,
                    () -> sockets.run(
                            CLOSED,
                            Duration.ofSeconds(seconds),
                            CONNECTIONS,
                            number -> new Call(ByteBuffer.wrap(requests.get((int) (number % requests.size()))), 0)));
        }
    }

    private List<byte[]> requests(long firstPhone, int number) throws IOException {
        List<byte[]> requests = new ArrayList<>(number);
        Deque<CompletionStage<byte[]>> underWay = new ArrayDeque<>();
        for (int i = 0; i < number; i++) {
            if (underWay.size() >= CODES_AT_ONCE) {
                requests.add(await(underWay.removeFirst()));
            }
            underWay.addLast(request(firstPhone + i));
        }
        while (!underWay.isEmpty()) {
            requests.add(await(underWay.removeFirst()));
        }
        return requests;
    }

    /** Each asks from an address of its own, for an address has few codes in an hour. */
    private CompletionStage<byte[]> request(long phone) {
        PhoneNumber to = PhoneNumber.parse(Long.toString(phone)).orElseThrow();
        return requesting.request(new Requester(to, "bench-" + phone)).thenApply(outcome -> {
            if (!(outcome instanceof Outcome.Sent(ChallengeId challenge))) {
                throw new IllegalStateException("no code: " + outcome);
            }
            String body = String.format(
                    Locale.ROOT,
                    "{\"phone\":\"%d\",\"code\":\"%s\",\"challenge\":\"%s\"}",
                    phone,
                    Objects.requireNonNull(codes.remove(to)),
                    challenge.value());
            String head = "POST /user/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: "
                    + body.length() + "\r\n\r\n";
            return (head + body).getBytes(StandardCharsets.US_ASCII);
        });
    }

    private void measure(String what, long firstPhone, int seconds) throws IOException {
        Result result = logIn(what, firstPhone, seconds);
        bench.report.verify(
                result.good(0) > 0 && result.refused() + result.other() == 0,
                "login: %s: %,d were logged in, %,d not.",
                what,
                result.good(0),
                result.refused() + result.other());
        bench.add(
                what,
                "logins/s",
                new Reading(result.rate(0), Double.NaN, result.millis(0, 50), result.millis(0, 99)),
                null);
    }
}
