package io.nightmarket.mysql.lock;

import io.nightmarket.domain.lock.Claim;
import io.nightmarket.domain.lock.LeaseStore.Listening;
import io.nightmarket.domain.lock.LeaseStore.News;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;

/** Who waits for which key in this process. The server has no way to call anybody. Safe for use by several threads. */
final class Ears {
    private final Map<String, SequencedMap<String, News>> ears = new HashMap<>();

    synchronized Listening open(Claim claim, News news) {
        ears.computeIfAbsent(claim.key(), _ -> new LinkedHashMap<>()).put(claim.holder(), news);
        return () -> close(claim);
    }

    private synchronized void close(Claim claim) {
        ears.computeIfPresent(claim.key(), (_, line) -> {
            line.remove(claim.holder());
            return line.isEmpty() ? null : line;
        });
    }

    /** Tells the one who has waited longest that the key may be free. */
    void tell(String key) {
        News first;
        synchronized (this) {
            SequencedMap<String, News> line = ears.get(key);
            first = line == null ? _ -> {} : line.firstEntry().getValue();
        }
        first.askAgain(Duration.ZERO);
    }

    synchronized int count() {
        return ears.values().stream().mapToInt(Map::size).sum();
    }
}
