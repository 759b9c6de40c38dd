package io.nightmarket.http.listing;

import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.listing.ListRows;
import io.nightmarket.domain.listing.ListRows.Condition;
import io.nightmarket.domain.listing.ListRows.Count;
import io.nightmarket.domain.listing.ListRows.Page;
import io.nightmarket.domain.listing.ListRows.Place;
import io.nightmarket.domain.listing.ListRows.Selection;
import io.nightmarket.domain.listing.ListRows.Test;
import io.nightmarket.domain.listing.StaffAccess;
import io.nightmarket.domain.listing.StaffList;
import io.nightmarket.domain.order.OrderNumbers;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.answer.Refusal;
import io.nightmarket.http.answer.Responses;
import io.nightmarket.http.request.Cursor;
import io.nightmarket.http.request.Ids;
import io.nightmarket.http.request.LocalTimes;
import io.nightmarket.http.request.Query;
import io.nightmarket.http.route.Endpoints;
import io.nightmarket.http.route.Limit;
import io.nightmarket.http.route.Options;
import io.nightmarket.http.route.Request;
import io.nightmarket.http.route.Routes;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Lists for people who work, a page at a time or, to clients that accept {@code text/csv}, as a whole. One for all event loops. */
public final class ListRoutes implements Routes {
    private static final long USUAL_SIZE = 50;

    /** No shop has it. */
    private static final List<Long> NONE = List.of(0L);

    private final ListRows rows;
    private final StaffAccess access;
    private final LocalTimes times;
    private final RowWriter writer;
    private final Limit limit;
    private final CsvExports exports;

    public ListRoutes(SharedHttpState share, ListRows rows, StaffAccess access, OrderNumbers numbers) {
        this.rows = rows;
        this.access = access;
        this.times = share.times();
        this.writer = new RowWriter(numbers, share.times());
        this.exports = new CsvExports(rows, writer);
        this.limit = share.limits().orderPages();
    }

    @Override
    public void bind(Endpoints endpoints) {
        Responses responses = endpoints.responses();
        Options ofShops = Options.SHOP_STAFF.limitedBy(limit);
        endpoints.bind("listSales", Options.AUDITORS, request -> answer(responses, request, sales(request)));
        endpoints.bind("listOwnSales", ofShops, request -> answer(responses, request, ownSales(request)));
        endpoints.bind("searchOrders", ofShops, request -> answer(responses, request, orders(request)));
    }

    private record PageView(
            List<Map<String, Object>> list,
            @Nullable String cursor,
            @Nullable Long total,
            @Nullable Boolean moreThan,
            boolean more) {}

    private CompletionStage<Optional<Selection>> sales(Request request) {
        List<Condition> conditions = saleConditions(request);
        id(request, "shop").ifPresent(shop -> conditions.add(is("shopId", List.of(shop))));
        return CompletableFuture.completedStage(Optional.of(new Selection(StaffList.SALES, conditions)));
    }

    private CompletionStage<Optional<Selection>> ownSales(Request request) {
        List<Condition> conditions = saleConditions(request);
        Session actor = request.session();
        CompletionStage<List<Long>> shops = id(request, "shop")
                .map(shop -> access.maySee(actor, new ShopId(shop))
                        .thenApply(allowed -> allowed ? List.of(shop) : List.<Long>of()))
                .orElseGet(() -> access.ownShops(actor)
                        .thenApply(own -> own.isEmpty()
                                ? NONE
                                : own.stream().map(ShopId::value).toList()));
        return shops.thenApply(allowed -> {
            conditions.add(is("shopId", allowed));
            return allowed.isEmpty() ? Optional.empty() : Optional.of(new Selection(StaffList.SALES, conditions));
        });
    }

    private List<Condition> saleConditions(Request request) {
        List<Condition> conditions = new ArrayList<>();
        Query.text(request.context(), "state").ifPresent(state -> conditions.add(is("state", List.of(state))));
        addTimes(request, "beginTime", conditions);
        return conditions;
    }

