package io.nightmarket.domain.lock;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LockOptionsTest {

    @ParameterizedTest
    @ValueSource(strings = {"PT-1S", "PT0S", "PT0.0009S", "PT24H0.001S"})
    void aLeaseThatCanBeNoneIsRefused(Duration lease) {
        assertThrows(IllegalArgumentException.class, () -> LockOptions.fixed(lease));
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT-0.001S", "PT1H0.001S"})
    void aWaitThatIsTooLongOrNegativeIsRefused(Duration wait) {
        assertThrows(IllegalArgumentException.class, () -> LockOptions.DEFAULT.waiting(wait));
    }

    @Test
    void aHoldShorterThanItsLeaseIsRefused() {
        Duration lease = Duration.ofSeconds(2);
        assertThrows(IllegalArgumentException.class, () -> LockOptions.watched(lease, lease.minusMillis(1)));
        assertThrows(IllegalArgumentException.class, () -> LockOptions.watched(lease, Duration.ofHours(25)));
        assertFalse(LockOptions.watched(lease, lease).hasWatchdog());
    }
}
