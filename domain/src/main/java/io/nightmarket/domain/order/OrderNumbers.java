package io.nightmarket.domain.order;

import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * The numbers that buyers see. They stand for the ids, one for one, and tell nothing: ids count the day's orders, and
 * two of them tell how much was sold in between. With the secret the id is found again; changing the secret changes
 * every number.
 *
 * <p>A number has 19 digits, with zeros in front.
 */
public final class OrderNumbers {
    /** Changing it changes every number. */
    static final String PURPOSE = "nightmarket order number 1";

    private static final int DIGITS = 19;

    private final Permutation63 permutation;

    /** @param secret random, 32 bytes or more, the same on all nodes; the key of the numbers is derived from it */
    public OrderNumbers(byte[] secret) {
        this.permutation = new Permutation63(secret, PURPOSE);
    }

    /** The number of an order, the same at every call. */
    public String of(OrderId id) {
        return text(permutation.encrypt(id.value()));
    }

    /** The numbers of several orders, which cost little more than one. */
    public List<String> of(List<Order> orders) {
        long[] ids = orders.stream().mapToLong(order -> order.id().value()).toArray();
        return LongStream.of(permutation.encrypt(ids))
                .mapToObj(OrderNumbers::text)
                .toList();
    }

    private static String text(long number) {
        String digits = Long.toString(number);
        return "0".repeat(DIGITS - digits.length()) + digits;
    }

    /**
     * The order of a number; empty when the text is no number of this kind. Nearly every number belongs to some id, so a
     * mistyped one is recognised by the id's time, which hardly ever is a plausible one.
     */
    public Optional<OrderId> find(String number) {
        if (number.length() != DIGITS || !number.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return Optional.empty();
        }
        try {
            long id = permutation.decrypt(Long.parseLong(number));
            return id == 0 ? Optional.empty() : Optional.of(new OrderId(id));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
