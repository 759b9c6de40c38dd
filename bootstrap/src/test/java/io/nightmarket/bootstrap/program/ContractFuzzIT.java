package io.nightmarket.bootstrap.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.bootstrap.program.Client.Answer;
import io.nightmarket.embedded.EmbeddedServers;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests made by chance: none ends in a failure of the server, and every refusal has a code of the contract. */
@Tag("api")
final class ContractFuzzIT {
    private static final long SEED = 18;
    private static final int REQUESTS = 20_000;
    private static final int AT_A_TIME = 50;
    private static final int LEAST_SHARE = 20;

    /** Answered without the envelope. */
    private static final Set<String> HEALTH = Set.of("isLive", "isReady");

    @TempDir(factory = PreparedFolder.class)
    private Path data;

    private final Vertx vertx = Vertx.vertx();
    private Set<String> codes = Set.of();

    @Test
    void noRequestEndsInAFailureOfTheServer() throws Exception {
        try (EmbeddedServers servers = EmbeddedServers.start(data);
                Program program = Program.startQuickly(Callers.SETTINGS, "--data", data.toString());
                MySqlPeek mysql = new MySqlPeek(servers.mysqlUri());
                Client client = new Client(program.address())) {
            DescribedApi api = DescribedApi.of(vertx, program.address());
            codes = api.codes();
            Callers callers = new Callers(vertx, mysql);
            List<String> tokens = new ArrayList<>(
                    Callers.WITH_SESSION.stream().map(callers::token).toList());
            tokens.addAll(List.of("x", tokens.getFirst() + 'x', "..", "é"));
            FuzzRequests requests = new FuzzRequests(SEED, api.operations(), tokens);
            List<String> failures = new ArrayList<>();
            int successes = 0;
            for (int sent = 0; sent < REQUESTS; sent += AT_A_TIME) {
                List<FuzzRequests.Sent> batch = new ArrayList<>();
                List<Future<Answer>> answers = new ArrayList<>();
                for (int i = 0; i < AT_A_TIME; i++) {
                    batch.add(requests.next());
                    FuzzRequests.Sent next = batch.getLast();
                    answers.add(client.sendRaw(next.method(), next.target(), next.headers(), next.body()));
                }
                for (int i = 0; i < AT_A_TIME; i++) {
                    Answer answer = Client.await(answers.get(i));
                    judge(batch.get(i), answer, api, failures);
                    successes += answer.success() ? 1 : 0;
                }
            }
            assertEquals(List.of(), failures, "with seed " + SEED);
            assertTrue(successes > REQUESTS / LEAST_SHARE, "only " + successes + " requests got past the checks");
        } finally {
            var _ = Client.await(vertx.close());
        }
    }

    private void judge(FuzzRequests.Sent sent, Answer answer, DescribedApi api, List<String> failures) {
        boolean described = answer.success() || answer.status() == 304 || codes.contains(answer.code());
        boolean fine = described || HEALTH.contains(sent.operation().getOperationId());
        if (!fine || answer.status() >= 500) {
            failures.add(sent + " -> " + answer);
        } else if (answer.status() == 200) {
            try {
                api.judge(sent.operation(), answer);
            } catch (AssertionError e) {
                failures.add(sent + " -> " + e.getMessage());
            }
        }
    }
}
