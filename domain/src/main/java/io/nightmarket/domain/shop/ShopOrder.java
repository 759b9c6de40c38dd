package io.nightmarket.domain.shop;

/** How shops of one type are listed. Shops that are equal come by id, ascending. */
public enum ShopOrder {
    /** By id, ascending. */
    ID,
    /** Those with the most comments first. */
    COMMENTS,
    /** The best rated first. */
    SCORE
}
