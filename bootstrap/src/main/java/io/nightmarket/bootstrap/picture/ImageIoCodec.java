package io.nightmarket.bootstrap.picture;

import io.nightmarket.domain.note.PictureBytes;
import io.nightmarket.domain.note.PictureCodec;
import io.nightmarket.domain.note.PictureType;
import io.vertx.core.WorkerExecutor;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import javax.imageio.ImageIO;
import javax.imageio.ImageReadParam;
import javax.imageio.ImageReader;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.stream.ImageInputStream;
import javax.imageio.stream.MemoryCacheImageInputStream;

/**
 * Reads JPEG, PNG and the first frame of GIF, recognised by their first bytes, and writes JPEG as JPEG and the others as PNG, with
 * nothing but the pixels. Size and passes are read from the headers, before any pixel is decoded; a large picture is decoded smaller.
 */
public final class ImageIoCodec implements PictureCodec {
    /** A picture with more is not decoded. */
    private static final long MAX_PIXELS = 50_000_000;

    private static final int MAX_SIDE = 20_000;

    /** Cameras and editors write ten. */
    private static final int MAX_SCANS = 20;

    /** In several scans: the decoder holds six bytes of each pixel until the last. */
    private static final long MAX_SCANNED_PIXELS = 16_000_000;

    /** The pixels of all scans together, each of which is a pass over all pixels: ten of twelve million. */
    private static final long MAX_PASSED_PIXELS = 120_000_000;

    /** The bytes of the decoded picture and its copy, turned or in other colours, together. */
    private static final long MAX_BYTES = 96L << 20;

    /** Which part of the heap they take at most. */
    private static final int PART_OF_HEAP = 4;

    /** The longest side of a stored picture; larger ones are decoded at a half, a third and so on. */
    private static final int MAX_STORED_SIDE = 4_096;

    private final WorkerExecutor workers;
    private final long maxBytes;

    /** @param heapBytes that the node has at most */
    public ImageIoCodec(WorkerExecutor workers, long heapBytes) {
        this.workers = workers;
        this.maxBytes = Math.min(MAX_BYTES, heapBytes / PART_OF_HEAP);
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

        boolean isJpeg() {
            return storedAs == PictureType.JPEG;
        }
    }

    private static final List<Format> FORMATS = List.of(
            new Format("jpeg", PictureType.JPEG, List.of(0xff, 0xd8, 0xff)),
            new Format("png", PictureType.PNG, List.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)),
            new Format("gif", PictureType.PNG, List.of(0x47, 0x49, 0x46, 0x38)));

    @Override
    public CompletionStage<Outcome> encode(PictureBytes uploaded) {
        return workers.executeBlocking(() -> encode(uploaded.array()), false)
                .map(Objects::requireNonNull)
                .toCompletionStage();
    }

    private Outcome encode(byte[] file) {
        return FORMATS.stream()
                .filter(format -> format.begins(file))
                .findFirst()
                .map(format -> encode(file, format))
                .orElseGet(Outcome.NoPicture::new);
    }

    /** Damaged files make the readers throw all kinds of exceptions. */
    private Outcome encode(byte[] file, Format format) {
        ImageReader reader = ImageIO.getImageReadersByFormatName(format.name()).next();
        try (ImageInputStream in = new MemoryCacheImageInputStream(new ByteArrayInputStream(file))) {
            reader.setInput(in, false, true);
            long width = reader.getWidth(0);
            long height = reader.getHeight(0);
            if (width > MAX_SIDE || height > MAX_SIDE || !mayDecode(width * height, file, format)) {
                return new Outcome.TooManyPixels();
            }
            int step = step(width, height, bytesOfPixel(reader, format));
            Optional<PictureBytes> written = write(reader, step, file, format);
            while (written.isEmpty()) {
                step *= 2;
                written = write(reader, step, file, format);
            }
            return new Outcome.Encoded(format.storedAs(), written.get());
        } catch (IOException | RuntimeException e) {
            return new Outcome.NoPicture();
        } finally {
            reader.dispose();
        }
    }

    /** None of a JPEG with more scans than any camera writes: its few bytes would be decoded for minutes. */
    private static boolean mayDecode(long pixels, byte[] file, Format format) {
        int scans = format.isJpeg() ? JpegScans.in(file) : 1;
        return scans > 1
                ? scans <= MAX_SCANS && pixels <= MAX_SCANNED_PIXELS && scans * pixels <= MAX_PASSED_PIXELS
                : pixels <= MAX_PIXELS;
    }

    /** As it is seen: one of {@code step} pixels in a row, and one of as many rows. */
    private static Optional<PictureBytes> write(ImageReader reader, int step, byte[] file, Format format)
            throws IOException {
        ImageReadParam param = reader.getDefaultReadParam();
        param.setSourceSubsampling(step, step, 0, 0);
        BufferedImage read = reader.read(0, param);
        BufferedImage picture = switch (format.name()) {
            case "jpeg" -> Orientation.of(file).turn(read);
            case "png" -> PngColors.of(file).toSrgb(read);
            default -> read;
        };
        return PictureWriter.write(picture, format.storedAs());
    }

    /** The least by which picture and copy are not too large. */
    private int step(long width, long height, int bytesOfPixel) {
        int step = parts(Math.max(width, height), MAX_STORED_SIDE);
        while ((long) parts(width, step) * parts(height, step) * bytesOfPixel > maxBytes) {
            step++;
        }
        return step;
    }

    private static int parts(long length, int ofLength) {
        return (int) ((length + ofLength - 1) / ofLength);
    }

    /** In memory: of the picture as the reader makes it, and of its copy. */
    private static int bytesOfPixel(ImageReader reader, Format format) throws IOException {
        ImageTypeSpecifier type = reader.getImageTypes(0).next();
        int bits = 0;
        for (int band = 0; band < type.getNumBands(); band++) {
            bits += type.getBitsPerBand(band);
        }
        return parts(bits, Byte.SIZE) + (format.isJpeg() ? 3 : 4);
    }
}
