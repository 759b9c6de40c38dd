package io.nightmarket.chaos;

import io.nightmarket.chaos.ClickPlan.Click;
import io.nightmarket.chaos.check.Answer;
import io.nightmarket.chaos.check.Answer.NotSent;
import io.nightmarket.chaos.check.Answer.Unknown;
import io.nightmarket.chaos.check.Answers;
import io.nightmarket.chaos.check.Event;
import io.nightmarket.chaos.check.Event.Operation;
import io.nightmarket.chaos.check.History;
import io.nightmarket.testkit.LoadClient;
import io.nightmarket.testnode.Crowd;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.random.RandomGenerator;

/**
 * The crowd of one sale. Clicks are due by a plan, whatever became of others; so many are under way to a node, and the
 * others wait in line. Who gets no answer, or is answered to come back, tries again for a while, at the next node. Everything
 * happens on one event loop.
 */
final class Shoppers implements AutoCloseable {
    private static final int CONNECTIONS = 64;
    private static final Duration PATIENCE = Duration.ofSeconds(4);
    private static final Duration IN_LINE = Duration.ofSeconds(30);
    /** As long as a slow machine may need to bring a node back. */
    private static final Duration GIVES_UP = Duration.ofSeconds(40);

    /** So few that none waits long for a connection, on however slow a machine. */
    private static final int QUESTIONS_AT_ONCE = 256;

    private static final int FIRST_PAUSE = 200;
    private static final int LONGEST_PAUSE = 2_000;

    private final Vertx vertx;
    private final LoadClient client;
    private final List<Integer> ports;
    private final List<String> tokens;
    private final Sale sale;
    private final History history;
    private final RandomGenerator random;
    private final long begin = System.nanoTime();
    private int questionsUnderWay;

    /**
     * At the doors.
     *
     * @param ports of the nodes
     * @param tokens of the buyers
     */
    Shoppers(Vertx vertx, List<Integer> ports, List<String> tokens, Sale sale, History history, long seed) {
        this.vertx = vertx;
        this.ports = List.copyOf(ports);
        this.tokens = tokens;
        this.sale = sale;
        this.history = history;
        this.random = new Random(seed);
        this.client = new LoadClient(vertx, CONNECTIONS);
    }

    /**
     * What became of an order?
     *
     * @param buyer from 0
     * @param order that the buyer was answered; 0 when it was answered none
     */
    record Question(int buyer, long order) {}

    /** The time from which events count, as of {@link System#nanoTime}. */
    long begin() {
        return begin;
    }

    /** Nanoseconds from the begin, as events bear them. */
    long now() {
        return System.nanoTime() - begin;
    }

    /** Completes when every click has its last answer. */
    Future<Void> play(ClickPlan plan) {
        Queue<Click> due = new ArrayDeque<>(plan.clicks());
        List<Future<Void>> clicks = new ArrayList<>();
        long first = now();
        return client.eachMilli(() -> {
                    while (!due.isEmpty()
                            && first
                                            + TimeUnit.MILLISECONDS.toNanos(
                                                    due.element().due())
                                    <= now()) {
                        clicks.add(click(due.remove()));
                    }
                    return due.isEmpty();
                })
                .compose(_ -> Future.join(clicks).mapEmpty());
    }

    /** Asks what became of orders; completes when every question has its last answer. */
    Future<Void> ask(Collection<Question> questions) {
        Queue<Question> due = new ArrayDeque<>(questions);
        List<Future<Void>> asked = new ArrayList<>();
        return client.eachMilli(() -> {
                    while (questionsUnderWay < QUESTIONS_AT_ONCE && !due.isEmpty()) {
                        questionsUnderWay++;
                        asked.add(ask(due.remove()).onComplete(_ -> questionsUnderWay--));
                    }
                    return due.isEmpty();
                })
                .compose(_ -> Future.join(asked).mapEmpty());
    }

    private Future<Void> click(Click click) {
        Request request = new Request(
                HttpMethod.POST,
                "/voucher-order/seckill/" + sale.voucher() + click.query(),
                click.key(),
                Operation.CLICK,
                Answers::ofClick);
        return attempt(request, click.buyer(), click.node(), click.how(), FIRST_PAUSE, now() + GIVES_UP.toNanos());
    }

    private Future<Void> ask(Question question) {
        Request request = new Request(
                HttpMethod.GET,
                "/voucher-order/seckill/" + sale.voucher() + "/result" + Event.naming(question.order()),
                "",
                Operation.RESULT,
                Answers::ofResult);
        return attempt(
                request,
                question.buyer(),
                random.nextInt(ports.size()),
                Event.naming(question.order()),
                FIRST_PAUSE,
                now() + GIVES_UP.toNanos());
    }

    private record Request(
            HttpMethod method,
            String path,
            String key,
            Operation operation,
            BiFunction<Integer, Buffer, Answer> reading) {}

    private Future<Void> attempt(Request request, int buyer, int node, String how, int pause, long deadline) {
        return send(request, buyer, node, how).compose(answer -> {
            if (!answer.isToRepeat() || now() >= deadline) {
                return Future.succeededFuture();
            }
            return vertx.timer(pause / 2 + random.nextInt(pause), TimeUnit.MILLISECONDS)
                    .compose(_ -> attempt(
                            request,
                            buyer,
                            (node + 1) % ports.size(),
                            how,
                            Math.min(LONGEST_PAUSE, 2 * pause),
                            deadline));
        });
    }

    private Future<Answer> send(Request request, int buyer, int node, String how) {
        Map<String, String> headers = new HashMap<>(Map.of("authorization", tokens.get(buyer)));
        if (!request.key().isEmpty()) {
            headers.put("Idempotency-Key", request.key());
        }
        long queued = now();
        return client.open(new LoadClient.Call(request.method(), ports.get(node), request.path(), headers), IN_LINE)
                .compose(
                        opened -> {
                            long sent = now();
                            return LoadClient.send(opened.idleTimeout(PATIENCE.toMillis()), request.reading())
                                    .otherwise(failure -> new Unknown(String.valueOf(failure)))
                                    .map(answer -> note(request, buyer, node, how, sent, answer));
                        },
                        failure -> Future.succeededFuture(
                                note(request, buyer, node, how, queued, new NotSent(String.valueOf(failure)))));
    }

    private Answer note(Request request, int buyer, int node, String how, long sent, Answer answer) {
        history.note(new Event(Crowd.user(buyer), request.operation(), node, how, sent, now(), answer));
        return answer;
    }

    @Override
    public void close() {
        client.close();
    }
}
