package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.LoginCodes;
import io.nightmarket.domain.contract.LoginCodesContract;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ConcurrentHashMap;

final class InMemoryLoginCodesTest extends LoginCodesContract {
    private final ManualClock clock = new ManualClock(Instant.EPOCH);
    private final ConcurrentHashMap<Integer, LoginCodes> byLimit = new ConcurrentHashMap<>();

    @Override
    protected LoginCodes codes(int perAddressAndHour) {
        return byLimit.computeIfAbsent(perAddressAndHour, limit -> new InMemoryLoginCodes(clock, limit));
    }

    @Override
    protected void elapse(Duration time) {
        clock.advance(time);
    }
}
