package io.nightmarket.domain.memory;

import io.nightmarket.domain.contract.PictureLedgerContract;
import io.nightmarket.domain.note.PictureLedger;

final class InMemoryPicturesTest extends PictureLedgerContract {
    private final PictureLedger pictures = new InMemoryPictures();

    @Override
    protected PictureLedger pictures() {
        return pictures;
    }
}
