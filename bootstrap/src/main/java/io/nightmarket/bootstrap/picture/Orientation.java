package io.nightmarket.bootstrap.picture;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.geom.AffineTransform;
import java.awt.image.BufferedImage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * How a camera was held: the pixels are turned accordingly, for what says so is metadata and left out.
 *
 * @param code 1 to 8, as EXIF has it
 */
record Orientation(int code) {
    private static final Orientation UPRIGHT = new Orientation(1);
    private static final int SEGMENT = 0xff;
    private static final int SCAN = 0xda;
    private static final int APPLICATION_1 = 0xe1;

    /** {@code Exif} and two zeros. */
    private static final int EXIF = 0x45786966;

    private static final int LITTLE_ENDIAN = 0x4949;
    private static final int ENTRY_BYTES = 12;
    private static final int TAG = 0x0112;
    private static final int CODES = 8;

    /** The orientation of a JPEG file; upright where it says nothing that can be read. */
    static Orientation of(byte[] jpeg) {
        try {
            ByteBuffer file = ByteBuffer.wrap(jpeg);
            int at = 2;
            while ((file.get(at) & 0xff) == SEGMENT && (file.get(at + 1) & 0xff) != SCAN) {
                int length = file.getShort(at + 2) & 0xffff;
                if ((file.get(at + 1) & 0xff) == APPLICATION_1 && file.getInt(at + 4) == EXIF) {
                    return inTiff(file.slice(at + 10, length - 8));
                }
                at += 2 + length;
            }
            return UPRIGHT;
        } catch (IndexOutOfBoundsException e) {
            return UPRIGHT;
        }
    }

    private static Orientation inTiff(ByteBuffer tiff) {
        ByteBuffer ordered =
                tiff.order(tiff.getShort(0) == LITTLE_ENDIAN ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
        int directory = ordered.getInt(4);
        int entries = ordered.getShort(directory) & 0xffff;
        for (int i = 0; i < entries; i++) {
            int entry = directory + 2 + i * ENTRY_BYTES;
            if (ordered.getShort(entry) == TAG) {
                int code = ordered.getShort(entry + 8);
                return code >= 1 && code <= CODES ? new Orientation(code) : UPRIGHT;
            }
        }
        return UPRIGHT;
    }

    /** The picture as it was seen. */
    BufferedImage turn(BufferedImage picture) {
        if (code == 1) {
            return picture;
        }
        int width = picture.getWidth();
        int height = picture.getHeight();
        boolean onItsSide = code > 4;
        BufferedImage turned =
                new BufferedImage(onItsSide ? height : width, onItsSide ? width : height, BufferedImage.TYPE_3BYTE_BGR);
        Graphics2D graphics = turned.createGraphics();
        graphics.setBackground(Color.WHITE);
        graphics.drawImage(picture, transform(width, height), null);
        graphics.dispose();
        return turned;
    }

    private AffineTransform transform(int width, int height) {
        return switch (code) {
            case 2 -> new AffineTransform(-1, 0, 0, 1, width, 0);
            case 3 -> new AffineTransform(-1, 0, 0, -1, width, height);
            case 4 -> new AffineTransform(1, 0, 0, -1, 0, height);
            case 5 -> new AffineTransform(0, 1, 1, 0, 0, 0);
            case 6 -> new AffineTransform(0, 1, -1, 0, height, 0);
            case 7 -> new AffineTransform(0, -1, -1, 0, height, width);
            case 8 -> new AffineTransform(0, -1, 1, 0, 0, width);
            default -> new AffineTransform();
        };
    }
}
