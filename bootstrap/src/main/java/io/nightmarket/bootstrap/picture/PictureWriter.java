package io.nightmarket.bootstrap.picture;

import io.nightmarket.domain.picture.PictureBytes;
import io.nightmarket.domain.picture.PictureType;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
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

    /** The picture, at half of its width and height as often as it takes too many bytes. */
    static PictureBytes write(BufferedImage picture, PictureType type) throws IOException {
        BufferedImage pixels = type == PictureType.JPEG ? copy(picture, 1, false) : picture;
        while (true) {
            try {
                return encode(pixels, type);
            } catch (TooLong e) {
                pixels = copy(pixels, 2, pixels.getColorModel().hasAlpha());
            }
        }
    }

    private static PictureBytes encode(BufferedImage picture, PictureType type) throws IOException {
        Bounded out = new Bounded();
        ImageWriter writer =
                ImageIO.getImageWritersByFormatName(type.extension()).next();
        try (MemoryCacheImageOutputStream cache = new MemoryCacheImageOutputStream(out)) {
            writer.setOutput(cache);
            ImageWriteParam param = writer.getDefaultWriteParam();
            if (type == PictureType.JPEG) {
                param.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
                param.setCompressionQuality(QUALITY);
            }
            writer.write(null, new IIOImage(picture, null, null), param);
        } finally {
            writer.dispose();
        }
        return new PictureBytes(out.bytes.toByteArray());
    }

    /** The picture in eight bits of red, green and blue, at this part of its size; what is not opaque lies on white without alpha. */
    private static BufferedImage copy(BufferedImage picture, int part, boolean alpha) {
        int type = alpha ? BufferedImage.TYPE_4BYTE_ABGR : BufferedImage.TYPE_3BYTE_BGR;
        if (part == 1 && picture.getType() == type) {
            return picture;
        }
        int width = Math.max(1, picture.getWidth() / part);
        int height = Math.max(1, picture.getHeight() / part);
        BufferedImage copy = new BufferedImage(width, height, type);
        Graphics2D graphics = copy.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BILINEAR);
        graphics.drawImage(picture, 0, 0, width, height, alpha ? null : Color.WHITE, null);
        graphics.dispose();
        return copy;
    }

    /** More bytes than are stored. */
    private static final class TooLong extends IOException {
        private static final long serialVersionUID = 1L;
    }

    /** Bytes in memory, up to the bound. */
    private static final class Bounded extends OutputStream {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        @Override
        public void write(int next) throws IOException {
            write(new byte[] {(byte) next}, 0, 1);
        }

        @Override
        public void write(byte[] part, int from, int length) throws IOException {
            if (bytes.size() + length > MAX_BYTES) {
                throw new TooLong();
            }
            bytes.write(part, from, length);
        }
    }
}
