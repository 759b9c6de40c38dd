package io.nightmarket.domain.memory;

import io.nightmarket.domain.contract.PictureStoreContract;
import io.nightmarket.domain.picture.PictureStore;

final class InMemoryPictureFilesTest extends PictureStoreContract {
    private final PictureStore store = new InMemoryPictures();

    @Override
    protected PictureStore store() {
        return store;
    }
}
