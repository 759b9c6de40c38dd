package io.nightmarket.mysql;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.mysql.MySqlFixture.execute;

import io.nightmarket.domain.cache.CacheChange;
import io.nightmarket.domain.cache.CacheChanges;
import io.nightmarket.domain.contract.CacheChangesContract;
import io.nightmarket.domain.contract.Stages;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;

final class MySqlCacheChangesIT extends CacheChangesContract {
    @AutoClose
    private static final MySqlFixture MYSQL = new MySqlFixture();

    @Override
    protected CacheChanges changes() {
        return MYSQL.adapters().cacheChanges();
    }

    @Override
    protected CacheChange note(String cache, String key) {
        var _ = execute("INSERT INTO cache_change (cache, entry) VALUES (?, ?)", cache, key);
        return await(changes().unconfirmed(List.of(cache), "nobody", Duration.ZERO, Long.MAX_VALUE, 1))
                .getFirst();
    }

    @Override
    protected void elapse(Duration time) {
        Stages.pause(time);
    }
}
