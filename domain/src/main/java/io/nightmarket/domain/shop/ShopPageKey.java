package io.nightmarket.domain.shop;

/**
 * A page of the shops of a type.
 *
 * @param offset how many shops are on the pages before it
 */
public record ShopPageKey(long type, ShopOrder order, long offset) {
    private static final String BETWEEN = ":";

    /** The key as text, which {@link #parse} reads. */
    public String text() {
        return type + BETWEEN + order + BETWEEN + offset;
    }

    /**
     * Reads a key from its text.
     *
     * @throws IllegalArgumentException when it is none
     */
    public static ShopPageKey parse(String text) {
        String[] parts = text.split(BETWEEN, -1);
        if (parts.length != 3) {
            throw new IllegalArgumentException("no page of shops: " + text);
        }
        return new ShopPageKey(Long.parseLong(parts[0]), ShopOrder.valueOf(parts[1]), Long.parseLong(parts[2]));
    }
}
