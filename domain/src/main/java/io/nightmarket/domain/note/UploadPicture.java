package io.nightmarket.domain.note;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.FairQueue;
import io.nightmarket.domain.base.Stages;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.random.RandomGenerator;

/** A user uploads a picture, or deletes one of their own. Every file has an owner in the database from before until after it is there. */
public final class UploadPicture {
    private final PictureCodec codec;
    private final PictureLedger ledger;
    private final PictureStore store;
    private final FairQueue<UserId> queue;
    private final RandomGenerator random;
    private final int maxPerDay;

    /**
     * @param queue for the decoder: what is decoded is in memory until it is stored
     * @param maxPerDay uploads that a user tries in a day at most
     */
    public UploadPicture(
            PictureCodec codec,
            PictureLedger ledger,
            PictureStore store,
            FairQueue<UserId> queue,
            RandomGenerator random,
            int maxPerDay) {
        this.codec = codec;
        this.ledger = ledger;
        this.store = store;
        this.queue = queue;
        this.random = random;
        this.maxPerDay = maxPerDay;
    }

    /** A file that a user sends. Each method is called once at most. */
    public interface Upload {
        /** Ends when all of it has arrived, and takes no memory. */
        CompletionStage<Void> receive();

        /** What has arrived, in memory. */
        CompletionStage<PictureBytes> read();
    }

    /** What became of an upload. */
    public sealed interface Outcome {
        record Stored(PictureName name) implements Outcome {}
    }

    /** Why nothing was stored. */
    public enum Refusal implements Outcome {
        NO_PICTURE,
        TOO_MANY_PIXELS,
        TOO_MANY_TODAY
    }

    /** Every try counts, and what goes beyond the day's number is refused before anything of it is received. */
    public CompletionStage<Outcome> upload(UserId user, Upload file) {
        return ledger.countTry(user, maxPerDay)
                .thenCompose(counted -> counted
                        ? file.receive().thenCompose(_ -> queue.run(user, () -> encode(user, file)))
                        : CompletableFuture.completedStage(Refusal.TOO_MANY_TODAY));
    }

    private CompletionStage<Outcome> encode(UserId user, Upload file) {
        return file.read().thenCompose(codec::encode).thenCompose(encoded -> switch (encoded) {
            case PictureCodec.Outcome.Encoded(PictureType type, PictureBytes bytes) ->
                store(user, PictureName.random(random, type), bytes);
            case PictureCodec.Outcome.NoPicture _ -> CompletableFuture.completedStage(Refusal.NO_PICTURE);
            case PictureCodec.Outcome.TooManyPixels _ -> CompletableFuture.completedStage(Refusal.TOO_MANY_PIXELS);
        });
    }

    private CompletionStage<Outcome> store(UserId user, PictureName name, PictureBytes bytes) {
        return ledger.add(name, user)
                .thenCompose(_ -> Stages.then(
                        store.put(name, bytes),
                        _ -> CompletableFuture.completedStage(new Outcome.Stored(name)),
                        failure -> Stages.failAfter(ledger.remove(name), failure)));
    }

    /** Deletes the picture, of this user or of any; false when there is none. */
    public CompletionStage<Boolean> delete(Optional<UserId> owner, PictureName name) {
        return ledger.isOwnedBy(name, owner)
                .thenCompose(owned -> owned
                        ? store.delete(name)
                                .thenCompose(_ -> ledger.remove(name))
                                .thenApply(_ -> true)
                        : CompletableFuture.completedStage(false));
    }
}
