package io.nightmarket.mysql;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.mysql.MySqlFixture.execute;

import io.nightmarket.domain.cache.CacheChange;
import io.nightmarket.domain.cache.CacheChanges;
import io.nightmarket.domain.contract.CacheChangesContract;
import io.nightmarket.domain.contract.Stages;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

final class MySqlCacheChangesIT extends CacheChangesContract {
    private final MySqlFixture fixture = new MySqlFixture();

    @AfterEach
    void close() {
        fixture.close();
    }

    @Override
    protected CacheChanges changes() {
        return fixture.adapters().cacheChanges();
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
