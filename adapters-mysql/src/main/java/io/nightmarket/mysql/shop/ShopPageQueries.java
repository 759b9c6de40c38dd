package io.nightmarket.mysql.shop;

import io.nightmarket.domain.shop.ListShops;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.ShopOrder;
import io.nightmarket.domain.shop.ShopRepository;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Pages of lists of shops. */
final class ShopPageQueries {
    private static final String ALL = "SELECT " + MySqlShops.BRIEFLY + " id FROM tb_shop WHERE " + MySqlShops.WITH_ID;

    private static final String OF_TYPE = ALL + " AND type_id = ?";

    /** Shops in which one search looks for the name at most, those with the smallest ids. */
    private static final int CANDIDATES = 10_000;

    /** Grams of a name of which the rarest is looked for. */
    private static final int GRAMS = 8;

    /** STRAIGHT_JOIN: the rarest gram chooses the shops, whatever the optimizer thinks of the name. */
    private static final String NAMED = "SELECT " + MySqlShops.BRIEFLY + " id FROM (SELECT shop_id FROM shop_name_gram"
            + " WHERE gram = " + ShopNameIndex.gram("?", "?") + " ORDER BY shop_id LIMIT " + CANDIDATES
            + ") AS candidates"
            + " STRAIGHT_JOIN tb_shop ON id = shop_id WHERE " + MySqlShops.WITH_ID + " AND "
            + ShopNameIndex.folded("name")
            + " LIKE " + ShopNameIndex.folded("?") + " ESCAPE '!' ORDER BY shop_id";

    /** By the number of grams. */
    private static final List<String> COUNTS =
            IntStream.rangeClosed(1, GRAMS).mapToObj(ShopPageQueries::counts).toList();

    private static final Pattern WILDCARDS = Pattern.compile("[!%_]");
    private static final String PAGE = " LIMIT ? OFFSET ?";

    private final Database database;

    ShopPageQueries(Database database) {
        this.database = database;
    }

    CompletionStage<List<ShopId>> ofType(long typeId, ShopOrder order, long offset, int size) {
        return offset >= ShopRepository.MAX_LISTED
                ? CompletableFuture.completedStage(List.of())
                : page(OF_TYPE + by(order), offset, size, typeId).toCompletionStage();
    }

    CompletionStage<List<ShopId>> byName(Optional<String> part, long offset, int size) {
        if (offset >= ShopRepository.MAX_NAMED
                || part.filter(ListShops::isTooShort).isPresent()) {
            return CompletableFuture.completedStage(List.of());
        }
        return part.map(text -> rarestGram(text)
                        .compose(position -> page(NAMED, offset, size, text, position, '%' + literal(text) + '%')))
                .orElseGet(() -> page(ALL + by(ShopOrder.ID), offset, size))
                .toCompletionStage();
    }

    /** The position of the gram that the fewest shops have, among the first ones. */
    private Future<Integer> rarestGram(String text) {
        int grams = Math.min(GRAMS, text.codePointCount(0, text.length()) - 1);
        return grams == 1
                ? Future.succeededFuture(1)
                : database.run(
                        COUNTS.get(grams - 1),
                        rows -> Columns.small(rows.iterator().next(), "position"),
                        Collections.nCopies(grams, text).toArray());
    }

    /** Which of a number of grams is in the fewest shops, counted up to the bound. */
    private static String counts(int grams) {
        return IntStream.rangeClosed(1, grams)
                        .mapToObj(n -> "SELECT " + (n == 1 ? MySqlShops.BRIEFLY : "") + " " + n
                                + " AS position, COUNT(*) AS shops FROM (SELECT 1 FROM shop_name_gram WHERE gram = "
                                + ShopNameIndex.gram("?", Integer.toString(n)) + " LIMIT " + CANDIDATES + ") AS gram"
                                + n)
                        .collect(Collectors.joining(" UNION ALL "))
                + " ORDER BY shops, position LIMIT 1";
    }

    private Future<List<ShopId>> page(String query, long offset, int size, Object... values) {
        return database.run(
                query + PAGE,
                rows -> Rows.all(rows, row -> new ShopId(Columns.number(row, "id"))),
                Stream.concat(Stream.of(values), Stream.of(size, offset)).toArray());
    }

    private static String by(ShopOrder order) {
        return switch (order) {
            case ID -> " ORDER BY id";
            case COMMENTS -> " ORDER BY comments DESC, id";
            case SCORE -> " ORDER BY score DESC, id";
        };
    }

    private static String literal(String text) {
        return WILDCARDS.matcher(text).replaceAll("!$0");
    }
}
