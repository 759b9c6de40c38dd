package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.feed.PulledAuthors;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

public abstract class PulledAuthorsContract {
    private final UserId author = new UserId(ThreadLocalRandom.current().nextLong(1L << 50, 1L << 52));
    private final UserId other = new UserId(author.value() + 1);

    protected abstract PulledAuthors pulled();

    private Optional<Long> find(UserId asked) {
        return Optional.ofNullable(await(pulled().versions(List.of(asked))).get(asked));
    }

    @Test
    void anAuthorIsPushedUntilAddedAndEachVersionIsHigher() {
        assertEquals(Optional.empty(), find(author));
        await(pulled().raise(author));
        assertEquals(Optional.empty(), find(author));
        await(pulled().add(author));
        assertEquals(Optional.of(PulledAuthors.BEGINNING), find(author));
        long before = PulledAuthors.BEGINNING;
        for (int i = 0; i < 3; i++) {
            await(pulled().raise(author));
            long version = find(author).orElseThrow();
            assertTrue(version > before, () -> version + " after an earlier one");
            before = version;
        }
        await(pulled().add(author));
        assertEquals(Optional.of(before), find(author));
    }

    @Test
    void severalAreFoundAtOnce() {
        await(pulled().add(author));
        await(pulled().raise(author));
        long version = find(author).orElseThrow();
        assertEquals(Map.of(author, version), await(pulled().versions(List.of(other, author, author))));
        List<UserId> many = new ArrayList<>();
        for (int i = 1; i <= 600; i++) {
            many.add(new UserId(author.value() + i));
        }
        many.add(author);
        assertEquals(Map.of(author, version), await(pulled().versions(many)));
        assertEquals(Map.of(), await(pulled().versions(List.of())));
    }
}
