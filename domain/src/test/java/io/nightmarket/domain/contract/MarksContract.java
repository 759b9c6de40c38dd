package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.atOnce;
import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.node.Marks;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What every {@link Marks} promises. The store may have one already. */
public abstract class MarksContract {
    protected abstract Marks marks();

    private String keepAny() {
        return await(marks().keep(UUID.randomUUID().toString()));
    }

    @Test
    void theFirstMarkIsKeptAlsoOfSeveralAtOnce() {
        Set<String> kept =
                Set.copyOf(atOnce(8, _ -> marks().keep(UUID.randomUUID().toString())));
        assertEquals(1, kept.size());
        assertEquals(kept, await(marks().find()).stream().collect(Collectors.toSet()));
        assertEquals(kept, Set.of(keepAny()));
        assertEquals(kept, await(marks().find()).stream().collect(Collectors.toSet()));
    }
}
