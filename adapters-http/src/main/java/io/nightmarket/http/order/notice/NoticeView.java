package io.nightmarket.http.order.notice;

import io.nightmarket.domain.order.notice.OrderNotice;
import io.nightmarket.http.request.LocalTimes;

/** A notice as the front end gets it. */
record NoticeView(long number, String orderId, String kind, String at) {
    static NoticeView of(OrderNotice notice, LocalTimes times) {
        return new NoticeView(
                notice.number(),
                Long.toString(notice.order().value()),
                notice.kind().name(),
                times.show(notice.at()));
    }
}
