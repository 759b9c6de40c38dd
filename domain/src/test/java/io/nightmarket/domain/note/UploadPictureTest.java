package io.nightmarket.domain.note;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.Bulkhead;
import io.nightmarket.domain.base.FairQueue;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.memory.InMemoryPictures;
import io.nightmarket.domain.memory.ManualTimers;
import io.nightmarket.domain.note.UploadPicture.Outcome;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Uploads of users to a decoder that takes one at a time, and the names that pictures get. */
final class UploadPictureTest {
    private static final UserId ALICE = new UserId(1);
    private static final UserId BOB = new UserId(2);
    private static final String NO_PICTURE = "text";

    private final InMemoryPictures stored = new InMemoryPictures();
    private final List<String> decoded = new ArrayList<>();
    private final List<CompletableFuture<PictureCodec.Outcome>> decoding = new ArrayList<>();
    private boolean isSlow;

    private UploadPicture pictures(int maxPerDay) {
        return new UploadPicture(
                this::decode,
                stored,
                stored,
                new FairQueue<>(new Bulkhead(1, 4), Duration.ofSeconds(30), new ManualTimers()),
                new Random(1),
                maxPerDay);
    }

    private CompletionStage<PictureCodec.Outcome> decode(PictureBytes file) {
        decoded.add(new String(file.array(), StandardCharsets.UTF_8));
        CompletableFuture<PictureCodec.Outcome> outcome = new CompletableFuture<>();
        decoding.add(outcome);
        if (!isSlow) {
            end(decoded.size() - 1);
        }
        return outcome;
    }

    private void end(int number) {
        decoding.get(number)
                .complete(
                        decoded.get(number).equals(NO_PICTURE)
                                ? new PictureCodec.Outcome.NoPicture()
                                : new PictureCodec.Outcome.Encoded(PictureType.PNG, new PictureBytes(new byte[] {7})));
    }

    /** A file that arrives with the stage. */
    private record File(CompletionStage<Void> receive, String content) implements UploadPicture.Upload {
        @Override
        public CompletionStage<PictureBytes> read() {
            return CompletableFuture.completedStage(new PictureBytes(content.getBytes(StandardCharsets.UTF_8)));
        }
    }

    private static CompletionStage<Outcome> upload(UploadPicture pictures, UserId user, String content) {
        return pictures.upload(user, new File(CompletableFuture.completedStage(null), content));
    }

    @Test
    void refusedTriesCountAndWhatIsOverTheNumberOfTheDayIsNotEvenReceived() {
        UploadPicture pictures = pictures(3);
        assertInstanceOf(Outcome.Stored.class, await(upload(pictures, ALICE, "a")));
        assertSame(UploadPicture.Refusal.NO_PICTURE, await(upload(pictures, ALICE, NO_PICTURE)));
        var _ = failureOf(
                Unavailable.class,
                pictures.upload(ALICE, new File(CompletableFuture.failedStage(new Unavailable("broken off")), "b")));
        assertSame(
                UploadPicture.Refusal.TOO_MANY_TODAY,
                await(pictures.upload(ALICE, new File(new CompletableFuture<>(), ""))));
        assertEquals(2, decoded.size());
        assertEquals(1, stored.count());
    }

    @Test
    void aBodyThatIsNotThereHoldsNoPlaceOfTheDecoder() {
        UploadPicture pictures = pictures(100);
        for (int user = 10; user < 30; user++) {
            var _ = pictures.upload(new UserId(user), new File(new CompletableFuture<>(), ""));
        }
        assertInstanceOf(Outcome.Stored.class, await(upload(pictures, ALICE, "a")));
    }

    @Test
    void whoUploadsMuchWaitsForOthers() {
        isSlow = true;
        UploadPicture pictures = pictures(100);
        for (String name : List.of("a1", "a2", "a3")) {
            var _ = upload(pictures, ALICE, name);
        }
        CompletionStage<Outcome> ofBob = upload(pictures, BOB, "b1");
        for (int i = 0; i < 4; i++) {
            end(i);
        }
        assertEquals(List.of("a1", "b1", "a2", "a3"), decoded);
        assertInstanceOf(Outcome.Stored.class, await(ofBob));
    }

    private static final String HEX = "0123456789abcdef0123456789abcdef";

    @Test
    void aRandomNameIsReadAgainWithAndWithoutItsPrefix() {
        Random random = new Random(1);
        for (int i = 0; i < 1_000; i++) {
            PictureName name = PictureName.random(random, i % 2 == 0 ? PictureType.JPEG : PictureType.PNG);
            assertEquals(Optional.of(name), PictureName.parse(name.path()));
            assertEquals(Optional.of(name), PictureName.parse("/imgs" + name.path()));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/",
                "../../etc/passwd",
                "/imgs/../blogs/1/2/" + HEX + ".jpg",
                "/blogs/1/2/../" + HEX + ".jpg",
                "/blogs/1/2/%2e%2e/" + HEX + ".jpg",
                "/blogs/16/2/" + HEX + ".jpg",
                "/blogs/01/2/" + HEX + ".jpg",
                "/blogs/1/2/" + HEX + ".svg",
                "/blogs/1/2/" + HEX + ".jpg\n",
                "/blogs/1/2/" + HEX + ".jpg/x",
                "/imgs/imgs/blogs/1/2/" + HEX + ".jpg",
                "blogs/1/2/" + HEX + ".jpg"
            })
    void whatLeadsElsewhereIsNoName(String text) {
        assertEquals(Optional.empty(), PictureName.parse(text));
    }
}
