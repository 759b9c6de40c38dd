package io.nightmarket.redis;

import io.nightmarket.domain.checkin.CheckInBitmaps;
import io.nightmarket.domain.contract.CheckInBitmapsContract;
import io.nightmarket.redis.checkin.RedisCheckInBitmaps;
import org.junit.jupiter.api.extension.RegisterExtension;

final class RedisCheckInBitmapsIT extends CheckInBitmapsContract {
    @RegisterExtension
    private static final RedisFixture REDIS = new RedisFixture();

    private final CheckInBitmaps bitmaps = new RedisCheckInBitmaps(REDIS.link());

    @Override
    protected CheckInBitmaps bitmaps() {
        return bitmaps;
    }
}
