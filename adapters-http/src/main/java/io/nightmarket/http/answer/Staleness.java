package io.nightmarket.http.answer;

import io.nightmarket.domain.cache.ReadResult;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/** Marks answers from stale values, and says how old those are. */
public record Staleness(Clock clock) {
    /** Empty for a reading within its time. What was read by a clock that is ahead is of no age. */
    Optional<Duration> age(ReadResult<?> reading) {
        if (!reading.stale()) {
            return Optional.empty();
        }
        Duration age = Duration.between(reading.loadedAt(), clock.instant());
        return Optional.of(age.isNegative() ? Duration.ZERO : age);
    }

    /** The answer that was made from this reading. */
    public Answer mark(ReadResult<?> reading, Answer answer) {
        return age(reading).<Answer>map(age -> new Answer.Stale(answer, age)).orElse(answer);
    }
}
