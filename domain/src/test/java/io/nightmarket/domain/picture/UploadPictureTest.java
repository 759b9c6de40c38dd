package io.nightmarket.domain.picture;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.memory.InMemoryPictures;
import io.nightmarket.domain.picture.UploadPicture.Outcome;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Uploads of one user. */
final class UploadPictureTest {
    private static final UserId ALICE = new UserId(1);
    private static final PictureBytes FILE = new PictureBytes(new byte[] {7});

    private final InMemoryPictures stored = new InMemoryPictures();
    private final AtomicInteger decoded = new AtomicInteger();
    private final UploadPicture pictures = new UploadPicture(
            file -> {
                decoded.incrementAndGet();
                return CompletableFuture.completedStage(new PictureCodec.Outcome.Encoded(PictureType.PNG, file));
            },
            stored,
            stored,
            new Random(1),
            2);

    @Test
    void whatIsOverTheNumberOfTheDayIsNotDecoded() {
        assertInstanceOf(Outcome.Stored.class, await(pictures.upload(ALICE, FILE)));
        assertInstanceOf(Outcome.Stored.class, await(pictures.upload(ALICE, FILE)));
        assertEquals(UploadPicture.Refusal.TOO_MANY_TODAY, await(pictures.upload(ALICE, FILE)));
        assertEquals(2, decoded.get());
        assertEquals(2, stored.count());
    }
}
