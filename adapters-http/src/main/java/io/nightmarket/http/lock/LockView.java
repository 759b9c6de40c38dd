package io.nightmarket.http.lock;

import io.nightmarket.domain.lock.LockTable.HeldLock;
import io.nightmarket.domain.lock.LockTable.Holder;
import io.nightmarket.http.request.LocalTimes;
import java.util.List;

/** A lock as operators see it. */
record LockView(String kind, String key, List<HolderView> holders, List<String> waiting) {
    record HolderView(String name, String token, int reentranceCount, String since, String until) {
        static HolderView of(Holder holder, LocalTimes times) {
            return new HolderView(
                    holder.name(),
                    Long.toString(holder.token()),
                    holder.reentranceCount(),
                    times.showWithOffset(holder.since()),
                    times.showWithOffset(holder.until()));
        }
    }

    static LockView of(HeldLock lock, LocalTimes times) {
        return new LockView(
                lock.kind(),
                lock.key(),
                lock.holders().stream()
                        .map(holder -> HolderView.of(holder, times))
                        .toList(),
                lock.waiting());
    }
}
