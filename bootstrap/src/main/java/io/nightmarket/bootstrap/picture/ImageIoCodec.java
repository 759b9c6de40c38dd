package io.nightmarket.bootstrap.picture;

import io.nightmarket.domain.concurrent.Bulkhead;
import io.nightmarket.domain.picture.PictureBytes;
import io.nightmarket.domain.picture.PictureCodec;
import io.nightmarket.domain.picture.PictureType;
import io.vertx.core.WorkerExecutor;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletionStage;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageReadParam;
import javax.imageio.ImageReader;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageInputStream;
import javax.imageio.stream.MemoryCacheImageInputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/**
 * Reads JPEG, PNG and the first frame of GIF, recognised by their first bytes, and writes JPEG as JPEG and the others as PNG, with
 * nothing but the pixels. The size is read from the header, before any pixel is decoded; a large picture is decoded smaller.
 */
public final class ImageIoCodec implements PictureCodec {
    /** A picture with more is not decoded. */
    private static final long MAX_PIXELS = 50_000_000;

    private static final int MAX_SIDE = 20_000;

    /** Cameras and editors write ten. */
    private static final int MAX_SCANS = 20;

    /** In several scans: the decoder holds six bytes of each pixel until the last. */
    private static final long MAX_SCANNED_PIXELS = 16_000_000;

    /** Of the decoded picture. */
    private static final long MAX_BYTES = 64L << 20;

    /** Of a stored picture, at most; larger ones are decoded at a half, a third and so on. */
    private static final int MAX_STORED_SIDE = 4_096;

    private static final float QUALITY = 0.85f;

    /** Decoding at once, and waiting. One takes up to 64 MiB, as much again when it is turned, and 96 MB for several scans. */
    private static final int CALLS = 1;

    private static final int WAITING = 16;

    private final WorkerExecutor workers;
    private final Bulkhead calls = new Bulkhead(CALLS, WAITING);

    public ImageIoCodec(WorkerExecutor workers) {
        this.workers = workers;
        ImageIO.setUseCache(false);
    }

    /** A kind of file, by how it begins. */
    private record Format(String name, PictureType storedAs, List<Integer> magic) {
        boolean begins(byte[] file) {
            for (int i = 0; i < magic.size(); i++) {
                if (i >= file.length || (file[i] & 0xff) != magic.get(i)) {
                    return false;
                }
            }
            return true;
        }
    }

    private static final List<Format> FORMATS = List.of(
            new Format("jpeg", PictureType.JPEG, List.of(0xff, 0xd8, 0xff)),
            new Format("png", PictureType.PNG, List.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)),
            new Format("gif", PictureType.PNG, List.of(0x47, 0x49, 0x46, 0x38)));

    @Override
    public CompletionStage<Outcome> encode(PictureBytes uploaded) {
        return calls.run(() ->
                workers.executeBlocking(() -> encode(uploaded.array()), false).toCompletionStage());
    }

    private static Outcome encode(byte[] file) {
        return FORMATS.stream()
                .filter(format -> format.begins(file))
                .findFirst()
                .map(format -> encode(file, format))
                .orElseGet(Outcome.NoPicture::new);
    }

    /** Damaged files make the readers throw all kinds of exceptions. */
    private static Outcome encode(byte[] file, Format format) {
        Iterator<ImageReader> readers = ImageIO.getImageReadersByFormatName(format.name());
        ImageReader reader = readers.next();
        try (ImageInputStream in = new MemoryCacheImageInputStream(new ByteArrayInputStream(file))) {
            reader.setInput(in, true, true);
            long width = reader.getWidth(0);
            long height = reader.getHeight(0);
            if (width > MAX_SIDE || height > MAX_SIDE || width * height > maxPixels(file, format)) {
                return new Outcome.TooManyPixels();
            }
            ImageReadParam param = reader.getDefaultReadParam();
            int step = parts(Math.max(width, height), MAX_STORED_SIDE);
            if ((long) parts(width, step) * parts(height, step) * bytesOfPixel(reader) > MAX_BYTES) {
                return new Outcome.TooManyPixels();
            }
            param.setSourceSubsampling(step, step, 0, 0);
            BufferedImage read = reader.read(0, param);
            BufferedImage picture =
                    format.storedAs() == PictureType.JPEG ? Orientation.of(file).turn(read) : read;
            return new Outcome.Encoded(format.storedAs(), write(picture, format.storedAs()));
        } catch (IOException | RuntimeException e) {
            return new Outcome.NoPicture();
        } finally {
            reader.dispose();
        }
    }

    /** None of a JPEG with more scans than any camera writes: its few bytes would be decoded for minutes. */
    private static long maxPixels(byte[] file, Format format) {
        int scans = format.storedAs() == PictureType.JPEG ? JpegScans.in(file) : 1;
        if (scans > MAX_SCANS) {
            return 0;
        }
        return scans > 1 ? MAX_SCANNED_PIXELS : MAX_PIXELS;
    }

    private static int parts(long length, int ofLength) {
        return (int) ((length + ofLength - 1) / ofLength);
    }

    /** In memory, of the kind of picture that the reader makes. */
    private static int bytesOfPixel(ImageReader reader) throws IOException {
        ImageTypeSpecifier type = reader.getImageTypes(0).next();
        int bits = 0;
        for (int band = 0; band < type.getNumBands(); band++) {
            bits += type.getBitsPerBand(band);
        }
        return parts(bits, Byte.SIZE);
    }

    private static PictureBytes write(BufferedImage picture, PictureType type) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
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
        return new PictureBytes(bytes.toByteArray());
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
}
