package io.nightmarket.chaos;

import io.nightmarket.chaos.check.Answer;
import io.nightmarket.chaos.check.Answer.Unknown;
import io.nightmarket.chaos.check.Answers;
import io.nightmarket.chaos.check.Event;
import io.nightmarket.chaos.check.Event.Operation;
import io.nightmarket.testkit.Eventually;
import io.nightmarket.testkit.HttpCalls;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;

/** Changes a sale by the routes for administrators; repeats each request until it is answered. */
final class Operator {
    private static final int ROUNDS = 3;
    private static final long TOO_MANY = -1_000_000;
    private static final Duration TIMEOUT = Duration.ofSeconds(4);
    private static final Duration LONGEST = Duration.ofSeconds(40);

    private final ScenarioContext context;
    private int requests;

    Operator(ScenarioContext context) {
        this.context = context;
    }

    /** Adds and removes units, more than there are too, and pauses and resumes. */
    void operate() throws IOException {
        long units = 1 + context.random.nextLong(50);
        for (int round = 0; round < ROUNDS; round++) {
            restock("more-" + round, units);
            turn(Event.PAUSE);
            context.last(context.about(100));
            turn(Event.RESUME);
            restock("fewer-" + round, -units / 2 - 1);
            restock("too-few-" + round, TOO_MANY);
        }
    }

    private void turn(String verb) throws IOException {
        repeat(verb, verb, "");
    }

    private void restock(String name, long units) throws IOException {
        JsonObject body = new JsonObject().put("adjustmentId", name).put("units", units);
        repeat(Event.restock(name, units), "stock", body.encode());
    }

    private void repeat(String how, String verb, String body) throws IOException {
        Eventually.await(how, LONGEST, () -> !request(how, verb, body).isToRepeat());
    }

    private Answer request(String how, String verb, String body) {
        List<FleetNode> nodes = context.stage.fleet.nodes();
        int node = requests++ % nodes.size();
        long sent = context.now();
        Answer answer;
        try {
            HttpResponse<String> response = HttpCalls.post(
                    nodes.get(node).port(),
                    "/admin/sales/" + context.sale.voucher() + '/' + verb,
                    context.stage.admin,
                    body,
                    TIMEOUT);
            answer = Answers.ofOperation(response.statusCode(), Buffer.buffer(response.body()));
        } catch (IOException e) {
            answer = new Unknown(e.toString());
        }
        context.note(new Event(0, Operation.OPERATE, node, how, sent, context.now(), answer));
        return answer;
    }
}