    /** Those of a sale, a shop or a phone; nothing when the caller may not see them. */
    private CompletionStage<Optional<Selection>> orders(Request request) {
        Session actor = request.session();
        Optional<Long> sale = id(request, "sale");
        Optional<Long> shop = id(request, "shop");
        Optional<String> phone = Query.text(request.context(), "phone");
        if ((sale.isPresent() ? 1 : 0) + (shop.isPresent() ? 1 : 0) + (phone.isPresent() ? 1 : 0) != 1) {
            throw Refusal.malformed("sale");
        }
        List<Condition> conditions = new ArrayList<>();
        sale.ifPresent(id -> conditions.add(is("voucherId", List.of(id))));
        shop.ifPresent(id -> conditions.add(is("shopId", List.of(id))));
        phone.map(ListRoutes::phone).ifPresent(known -> conditions.add(is("phone", List.of(known))));
        Optional.ofNullable(request.wholeInQuery("status"))
                .ifPresent(status -> conditions.add(is("status", List.of(status))));
        addTimes(request, "createTime", conditions);
        return sale.map(id -> access.maySee(actor, new VoucherId(id)))
                .or(() -> shop.map(id -> access.maySee(actor, new ShopId(id))))
                .orElseGet(() -> CompletableFuture.completedStage(StaffAccess.seesAll(actor)))
                .thenApply(allowed ->
                        allowed ? Optional.of(new Selection(StaffList.ORDERS, conditions)) : Optional.empty());
    }

    private static String phone(String text) {
        return PhoneNumber.parse(text)
                .orElseThrow(() -> Refusal.malformed("phone"))
                .value();
    }

    private static Optional<Long> id(Request request, String name) {
        return Query.text(request.context(), name).map(text -> Ids.parse(text, name));
    }

    private static Condition is(String column, List<?> values) {
        return new Condition(column, Test.ONE_OF, values);
    }

    private void addTimes(Request request, String column, List<Condition> conditions) {
        RoutingContext ctx = request.context();
        Map<String, Test> tests = Map.of("from", Test.FROM, "to", Test.BEFORE);
        tests.forEach((name, test) -> Query.text(ctx, name)
                .map(text -> times.parse(text, name))
                .ifPresent(time -> conditions.add(new Condition(column, test, List.of(time)))));
    }

    /** All that the request says is read before the query is known. */
    private CompletionStage<Answer> answer(
            Responses responses, Request request, CompletionStage<Optional<Selection>> allowed) {
        Optional<Place> after = Cursor.read(request.context(), Place::new);
        int size = (int) (long) Objects.requireNonNullElse(request.wholeInQuery("size"), USUAL_SIZE);
        String accepted = request.context().request().getHeader(HttpHeaders.ACCEPT);
        boolean isCsv = accepted != null && accepted.contains("text/csv");
        return allowed.thenCompose(query -> {
            if (query.isEmpty()) {
                return CompletableFuture.completedStage(Answer.refused(ErrorCode.FORBIDDEN));
            }
            return isCsv
                    ? CompletableFuture.completedStage(
                            new Answer.Streamed(ctx -> exports.begin(responses, ctx, query.get())))
                    : page(query.get(), after, size);
        });
    }

    private CompletionStage<Answer> page(Selection query, Optional<Place> after, int size) {
        CompletionStage<Optional<Count>> count = after.isPresent()
                ? CompletableFuture.completedStage(Optional.empty())
                : rows.count(query).thenApply(Optional::of);
        return rows.page(query, after, size)
                .thenCombine(count, (page, counted) -> Answer.of(view(query, page, counted)));
    }

    private PageView view(Selection query, Page page, Optional<Count> count) {
        return new PageView(
                page.rows().stream().map(row -> writer.json(query.list(), row)).toList(),
                page.next()
                        .map(next -> Cursor.write(next.first(), next.second()))
                        .orElse(null),
                count.map(Count::total).orElse(null),
                count.map(Count::moreThan).orElse(null),
                page.next().isPresent());
    }
}
