package io.nightmarket.domain.picture;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.concurrent.Stages;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.random.RandomGenerator;

/** A user uploads a picture, or deletes one of their own. Every file has an owner in the database from before until after it is there. */
public final class UploadPicture {
    private final PictureCodec codec;
    private final PictureLedger ledger;
    private final PictureStore store;
    private final RandomGenerator random;
    private final int maxPerDay;

    /** @param maxPerDay pictures that a user uploads in a day at most */
    public UploadPicture(
            PictureCodec codec, PictureLedger ledger, PictureStore store, RandomGenerator random, int maxPerDay) {
        this.codec = codec;
        this.ledger = ledger;
        this.store = store;
        this.random = random;
        this.maxPerDay = maxPerDay;
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

    /** What goes beyond the day's number is refused before it is decoded. */
    public CompletionStage<Outcome> upload(UserId user, PictureBytes file) {
        return ledger.hasRoom(user, maxPerDay)
                .thenCompose(
                        room -> room ? encode(user, file) : CompletableFuture.completedStage(Refusal.TOO_MANY_TODAY));
    }

    private CompletionStage<Outcome> encode(UserId user, PictureBytes file) {
        return codec.encode(file).thenCompose(encoded -> switch (encoded) {
            case PictureCodec.Outcome.Encoded(PictureType type, PictureBytes bytes) ->
                store(user, PictureName.random(random, type), bytes);
            case PictureCodec.Outcome.NoPicture _ -> CompletableFuture.completedStage(Refusal.NO_PICTURE);
            case PictureCodec.Outcome.TooManyPixels _ -> CompletableFuture.completedStage(Refusal.TOO_MANY_PIXELS);
        });
    }

    private CompletionStage<Outcome> store(UserId user, PictureName name, PictureBytes bytes) {
        return ledger.add(name, user, maxPerDay)
                .thenCompose(added -> added
                        ? Stages.then(
                                store.put(name, bytes),
                                _ -> CompletableFuture.completedStage(new Outcome.Stored(name)),
                                failure -> Stages.failAfter(ledger.remove(name), failure))
                        : CompletableFuture.completedStage(Refusal.TOO_MANY_TODAY));
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
