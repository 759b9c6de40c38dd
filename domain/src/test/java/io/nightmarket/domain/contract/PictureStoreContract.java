package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.note.PictureBytes;
import io.nightmarket.domain.note.PictureName;
import io.nightmarket.domain.note.PictureStore;
import io.nightmarket.domain.note.PictureType;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

public abstract class PictureStoreContract {
    protected abstract PictureStore store();

    /** The content of the file that the name shows, if there is one. */
    protected abstract Optional<byte[]> shown(PictureName name);

    private static PictureName name() {
        return PictureName.random(ThreadLocalRandom.current(), PictureType.PNG);
    }

    @Test
    void aFileIsReadAsItWasWrittenUntilItIsDeleted() {
        PictureName name = name();
        assertEquals(Optional.empty(), shown(name));
        byte[] bytes = {1, -2, 0, 3};
        await(store().put(name, new PictureBytes(bytes)));
        assertArrayEquals(bytes, shown(name).orElseThrow());
        assertEquals(Optional.empty(), shown(name()));

        await(store().delete(name));
        assertEquals(Optional.empty(), shown(name));
        await(store().delete(name));
    }
}
