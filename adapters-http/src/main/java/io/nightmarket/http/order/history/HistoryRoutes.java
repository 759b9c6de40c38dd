package io.nightmarket.http.order.history;

import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.history.FindOrderHistory;
import io.nightmarket.domain.order.history.HistoryEntry;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.request.LocalTimes;
import io.nightmarket.http.route.Endpoints;
import io.nightmarket.http.route.Options;
import io.nightmarket.http.route.Routes;
import org.jspecify.annotations.Nullable;

/** Shows admins the history of an order. */
public final class HistoryRoutes implements Routes {
    private final FindOrderHistory history;
    private final LocalTimes times;

    public HistoryRoutes(FindOrderHistory history, LocalTimes times) {
        this.history = history;
        this.times = times;
    }

    private record EntryView(@Nullable String at, String source, String text) {
        static EntryView of(HistoryEntry entry, LocalTimes times) {
            return new EntryView(
                    entry.at() == null ? null : times.showWithOffset(entry.at()),
                    entry.source().name(),
                    entry.text());
        }
    }

    @Override
    public void bind(Endpoints endpoints) {
        endpoints.bind(
                "findOrderHistory",
                Options.AUDITORS,
                request -> history.find(new OrderId(request.id("id")))
                        .thenApply(entries -> entries.isEmpty()
                                ? Answer.refused(ErrorCode.ORDER_NOT_FOUND)
                                : Answer.of(entries.stream()
                                        .map(entry -> EntryView.of(entry, times))
                                        .toList())));
    }
}
