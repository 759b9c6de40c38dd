package io.nightmarket.http.listing;

import io.nightmarket.domain.listing.ListRows;
import io.nightmarket.domain.listing.ListRows.Selection;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.answer.Language;
import io.nightmarket.http.answer.Responses;
import io.nightmarket.http.request.Query;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** The exports of a node, two at a time. Safe for use by several threads. */
final class CsvExports {
    private static final int MAX = 2;
    private static final int PAGE = 500;
    private static final Duration LATER = Duration.ofSeconds(10);
    private static final Duration READ_TIMEOUT = Duration.ofSeconds(30);
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private final ListRows rows;
    private final RowWriter writer;
    private final AtomicInteger running = new AtomicInteger();

    CsvExports(ListRows rows, RowWriter writer) {
        this.rows = rows;
        this.writer = writer;
    }

    /** Sends all rows, or a refusal when too many exports run. On the event loop of the request. */
    void begin(Responses responses, RoutingContext ctx, Selection selection) {
        if (ctx.response().ended() || ctx.response().closed()) {
            return;
        }
        if (running.incrementAndGet() > MAX) {
            running.decrementAndGet();
            responses.send(ctx, Answer.refusedFor(ErrorCode.TOO_MANY_REQUESTS, LATER));
            return;
        }
        boolean marked = Query.text(ctx, "bom").filter("true"::equals).isPresent();
        String head = (marked ? BYTE_ORDER_MARK : "") + writer.head(selection.list(), Language.of(ctx));
        new CsvExport(
                        ctx,
                        after -> rows.page(selection, after, PAGE),
                        page -> writer.lines(selection.list(), page.rows()),
                        READ_TIMEOUT)
                .begin(ctx, selection.list().name() + ".csv", head, running::decrementAndGet);
    }
}
