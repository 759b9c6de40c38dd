package io.nightmarket.http.shop;

import io.nightmarket.domain.shop.Position;
import io.nightmarket.http.answer.Refusal;
import io.nightmarket.http.request.Query;
import io.vertx.ext.web.RoutingContext;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads the position of the reader from the query. */
final class Positions {
    private static final Pattern DECIMAL = Pattern.compile("-?[0-9]{1,20}(\\.[0-9]{1,40})?([eE]-?[0-9]{1,3})?");

    private Positions() {}

    /** Empty when the query names neither half. */
    static Optional<Position> inQuery(RoutingContext ctx) {
        Optional<String> x = Query.text(ctx, "x");
        Optional<String> y = Query.text(ctx, "y");
        return x.isEmpty() && y.isEmpty()
                ? Optional.empty()
                : Optional.of(new Position(degrees(x, "x", Position.MAX_X), degrees(y, "y", Position.MAX_Y)));
    }

    private static double degrees(Optional<String> text, String name, double max) {
        double degrees = text.filter(given -> DECIMAL.matcher(given).matches())
                .map(Double::parseDouble)
                .orElseThrow(() -> Refusal.malformed(name));
        if (Math.abs(degrees) > max) {
            throw Refusal.malformed(name);
        }
        return degrees;
    }
}
