package io.nightmarket.domain.note;

import java.util.concurrent.CompletionStage;

/** The files of pictures, which are shown by their names. Fails with {@code Unavailable} when they can't be reached. */
public interface PictureStore {
    /** Writes a new file; it is whole once it can be read. */
    CompletionStage<Void> put(PictureName name, PictureBytes bytes);

    /** Deletes the file, if there is one. */
    CompletionStage<Void> delete(PictureName name);
}
