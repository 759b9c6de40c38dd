package io.nightmarket.bootstrap.picture;

import io.nightmarket.domain.note.PictureBytes;
import io.nightmarket.domain.note.PictureType;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Optional;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/** Writes pictures as they are stored: the pixels and nothing else, in a bounded number of bytes. */
final class PictureWriter {
    /** A fifth more than what is uploaded, for what was compressed better than it is here; noise would take 50 MB. */
    private static final int MAX_BYTES = 6 << 20;

    private static final float QUALITY = 0.85f;

    private PictureWriter() {}

    /** The bytes of the picture; nothing when they are too many. */
    static Optional<PictureBytes> write(BufferedImage picture, PictureType type) throws IOException {
        Bounded bytes = new Bounded();
        ImageWriter writer =
                ImageIO.getImageWritersByFormatName(type.extension()).next();
        try (MemoryCacheImageOutputStream out = new MemoryCacheImageOutputStream(bytes)) {
            writer.setOutput(out);
            ImageWriteParam param = writer.getDefaultWriteParam();
            if (type == PictureType.JPEG) {
                param.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
                param.setCompressionQuality(QUALITY);
            }
            BufferedImage pixels = type == PictureType.JPEG ? opaque(picture) : picture;
            writer.write(null, new IIOImage(pixels, null, null), param);
        } finally {
            writer.dispose();
        }
        return bytes.isTooLong ? Optional.empty() : Optional.of(new PictureBytes(bytes.toByteArray()));
    }

    /** JPEG has no transparency. */
    private static BufferedImage opaque(BufferedImage picture) {
        if (picture.getType() == BufferedImage.TYPE_3BYTE_BGR) {
            return picture;
        }
        BufferedImage opaque = new BufferedImage(picture.getWidth(), picture.getHeight(), BufferedImage.TYPE_3BYTE_BGR);
        Graphics2D graphics = opaque.createGraphics();
        graphics.drawImage(picture, 0, 0, Color.WHITE, null);
        graphics.dispose();
        return opaque;
    }

    /** Bytes in memory; drops those beyond the bound. */
    private static final class Bounded extends ByteArrayOutputStream {
        private boolean isTooLong;

        @Override
        public synchronized void write(byte[] part, int from, int length) {
            isTooLong |= size() + length > MAX_BYTES;
            if (!isTooLong) {
                super.write(part, from, length);
            }
        }
    }
}
