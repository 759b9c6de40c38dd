package io.nightmarket.domain.memory;

import io.nightmarket.domain.checkin.CheckInBitmaps;
import io.nightmarket.domain.contract.CheckInBitmapsContract;

final class InMemoryCheckInBitmapsTest extends CheckInBitmapsContract {
    private final CheckInBitmaps bitmaps = new InMemoryCheckInBitmaps();

    @Override
    protected CheckInBitmaps bitmaps() {
        return bitmaps;
    }
}
