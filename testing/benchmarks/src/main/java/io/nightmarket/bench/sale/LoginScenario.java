package io.nightmarket.bench.sale;

import static io.nightmarket.testkit.Waiting.await;

import io.nightmarket.bench.common.Finding.Reading;
import io.nightmarket.bench.sale.OpenLoad.Result;
import io.nightmarket.bench.sale.OpenSockets.Call;
import io.nightmarket.domain.account.ChallengeId;
import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.RequestLoginCode;
import io.nightmarket.domain.account.RequestLoginCode.Outcome;
import io.nightmarket.domain.account.Requester;
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
    private static final long NEW_PHONES = 18_000_000_000L;
    private static final long NEW_PHONES_END = 18_990_000_000L;
    private static final String HERE = "127.0.0.1";
    private static final int CONNECTIONS = 256;
    private static final int CODES_AT_ONCE = 1_000;

    /** More than are used in a second; all of them are there before. */
    private static final int CODES_A_SECOND = 5_000;

    private final SecureRandom random = new SecureRandom();
    private final Bench bench;
    private final Map<PhoneNumber, String> codes = new ConcurrentHashMap<>();
    private final RequestLoginCode requesting;

    private LoginScenario(Bench bench) {
        this.bench = bench;
        this.requesting = new RequestLoginCode(
                bench.stage.loop.redis().loginCodes(),
                bench.stage.codeDigests(),
                _ -> CompletableFuture.completedStage(false),
                (phone, code) -> {
                    codes.put(phone, code);
                    return CompletableFuture.completedStage(null);
                },
                random);
    }

    static void run(Bench bench) throws IOException {
        LoginScenario scenario = new LoginScenario(bench);
        int seconds = bench.size.seconds();
        // A phone gets one code a minute, so no round uses those of an earlier one.
        long first = NEW_PHONES + scenario.random.nextLong(NEW_PHONES_END - NEW_PHONES);
        int codes = CODES_A_SECOND * seconds;
        var _ = scenario.logIn("logins, warming up", scenario.requests(first, codes, "bench"), seconds);
        List<byte[]> fresh = scenario.requests(first + codes, codes, "bench");
        long known = scenario.measure("logins by code, of new users", fresh, seconds);
        // From where they logged in they may have another code at once.
        List<byte[]> again = scenario.requests(first + codes, (int) known, HERE);
        var _ = scenario.measure("logins by code, of known users", again, Math.max(1, seconds / 4));
    }

    /** Answers how many users were logged in: the first ones of the requests. */
    private long measure(String what, List<byte[]> requests, int seconds) throws IOException {
        Result result = logIn(what, requests, seconds);
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
        return result.good(0);
    }

    private Result logIn(String what, List<byte[]> requests, int seconds) throws IOException {
        bench.step(what + " (" + seconds + " s)");
        try (OpenSockets sockets = new OpenSockets(bench.stage.node.port(), CONNECTIONS)) {
            return bench.send(
                    what,
                    () -> sockets.runOnce(
                            Duration.ofSeconds(seconds),
                            requests.size(),
                            number -> new Call(ByteBuffer.wrap(requests.get(Math.toIntExact(number)))),
                            Answer::verdict));
        }
    }

    /** @param address that the codes are asked for from */
    private List<byte[]> requests(long firstPhone, int number, String address) throws IOException {
        bench.step("login: codes are sent");
        List<byte[]> requests = new ArrayList<>(number);
        Deque<CompletionStage<byte[]>> underWay = new ArrayDeque<>();
        for (int i = 0; i < number; i++) {
            if (underWay.size() >= CODES_AT_ONCE) {
                requests.add(await(underWay.removeFirst()));
            }
            underWay.addLast(request(firstPhone + i, address));
        }
        while (!underWay.isEmpty()) {
            requests.add(await(underWay.removeFirst()));
        }
        return requests;
    }

    private CompletionStage<byte[]> request(long phone, String address) {
        PhoneNumber to = new PhoneNumber(Long.toString(phone));
        return requesting.request(new Requester(to, address)).thenApply(outcome -> {
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
}
