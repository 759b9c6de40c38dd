package io.nightmarket.domain.note;

/** The bytes of a file, which are not changed by who has them. */
public final class PictureBytes {
    private final byte[] bytes;

    /** @param bytes are not copied, and must not change from here on */
    public PictureBytes(byte[] bytes) {
        this.bytes = bytes;
    }

    /** The bytes themselves, to be read only. */
    public byte[] array() {
        return bytes;
    }
}
