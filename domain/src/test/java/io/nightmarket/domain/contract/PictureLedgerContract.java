package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.picture.PictureLedger;
import io.nightmarket.domain.picture.PictureName;
import io.nightmarket.domain.picture.PictureType;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

/** What every {@link PictureLedger} promises. */
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
        assertTrue(await(pictures().add(name, user, 10)));
        assertTrue(await(pictures().isOwnedBy(name, Optional.of(user))));
        assertFalse(await(pictures().isOwnedBy(name, Optional.of(other))));
        assertTrue(await(pictures().isOwnedBy(name, Optional.empty())));
        await(pictures().remove(name));
        assertFalse(await(pictures().isOwnedBy(name, Optional.empty())));
        assertFalse(await(pictures().isOwnedBy(name, Optional.of(user))));
        await(pictures().remove(name));
    }

    @Test
    void aUserUploadsSoManyADayAlsoAtOnce() {
        List<Boolean> added = Stages.atOnce(8, _ -> pictures().add(name(), user, 3));
        assertEquals(3, added.stream().filter(done -> done).count());
        PictureName late = name();
        assertFalse(await(pictures().add(late, user, 3)));
        assertFalse(await(pictures().isOwnedBy(late, Optional.of(user))));
        assertFalse(await(pictures().hasRoom(user, 3)));
        assertTrue(await(pictures().hasRoom(user, 4)));
        assertTrue(await(pictures().add(late, user, 4)));
        assertTrue(await(pictures().hasRoom(other, 3)));
        assertFalse(await(pictures().hasRoom(other, 0)));
        assertTrue(await(pictures().add(name(), other, 3)));
    }
}
