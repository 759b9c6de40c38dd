package io.nightmarket.domain.id;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;

/** A set of small numbers, a bit for each, that any thread may add to. */
final class Marks {
    private final AtomicIntegerArray words;

    Marks(int numbers) {
        this.words = new AtomicIntegerArray(numbers / Integer.SIZE);
    }

    /** Whether the number was not marked before. */
    boolean mark(int number) {
        int bit = 1 << number;
        int index = number / Integer.SIZE;
        int before = words.getAndAccumulate(index, bit, (word, added) -> word | added);
        return (before & bit) == 0;
    }

    long count() {
        return IntStream.range(0, words.length())
                .mapToLong(index -> Integer.bitCount(words.get(index)))
                .sum();
    }
}
