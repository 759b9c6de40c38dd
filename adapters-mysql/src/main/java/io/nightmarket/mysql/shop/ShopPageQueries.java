package io.nightmarket.mysql.shop;

import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.ShopOrder;
import io.nightmarket.domain.shop.ShopRepository;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.Rows;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;

/** Pages of lists of shops. */
final class ShopPageQueries {
    private static final String ALL = "SELECT " + MySqlShops.BRIEFLY + " id FROM tb_shop WHERE " + MySqlShops.WITH_ID;

    private static final String OF_TYPE = ALL + " AND type_id = ?";

    /** By characters, for the usual collation of the table takes all characters beyond the basic plane for one. */
    private static final String NAMED = ALL + " AND LOWER(name) LIKE LOWER(?) COLLATE utf8mb4_bin ESCAPE '!'";

    private static final Pattern WILDCARDS = Pattern.compile("[!%_]");
    private static final String PAGE = " LIMIT ? OFFSET ?";

    private final Database database;

    ShopPageQueries(Database database) {
        this.database = database;
    }

    CompletionStage<List<ShopId>> ofType(long typeId, ShopOrder order, long offset, int size) {
        return page(OF_TYPE + by(order), offset, size, typeId);
    }

    CompletionStage<List<ShopId>> byName(Optional<String> part, long offset, int size) {
        return part.map(text -> page(NAMED + by(ShopOrder.ID), offset, size, '%' + literal(text) + '%'))
                .orElseGet(() -> page(ALL + by(ShopOrder.ID), offset, size));
    }

    private CompletionStage<List<ShopId>> page(String query, long offset, int size, Object... values) {
        if (offset >= ShopRepository.MOST_LISTED) {
            return CompletableFuture.completedStage(List.of());
        }
        Tuple all = Tuple.from(values).addValue(size).addValue(offset);
        return database.run(query + PAGE, all, rows -> Rows.all(rows, row -> new ShopId(Columns.number(row, "id"))))
                .toCompletionStage();
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
