package io.nightmarket.http.visitor;

import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.visitor.Page;
import io.nightmarket.domain.visitor.VisitCounts;
import io.nightmarket.domain.visitor.VisitCounts.Range;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.Refusal;
import io.nightmarket.http.request.Ids;
import io.nightmarket.http.request.Query;
import io.nightmarket.http.route.Endpoints;
import io.nightmarket.http.route.Options;
import io.nightmarket.http.route.Request;
import io.nightmarket.http.route.Routes;
import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Administrators see how many visitors there were. */
public final class VisitorRoutes implements Routes {
    private static final String FROM = "from";
    private static final String TO = "to";
    private static final String SHOP = "shop";

    private final VisitCounts counts;

    public VisitorRoutes(VisitCounts counts) {
        this.counts = counts;
    }

    @Override
    public void bind(Endpoints endpoints) {
        endpoints.bind("countVisitors", Options.AUDITORS, this::count);
    }

    private CompletionStage<Answer> count(Request request) {
        LocalDate first = Query.day(request.context(), FROM);
        LocalDate last = Query.day(request.context(), TO);
        if (last.isBefore(first) || first.plusDays(VisitCounts.MAX_DAYS - 1).isBefore(last)) {
            throw Refusal.malformed(TO);
        }
        Page page = Query.text(request.context(), SHOP)
                .<Page>map(shop -> new Page.OfShop(new ShopId(Ids.parse(shop, SHOP))))
                .orElseGet(Page.Site::new);
        return counts.count(page, first, last).thenApply(range -> Answer.of(RangeView.of(range)));
    }

    /** Days in numbers. */
    record RangeView(long visitors, long views, List<DayView> days) {
        static RangeView of(Range range) {
            return new RangeView(
                    range.visitors(),
                    range.views(),
                    range.days().stream()
                            .map(day -> new DayView(day.day().toString(), day.visitors(), day.views()))
                            .toList());
        }
    }

    /** One day in numbers. */
    record DayView(String date, long visitors, long views) {}
}
