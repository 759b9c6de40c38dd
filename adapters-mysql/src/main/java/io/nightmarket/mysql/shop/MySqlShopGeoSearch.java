package io.nightmarket.mysql.shop;

import io.nightmarket.domain.shop.GreatCircle;
import io.nightmarket.domain.shop.Position;
import io.nightmarket.domain.shop.ShopGeoSearch;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.Rows;
import io.vertx.sqlclient.Row;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Finds shops by reading all of their type: slow where they are many, and for times when there is no index. The server
 * cuts out a box and takes the nearest; what of it is within the radius is decided here. There is nothing to wait for:
 * shops are known up to the highest id that is visible.
 */
public final class MySqlShopGeoSearch implements ShopGeoSearch {
    /** By the term of the haversine formula that grows with the distance. */
    private static final String NEAREST =
            "SELECT " + MySqlShops.BRIEFLY + " id, x, y FROM tb_shop WHERE " + MySqlShops.WITH_ID
                    + " AND type_id = ? AND x BETWEEN ? AND ? AND y BETWEEN ? AND ?"
                    + " ORDER BY POW(SIN(RADIANS(y - ?) / 2), 2)"
                    + " + COS(RADIANS(?)) * COS(RADIANS(y)) * POW(SIN(RADIANS(x - ?) / 2), 2), id LIMIT ?";

    private static final String HIGHEST = "SELECT MAX(id) AS id FROM tb_shop WHERE " + MySqlShops.WITH_ID;

    private final Database database;

    public MySqlShopGeoSearch(Database database) {
        this.database = database;
    }

    @Override
    public CompletionStage<Long> knownUpTo() {
        return database.answer(HIGHEST, rows -> Rows.number(rows, "id"));
    }

    @Override
    public CompletionStage<Found> around(long type, Position center, double radius, int max) {
        return knownUpTo()
                .thenCompose(upTo -> nearest(type, center, radius, max).thenApply(shops -> new Found(shops, upTo)));
    }

    private CompletionStage<List<Located>> nearest(long type, Position center, double radius, int max) {
        double x = center.x();
        double y = center.y();
        double high = Math.toDegrees(radius / GreatCircle.RADIUS);
        double wide = halfWidth(y, high);
        return database.answer(
                NEAREST,
                rows -> within(center, radius, Rows.all(rows, MySqlShopGeoSearch::located)),
                type,
                Math.max(-Position.MAX_X, x - wide),
                Math.min(Position.MAX_X, x + wide),
                Math.max(-Position.MAX_Y, y - high),
                Math.min(Position.MAX_Y, y + high),
                y,
                y,
                x,
                max);
    }

    /** The degrees of longitude that a circle reaches; it is widest on the side of the pole. */
    private static double halfWidth(double y, double high) {
        return Math.abs(y) + high >= 90
                ? 180
                : Math.toDegrees(Math.asin(Math.sin(Math.toRadians(high)) / Math.cos(Math.toRadians(y))));
    }

    private static List<Located> within(Position center, double radius, List<Located> nearest) {
        record Measured(Located shop, double distance) {}
        return nearest.stream()
                .map(shop -> new Measured(shop, GreatCircle.metres(center, shop.x(), shop.y())))
                .filter(shop -> shop.distance() <= radius)
                .sorted(Comparator.comparingDouble(Measured::distance)
                        .thenComparingLong(one -> one.shop().id().value()))
                .map(Measured::shop)
                .toList();
    }

    private static Located located(Row row) {
        return new Located(new ShopId(Columns.number(row, "id")), Columns.real(row, "x"), Columns.real(row, "y"));
    }
}
