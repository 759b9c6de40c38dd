package io.nightmarket.chaos;

import io.nightmarket.chaos.Requests.Request;
import io.nightmarket.chaos.check.Answer;
import io.nightmarket.chaos.check.Answer.Done;
import io.nightmarket.chaos.check.Event.Operation;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * What buyers do with their orders: they pay, cancel, want their money back and have vouchers redeemed, in an order and at times
 * drawn from the seed; and the provider notifies of payments late, twice and in any order.
 */
final class AfterSale {
    /** The part of the buyers who change their orders; the others keep them as they are. */
    private static final double SHARE = 0.5;

    private static final int SOON = 2_000;
    private static final int LATER = 4_000;

    private final Requests requests;
    private final OrderRequests asks;
    private final SaleMoney money;
    private final boolean goesOn;
    private final Set<Integer> known = new HashSet<>();
    private final Set<Long> underWay = ConcurrentHashMap.newKeySet();
    private int calls;

    /** @param goesOn whether anything is done with orders at all */
    AfterSale(Requests requests, OrderRequests asks, SaleMoney money, boolean goesOn) {
        this.requests = requests;
        this.asks = asks;
        this.money = money;
        this.goesOn = goesOn;
    }

    private enum Course {
        CANCEL,
        CANCEL_AND_BUY,
        PAY,
        PAY_TWICE,
        PAY_AND_CANCEL,
        CANCEL_BEFORE_THE_MONEY,
        /** The order may be revived. */
        EXPIRE_BEFORE_THE_MONEY,
        PAY_BY_A_PROVIDER_THAT_HANGS,
        REFUND,
        REFUND_AND_REDEEM
    }

    /** Orders that calls change at the moment, and payments of them. */
    Set<Long> underWay() {
        return underWay;
    }

    /** A buyer was answered this order; what is done with it is over when this completes. */
    Future<Void> follow(int buyer, long order, Supplier<Future<Void>> buyAgain) {
        if (!goesOn || !known.add(buyer) || requests.random.nextDouble() >= SHARE) {
            return Future.succeededFuture();
        }
        Course[] courses = Course.values();
        Course course = courses[requests.random.nextInt(courses.length)];
        return requests.pause(SOON).compose(_ -> {
            underWay.add(order);
            return take(course, buyer, order, buyAgain)
                    .onComplete(_ -> underWay.remove(order))
                    .mapEmpty();
        });
    }

    private Future<?> take(Course course, int buyer, long order, Supplier<Future<Void>> buyAgain) {
        return switch (course) {
            case CANCEL -> cancel(buyer, order);
            case CANCEL_AND_BUY -> then(cancel(buyer, order), buyAgain);
            case PAY -> pay(buyer, order, "duplicate");
            case PAY_TWICE -> both(pay(buyer, order, ""), pay(buyer, order, ""));
            case PAY_AND_CANCEL -> both(pay(buyer, order, ""), cancel(buyer, order));
            case CANCEL_BEFORE_THE_MONEY ->
                then(pay(buyer, order, "delay"), () -> then(cancel(buyer, order), () -> cancel(buyer, order)));
            case EXPIRE_BEFORE_THE_MONEY -> then(pay(buyer, order, "delay"), () -> expire(order));
            case PAY_BY_A_PROVIDER_THAT_HANGS -> both(pay(buyer, order, "hang"), cancel(buyer, order));
            case REFUND -> then(pay(buyer, order, ""), () -> both(refund(buyer, order), refund(buyer, order)));
            case REFUND_AND_REDEEM ->
                then(pay(buyer, order, ""), () -> both(refund(buyer, order), redeem(buyer, order)));
        };
    }

    private static Future<?> both(Future<?> one, Future<?> other) {
        return Future.join(one, other);
    }

    /** A buyer who got no answer in the end leaves it there. */
    private static Future<?> then(Future<Answer> call, Supplier<? extends Future<?>> next) {
        return call.compose(answer ->
                answer.isToRepeat() ? Future.succeededFuture() : next.get().mapEmpty());
    }

    private Future<Answer> cancel(int buyer, long order) {
        return change(Operation.CANCEL, buyer, order, "");
    }

    /** Not while MySQL is away. */
    private Future<?> expire(long order) {
        return requests.vertx
                .executeBlocking(() -> {
                    money.expire(order);
                    return order;
                })
                .otherwise(order);
    }

    private Future<Answer> refund(int buyer, long order) {
        return change(Operation.REFUND, buyer, order, "");
    }

    private Future<Answer> pay(int buyer, long order, String payer) {
        JsonObject body = new JsonObject().put("payType", 1 + requests.random.nextInt(3));
        if (!payer.isEmpty()) {
            body.put("payer", payer);
        }
        return change(Operation.PAY, buyer, order, body.encode())
                .compose(answer -> report(buyer, answer).map(answer));
    }

    private Future<Answer> change(Operation operation, int buyer, long order, String body) {
        String key = requests.random.nextBoolean() ? "after-" + order + '-' + calls++ : "";
        return ask(asks.change(operation, buyer, order, body, key), buyer);
    }

    private Future<Answer> ask(Request request, int buyer) {
        return requests.ask(request, buyer, requests.anyNode());
    }

    /** A payment that was captured may be reported, now, or later, or twice. */
    private Future<?> report(int buyer, Answer answer) {
        if (!(answer instanceof Done(String payment)) || payment.isEmpty() || requests.random.nextBoolean()) {
            return Future.succeededFuture();
        }
        long id = Long.parseLong(payment);
        return both(report(buyer, id, "a"), report(buyer, id, requests.random.nextBoolean() ? "a" : "b"));
    }

    private Future<?> report(int buyer, long payment, String number) {
        return requests.pause(LATER).compose(_ -> ask(asks.notification(payment, number), buyer));
    }

    /** The buyer shows the order's number to a merchant. */
    private Future<?> redeem(int buyer, long order) {
        return ask(asks.look(buyer, order), buyer)
                .compose(answer -> answer instanceof Done(String number)
                        ? ask(asks.redeem(order, number), buyer)
                        : Future.succeededFuture(answer));
    }
}
