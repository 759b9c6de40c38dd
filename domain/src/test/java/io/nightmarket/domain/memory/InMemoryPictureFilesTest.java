package io.nightmarket.domain.memory;

import io.nightmarket.domain.contract.PictureStoreContract;
import io.nightmarket.domain.note.PictureName;
import io.nightmarket.domain.note.PictureStore;
import java.util.Optional;

final class InMemoryPictureFilesTest extends PictureStoreContract {
    private final InMemoryPictures store = new InMemoryPictures();

    @Override
    protected PictureStore store() {
        return store;
    }

    @Override
    protected Optional<byte[]> shown(PictureName name) {
        return store.file(name);
    }
}
