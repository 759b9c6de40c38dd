package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.note.PictureLedger;
import io.nightmarket.domain.note.PictureName;
import io.nightmarket.domain.note.PictureType;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

public abstract class PictureLedgerContract {
    private final UserId user = new UserId(ThreadLocalRandom.current().nextLong(1L << 40, 1L << 50));
    private final UserId other = new UserId(user.value() + 1);

    protected abstract PictureLedger pictures();

    private static PictureName name() {
        return PictureName.random(ThreadLocalRandom.current(), PictureType.JPEG);
    }

    @Test
    void aPictureHasOneOwnerUntilItIsRemoved() {
        PictureName name = name();
        assertFalse(await(pictures().isOwnedBy(name, Optional.of(user))));
        await(pictures().add(name, user));
        assertTrue(await(pictures().isOwnedBy(name, Optional.of(user))));
        assertFalse(await(pictures().isOwnedBy(name, Optional.of(other))));
        assertTrue(await(pictures().isOwnedBy(name, Optional.empty())));
        await(pictures().remove(name));
        assertFalse(await(pictures().isOwnedBy(name, Optional.empty())));
        assertFalse(await(pictures().isOwnedBy(name, Optional.of(user))));
        await(pictures().remove(name));
    }

    @Test
    void aUserTriesSoManyTimesADayAlsoAtOnce() {
        List<Boolean> counted = Stages.atOnce(8, _ -> pictures().countTry(user, 3));
        assertEquals(3, counted.stream().filter(room -> room).count());
        assertFalse(await(pictures().countTry(user, 3)));
        assertTrue(await(pictures().countTry(user, 10)), "what is refused counts, too");
        assertFalse(await(pictures().countTry(user, 10)));
        assertTrue(await(pictures().countTry(other, 1)));
        assertFalse(await(pictures().countTry(other, 0)));
    }
}
