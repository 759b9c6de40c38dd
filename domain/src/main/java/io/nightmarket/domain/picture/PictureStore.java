package io.nightmarket.domain.picture;

import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** The files of pictures. Fails with {@code Unavailable} when they can't be reached. */
public interface PictureStore {
    /** Writes a new file; it is whole once it can be read. */
    CompletionStage<Void> put(PictureName name, PictureBytes bytes);

    /** The file; nothing when there is none. */
    CompletionStage<Optional<PictureBytes>> read(PictureName name);

    /** Deletes the file, if there is one. */
    CompletionStage<Void> delete(PictureName name);
}
