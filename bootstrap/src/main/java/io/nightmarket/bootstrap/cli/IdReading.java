package io.nightmarket.bootstrap.cli;

import io.nightmarket.domain.id.IdLayout;
import io.nightmarket.domain.order.FindIdFloor;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderNumbers;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One way to read a number.
 *
 * @param numberGiven whether it was read as an order number
 * @param orderNumber empty without a secret
 */
record IdReading(OrderId id, boolean numberGiven, Optional<String> orderNumber) {
    /**
     * The ways to read the text, mostly one: as an id, as an order number, or not at all. What would be of a time that
     * has not come yet is no reading; so a random number is taken for an order number in about one of 14 cases in 2026.
     */
    static List<IdReading> of(String text, Optional<OrderNumbers> numbers, Instant now) {
        List<IdReading> readings = new ArrayList<>();
        asId(text)
                .filter(id -> isPossible(id, now))
                .ifPresent(id -> readings.add(new IdReading(id, false, numbers.map(known -> known.of(id)))));
        numbers.flatMap(known -> known.find(text))
                .filter(id -> isPossible(id, now))
                .ifPresent(id -> readings.add(new IdReading(id, true, Optional.of(text))));
        return readings;
    }

    /** The id that the text is, if it is one. */
    static Optional<OrderId> asId(String text) {
        if (!text.matches("[0-9]{1,19}")) {
            return Optional.empty();
        }
        try {
            long value = Long.parseLong(text);
            return value == 0 ? Optional.empty() : Optional.of(new OrderId(value));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static boolean isPossible(OrderId id, Instant now) {
        return id.value() <= FindIdFloor.ceiling(now).value() && IdLayout.sequence(id.value()) > 0;
    }

    /** For a person to read. */
    String text(String whyNoNumber) {
        IdLayout.Parts parts = IdLayout.parts(id.value());
        return String.join(
                System.lineSeparator(),
                "read as        " + (numberGiven ? "an order number" : "an id"),
                "id             " + id.value(),
                "time           " + parts.time(),
                "number of day  " + parts.sequence(),
                "order number   " + orderNumber.orElse("not known: " + whyNoNumber));
    }
}
