package io.nightmarket.http.order.list;

import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderNumbers;
import io.nightmarket.domain.order.list.ListOrders;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.Json;
import io.nightmarket.http.order.OrderView;
import io.nightmarket.http.request.Cursor;
import io.nightmarket.http.request.LocalTimes;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes pages of orders, each order as an {@link OrderView} that is settled. Pages are asked for often, and nothing in them
 * needs to be escaped.
 */
final class OrderPageWriter {
    /** Holds most orders, so that the text of a page need not grow. */
    private static final int USUAL_SIZE = 256;

    private final OrderNumbers numbers;
    private final LocalTimes times;

    OrderPageWriter(OrderNumbers numbers, LocalTimes times) {
        this.numbers = numbers;
        this.times = times;
    }

    /** With the cursor that asks for the next page, and none at the end. */
    Answer write(ListOrders.Page page) {
        List<Order> orders = page.orders();
        List<String> ofOrders = numbers.of(orders);
        StringBuilder json = new StringBuilder((1 + orders.size()) * USUAL_SIZE).append("{\"list\":[");
        for (int i = 0; i < orders.size(); i++) {
            if (i > 0) {
                json.append(',');
            }
            write(orders.get(i), ofOrders.get(i), json);
        }
        json.append(']');
        page.next()
                .ifPresent(next -> json.append(",\"cursor\":\"")
                        .append(Cursor.write(next.score(), next.id().value()))
                        .append('"'));
        return Answer.written(Buffer.buffer(json.append('}').toString().getBytes(StandardCharsets.ISO_8859_1)));
    }

    private void write(Order order, String number, StringBuilder json) {
        json.append("{\"id\":\"").append(order.id().value());
        json.append("\",\"orderNo\":\"").append(number);
        json.append("\",\"userId\":");
        Json.appendId(order.user().value(), json);
        json.append(",\"state\":\"SETTLED\",\"voucherId\":");
        Json.appendId(order.voucher().value(), json);
        json.append(",\"payType\":").append(order.payType());
        json.append(",\"status\":").append(order.status().code());
        write(",\"createTime\":\"", order.createTime(), json);
        write(",\"payTime\":\"", order.payTime(), json);
        write(",\"useTime\":\"", order.useTime(), json);
        write(",\"refundTime\":\"", order.refundTime(), json);
        write(",\"updateTime\":\"", order.updateTime(), json);
        json.append('}');
    }

    private void write(String member, @Nullable Instant time, StringBuilder json) {
        if (time != null) {
            times.show(time, json.append(member));
            json.append('"');
        }
    }
}
