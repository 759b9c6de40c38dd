package io.nightmarket.domain.cache;

/** What is cached: the names in settings, keys, messages and metrics. */
public final class CacheNames {
    /** Shops by id. */
    public static final String SHOP = "shop";

    /** All types of shops, one entry. */
    public static final String SHOP_TYPES = "shop-types";

    /** The types that shops have, one entry. */
    public static final String TYPES_IN_USE = "types-in-use";

    /** Ids of shops, page by page of a type. */
    public static final String SHOP_PAGES = "shop-pages";

    /** Where the shops of a type lie around one cell of the map. */
    public static final String AREAS = "areas";

    /** What is on sale, by shop. */
    public static final String VOUCHERS = "vouchers";

    /** Public profiles of users, by id. */
    public static final String USER_CARDS = "user-cards";

    /** Notes by id. */
    public static final String NOTES = "notes";

    /** Ids of the most liked notes, page by page. */
    public static final String HOT_NOTES = "hot-notes";

    /** Ids of the notes with the most likes of a period. */
    public static final String NOTE_RANKS = "note-ranks";

    private CacheNames() {}
}
