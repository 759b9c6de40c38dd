package io.nightmarket.http.history;

import io.nightmarket.domain.history.FindOrderHistory;
import io.nightmarket.domain.history.HistoryEntry;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.request.Ids;
import io.nightmarket.http.route.Endpoints;
import io.nightmarket.http.route.Options;
import io.nightmarket.http.route.Routes;
import org.jspecify.annotations.Nullable;

/** Shows admins the history of an order. */
public final class HistoryRoutes implements Routes {
    private final FindOrderHistory history;

    public HistoryRoutes(FindOrderHistory history) {
        this.history = history;
    }

    /** An entry; times are in UTC. */
    private record EntryView(@Nullable String at, String source, String text) {
        static EntryView of(HistoryEntry entry) {
            return new EntryView(
                    entry.at() == null ? null : entry.at().toString(),
                    entry.source().name(),
                    entry.text());
        }
    }

    @Override
    public void bind(Endpoints endpoints) {
        endpoints.bind(
                "findOrderHistory",
                Options.ADMINS,
                request -> history.find(new OrderId(Ids.inPath(request.context(), "id")))
                        .thenApply(entries -> entries.isEmpty()
                                ? Answer.refused(ErrorCode.ORDER_NOT_FOUND)
                                : Answer.of(entries.stream().map(EntryView::of).toList())));
    }
}
