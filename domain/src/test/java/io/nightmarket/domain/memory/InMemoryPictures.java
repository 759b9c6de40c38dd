package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.note.PictureBytes;
import io.nightmarket.domain.note.PictureLedger;
import io.nightmarket.domain.note.PictureName;
import io.nightmarket.domain.note.PictureStore;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Pictures and their owners in memory; it is always the same day. */
public final class InMemoryPictures implements PictureStore, PictureLedger {
    private final Map<PictureName, PictureBytes> files = new HashMap<>();
    private final Map<PictureName, UserId> owners = new HashMap<>();
    private final Map<UserId, Integer> today = new HashMap<>();

    @Override
    public synchronized CompletionStage<Void> put(PictureName name, PictureBytes bytes) {
        files.put(name, bytes);
        return CompletableFuture.completedStage(null);
    }

    @Override
    public synchronized CompletionStage<Void> delete(PictureName name) {
        files.remove(name);
        return CompletableFuture.completedStage(null);
    }

    @Override
    public synchronized CompletionStage<Boolean> countTry(UserId user, int maxPerDay) {
        return CompletableFuture.completedStage(today.merge(user, 1, Integer::sum) <= maxPerDay);
    }

    @Override
    public synchronized CompletionStage<Void> add(PictureName name, UserId owner) {
        owners.put(name, owner);
        return CompletableFuture.completedStage(null);
    }

    @Override
    public synchronized CompletionStage<Boolean> isOwnedBy(PictureName name, Optional<UserId> user) {
        return CompletableFuture.completedStage(
                user.map(owner -> owner.equals(owners.get(name))).orElseGet(() -> owners.containsKey(name)));
    }

    @Override
    public synchronized CompletionStage<Void> remove(PictureName name) {
        owners.remove(name);
        return CompletableFuture.completedStage(null);
    }

    /** The content of a file, if there is one. */
    public synchronized Optional<byte[]> file(PictureName name) {
        return Optional.ofNullable(files.get(name)).map(PictureBytes::array);
    }

    /** How many files there are. */
    public synchronized int count() {
        return files.size();
    }
}
