package io.nightmarket.bootstrap.picture;

/** Counts the scans of a JPEG file, of which each is a pass over all pixels, without decoding any. */
final class JpegScans {
    private static final int SEGMENT = 0xff;
    private static final int SCAN = 0xda;
    private static final int END = 0xd9;

    private final byte[] file;
    private int at = 2;

    private JpegScans(byte[] file) {
        this.file = file;
    }

    /** As many as a decoder may meet, up to the end of the first picture. */
    static int in(byte[] jpeg) {
        JpegScans walk = new JpegScans(jpeg);
        int scans = 0;
        for (int marker = walk.next(); marker != END; marker = walk.next()) {
            scans += marker == SCAN ? 1 : 0;
            walk.skip(marker);
        }
        return scans;
    }

    /** The next marker, as decoders look for it: what is before it is data, or damage that they skip. */
    private int next() {
        while (at + 1 < file.length) {
            int next = byteAt(at + 1);
            if (byteAt(at) == SEGMENT && next != 0 && next != SEGMENT) {
                at += 2;
                return next;
            }
            at++;
        }
        return END;
    }

    /** Skips what belongs to the marker; those for restarts, the beginning and the like stand alone. */
    private void skip(int marker) {
        boolean alone = marker == 0x01 || (marker >= 0xd0 && marker <= 0xd8);
        if (!alone && at + 1 < file.length) {
            at += Math.max(2, byteAt(at) << 8 | byteAt(at + 1));
        }
    }

    private int byteAt(int index) {
        return file[index] & 0xff;
    }
}
