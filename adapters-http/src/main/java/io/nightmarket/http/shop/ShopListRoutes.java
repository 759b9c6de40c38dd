package io.nightmarket.http.shop;

import io.nightmarket.domain.cache.ReadResult;
import io.nightmarket.domain.shop.ListShops;
import io.nightmarket.domain.shop.NearbyPage;
import io.nightmarket.domain.shop.Position;
import io.nightmarket.domain.shop.Shop;
import io.nightmarket.domain.shop.ShopOrder;
import io.nightmarket.http.Limits;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.answer.Refusal;
import io.nightmarket.http.answer.Staleness;
import io.nightmarket.http.request.Query;
import io.nightmarket.http.route.Endpoints;
import io.nightmarket.http.route.Options;
import io.nightmarket.http.route.Routes;
import io.vertx.core.http.Cookie;
import io.vertx.core.http.CookieSameSite;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;

/**
 * Lists of shops, page by page. The pages of shops nearby are held together by a cookie that the first one sets, for the
 * front end sends nothing else from page to page.
 */
public final class ShopListRoutes implements Routes {
    /** How long a reader may look at one page before turning to the next. */
    private static final Duration TURNING = Duration.ofMinutes(10);

    private static final Pattern DECIMAL = Pattern.compile("-?[0-9]{1,20}(\\.[0-9]{1,40})?([eE]-?[0-9]{1,3})?");

    private final ListShops listShops;
    private final Limits limits;
    private final ShopListRenderer lists;
    private final Staleness staleness;

    public ShopListRoutes(SharedHttpState share, ListShops listShops) {
        this.listShops = listShops;
        this.limits = share.limits();
        this.lists = new ShopListRenderer(share.times());
        this.staleness = share.staleness();
    }

    @Override
    public void bind(Endpoints endpoints) {
        endpoints.bind(
                "listShopsOfType",
                Options.PUBLIC.hot().limitedBy(limits.reads()),
                request -> ofType(request.context()));
        endpoints.bind(
                "listShopsByName",
                Options.PUBLIC.hot().limitedBy(limits.searches()),
                request -> byName(request.context()));
    }

    private CompletionStage<Answer> ofType(RoutingContext ctx) {
        long type = Query.requiredId(ctx, "typeId");
        int page = Query.page(ctx);
        Optional<ShopOrder> order = Query.text(ctx, "sortBy").map(ShopListRoutes::order);
        Optional<Position> from = position(ctx);
        return order.isEmpty() && from.isPresent()
                ? near(ctx, type, from.get(), page)
                : listShops.byType(type, order.orElse(ShopOrder.ID), page).thenApply(found -> list(found, from));
    }

    private CompletionStage<Answer> byName(RoutingContext ctx) {
        int page = Query.page(ctx);
        Optional<String> name = Query.text(ctx, "name").map(String::strip).filter(part -> !part.isEmpty());
        return name.filter(ListShops::isTooShort).isPresent()
                ? CompletableFuture.completedStage(Answer.refused(ErrorCode.NAME_TOO_SHORT))
                : listShops.byName(name, page).thenApply(found -> list(found, Optional.empty()));
    }

    private CompletionStage<Answer> near(RoutingContext ctx, long type, Position from, int page) {
        boolean first = page == 1;
        String cookie = "nearby-" + type;
        OptionalLong upTo = first ? OptionalLong.empty() : upTo(ctx, cookie);
        return listShops.near(type, from, page, upTo).thenApply(reading -> {
            NearbyPage<Shop> nearby = reading.value().orElseThrow();
            Answer list = staleness.mark(reading, lists.near(nearby.shops()));
            return first ? new Answer.WithCookie(list, cookie(cookie, nearby.upTo())) : list;
        });
    }

    private Answer list(ReadResult<List<Shop>> found, Optional<Position> from) {
        return staleness.mark(found, lists.of(found.value().orElseThrow(), from));
    }

    private static OptionalLong upTo(RoutingContext ctx, String name) {
        Cookie cookie = ctx.request().getCookie(name);
        return cookie == null
                ? OptionalLong.empty()
                : Query.whole(cookie.getValue()).stream()
                        .mapToLong(Long::longValue)
                        .filter(number -> number >= 0)
                        .findFirst();
    }

    private static Cookie cookie(String name, long upTo) {
        return Cookie.cookie(name, Long.toString(upTo))
                .setPath("/")
                .setMaxAge(TURNING.toSeconds())
                .setHttpOnly(true)
                .setSameSite(CookieSameSite.LAX);
    }

    private static ShopOrder order(String sortBy) {
        return switch (sortBy) {
            case "comments" -> ShopOrder.COMMENTS;
            case "score" -> ShopOrder.SCORE;
            default -> throw Refusal.malformed("sortBy");
        };
    }

    /** The position of the reader; empty when the query names neither half. */
    private static Optional<Position> position(RoutingContext ctx) {
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
