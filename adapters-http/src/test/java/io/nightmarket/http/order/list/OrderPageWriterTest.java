package io.nightmarket.http.order.list;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderNumbers;
import io.nightmarket.domain.order.OrderStatus;
import io.nightmarket.domain.order.list.ListOrders;
import io.nightmarket.domain.order.list.OrderPages.Position;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.Json;
import io.nightmarket.http.order.OrderView;
import io.nightmarket.http.request.LocalTimes;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class OrderPageWriterTest {
    private static final ZoneId ZONE = ZoneId.of("Europe/Berlin");
    private static final List<OrderStatus> STATUSES = List.of(OrderStatus.values());

    private final Random random = new Random(10);
    private final OrderNumbers numbers = new OrderNumbers(new byte[32]);
    private final LocalTimes times = new LocalTimes(ZONE);
    private final OrderPageWriter writer = new OrderPageWriter(numbers, times);

    private Order order() {
        // Ids beyond 2^53 are strings in JSON.
        long voucher = random.nextBoolean() ? random.nextLong(1, 1L << 54) : random.nextLong(1, 100);
        long user = random.nextBoolean() ? Long.MAX_VALUE : 1L << 53;
        return new Order(
                new OrderId(random.nextLong(1, Long.MAX_VALUE)),
                new UserId(user),
                new VoucherId(voucher),
                1 + random.nextInt(3),
                STATUSES.get(random.nextInt(STATUSES.size())),
                time(),
                timeOrNull(),
                timeOrNull(),
                timeOrNull(),
                time());
    }

    private Instant time() {
        return Instant.ofEpochMilli(random.nextLong(Integer.MAX_VALUE * 1000L));
    }

    private @Nullable Instant timeOrNull() {
        return random.nextBoolean() ? time() : null;
    }

    private String write(List<Order> orders, Optional<Position> next) {
        return assertInstanceOf(Answer.Written.class, writer.write(new ListOrders.Page(orders, next)))
                .data()
                .toString();
    }

    @Test
    void anOrderOfAPageIsWrittenAsOneThatIsAskedForAlone() {
        for (int size = 0; size < 100; size++) {
            List<Order> orders = Stream.generate(this::order).limit(size).toList();
            String views = orders.stream()
                    .map(order ->
                            Json.write(OrderView.of(order, numbers, times)).toString())
                    .collect(Collectors.joining(","));
            assertEquals("{\"list\":[" + views + "]}", write(orders, Optional.empty()));
        }
    }

    @Test
    void thePageEndsWithTheCursorOfTheNext() {
        assertEquals(
                "{\"list\":[],\"cursor\":\"1795174200937-7\"}",
                write(List.of(), Optional.of(new Position(1_795_174_200_937L, new OrderId(7)))));
    }

    @Test
    void timesAreLocalToTheZoneAndToTheSecond() {
        DateTimeFormatter formatter = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss");
        Instant midnight = Instant.parse("2026-12-31T23:00:00Z");
        for (Instant time : Arrays.asList(midnight, midnight.plusMillis(999), Instant.EPOCH, time(), time(), time())) {
            assertEquals(formatter.format(LocalDateTime.ofInstant(time, ZONE)), times.show(time));
        }
    }
}
