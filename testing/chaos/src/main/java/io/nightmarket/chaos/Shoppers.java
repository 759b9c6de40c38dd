package io.nightmarket.chaos;

import io.nightmarket.chaos.ClickPlan.Click;
import io.nightmarket.chaos.Requests.Request;
import io.nightmarket.chaos.check.Answer.OrderAnswered;
import io.nightmarket.chaos.check.Answers;
import io.nightmarket.chaos.check.Event;
import io.nightmarket.chaos.check.Event.Operation;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/** The crowd of one sale. Clicks are due by a plan, whatever became of others. */
final class Shoppers {
    /** So few that none waits long for a connection, on however slow a machine. */
    private static final int QUESTIONS_AT_ONCE = 256;

    private final Requests requests;
    private final List<String> tokens;
    private final Sale sale;
    private final AfterSale afterSale;
    private int questionsUnderWay;

    /**
     * The buyers at the nodes.
     *
     * @param tokens the tokens of the buyers
     * @param afterSale gets their orders
     */
    Shoppers(Requests requests, List<String> tokens, Sale sale, AfterSale afterSale) {
        this.requests = requests;
        this.tokens = tokens;
        this.sale = sale;
        this.afterSale = afterSale;
    }

    /**
     * What became of an order?
     *
     * @param buyer from 0
     * @param order that the buyer was answered; 0 when it was answered none
     */
    record Question(int buyer, long order) {}

    /** Completes when every click has its last answer, and what buyers do with their orders afterwards is over. */
    Future<Void> play(ClickPlan plan) {
        Queue<Click> due = new ArrayDeque<>(plan.clicks());
        List<Future<Void>> clicks = new ArrayList<>();
        long first = requests.now();
        return requests.client
                .eachMilli(() -> {
                    while (!due.isEmpty()
                            && first
                                            + TimeUnit.MILLISECONDS.toNanos(
                                                    due.element().due())
                                    <= requests.now()) {
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
        return requests.client
                .eachMilli(() -> {
                    while (questionsUnderWay < QUESTIONS_AT_ONCE && !due.isEmpty()) {
                        questionsUnderWay++;
                        asked.add(ask(due.remove()).onComplete(_ -> questionsUnderWay--));
                    }
                    return due.isEmpty();
                })
                .compose(_ -> Future.join(asked).mapEmpty());
    }

    private Future<Void> click(Click click) {
        return requests.ask(request(click), click.buyer(), click.node())
                .compose(answer -> answer instanceof OrderAnswered(long order, var _)
                        ? afterSale.follow(click.buyer(), order, () -> again(click))
                        : Future.succeededFuture());
    }

    private Request request(Click click) {
        return new Request(
                Operation.CLICK,
                HttpMethod.POST,
                "/voucher-order/seckill/" + sale.voucher() + click.query(),
                Requests.headers(tokens.get(click.buyer()), click.key()),
                click.how(),
                Answers::ofClick);
    }

    /** A buyer whose order is cancelled may buy once more. */
    private Future<Void> again(Click click) {
        Click second = new Click(click.buyer(), 0, requests.anyNode(), "", click.durable());
        return requests.ask(request(second), click.buyer(), second.node()).mapEmpty();
    }

    private Future<Void> ask(Question question) {
        String naming = Event.naming(question.order());
        Request request = new Request(
                Operation.RESULT,
                HttpMethod.GET,
                "/voucher-order/seckill/" + sale.voucher() + "/result" + naming,
                Requests.headers(tokens.get(question.buyer()), ""),
                naming,
                Answers::ofResult);
        return requests.ask(request, question.buyer(), requests.anyNode()).mapEmpty();
    }
}
