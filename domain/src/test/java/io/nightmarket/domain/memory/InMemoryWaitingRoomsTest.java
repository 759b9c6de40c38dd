package io.nightmarket.domain.memory;

import io.nightmarket.domain.contract.WaitingRoomsContract;
import io.nightmarket.domain.sale.waiting.WaitingRooms;
import java.time.Clock;

final class InMemoryWaitingRoomsTest extends WaitingRoomsContract {
    private final WaitingRooms rooms = new InMemoryWaitingRooms(Clock.systemUTC());

    @Override
    protected WaitingRooms rooms() {
        return rooms;
    }
}
