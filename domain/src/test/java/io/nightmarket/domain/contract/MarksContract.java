package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.atOnce;
import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.node.Marks;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What every {@link Marks} promises. The store may have one already. */
public abstract class MarksContract {
    protected abstract Marks marks();

    private String keepAny() {
        return await(marks().keep(UUID.randomUUID().toString()));
    }

    @Test
    void theFirstMarkIsKept() {
        String kept = keepAny();
        assertEquals(Optional.of(kept), await(marks().find()));
        assertEquals(kept, keepAny());
        assertEquals(Optional.of(kept), await(marks().find()));
    }

    @Test
    void ofSeveralAtOnceOneIsKept() {
        assertEquals(
                1,
                Set.copyOf(atOnce(8, _ -> marks().keep(UUID.randomUUID().toString())))
                        .size());
    }
}
