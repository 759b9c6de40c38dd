package io.nightmarket.bootstrap.picture;

import java.awt.color.CMMException;
import java.awt.color.ColorSpace;
import java.awt.color.ICC_Profile;
import java.awt.color.ProfileDataException;
import java.awt.image.BufferedImage;
import java.awt.image.ColorConvertOp;
import java.awt.image.ImagingOpException;
import java.awt.image.IndexColorModel;
import java.awt.image.WritableRaster;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * The colours that the numbers of a PNG file mean. Java's reader knows those of sRGB alone; that of JPEG follows profiles by itself.
 *
 * @param profile if the file has one
 */
record PngColors(Optional<ICC_Profile> profile) {
    private static final int SIGNATURE = 8;
    /** Length, type and checksum. */
    private static final int AROUND = 12;

    private static final int ICCP = 0x69434350;
    private static final int IDAT = 0x49444154;
    private static final int MAX_NAME = 79;
    /** Of screens and cameras a few KiB. */
    private static final int MAX_PROFILE_BYTES = 1 << 20;

    /** None where the profile can't be read. */
    static PngColors of(ByteBuffer png) {
        try {
            int at = SIGNATURE;
            for (int length = png.getInt(at); length >= 0 && png.getInt(at + 4) != IDAT; length = png.getInt(at)) {
                if (png.getInt(at + 4) == ICCP) {
                    return new PngColors(Optional.of(ICC_Profile.getInstance(profile(png.slice(at + 8, length)))));
                }
                at = Math.addExact(at, Math.addExact(length, AROUND));
            }
        } catch (IndexOutOfBoundsException | IllegalArgumentException | ArithmeticException | DataFormatException e) {
            return new PngColors(Optional.empty());
        }
        return new PngColors(Optional.empty());
    }

    /** Behind a name, a zero and the method, which is always the same. */
    private static byte[] profile(ByteBuffer chunk) throws DataFormatException {
        int name = 0;
        while (chunk.get(name) != 0 && name < MAX_NAME) {
            name++;
        }
        byte[] profile = new byte[MAX_PROFILE_BYTES];
        try (Inflater inflater = new Inflater()) {
            inflater.setInput(chunk.position(name + 2));
            return Arrays.copyOf(profile, inflater.inflate(profile));
        }
    }

    /** The picture with the numbers that sRGB has for its colours; as it is when the profile is of no use. */
    BufferedImage toSrgb(BufferedImage picture) {
        BufferedImage source = picture.getColorModel() instanceof IndexColorModel palette
                ? palette.convertToIntDiscrete(picture.getRaster(), false)
                : picture;
        int colors = source.getColorModel().getNumColorComponents();
        try {
            return profile.filter(found -> found.getNumComponents() == colors && !isSrgb(found))
                    .map(found -> convert(source, found, colors))
                    .orElse(picture);
        } catch (CMMException | ProfileDataException | ImagingOpException e) {
            return picture;
        }
    }

    private static boolean isSrgb(ICC_Profile found) {
        return Arrays.equals(
                found.getData(), ICC_Profile.getInstance(ColorSpace.CS_sRGB).getData());
    }

    private static BufferedImage convert(BufferedImage picture, ICC_Profile profile, int colors) {
        boolean alpha = picture.getColorModel().hasAlpha();
        BufferedImage converted = new BufferedImage(
                picture.getWidth(),
                picture.getHeight(),
                alpha ? BufferedImage.TYPE_4BYTE_ABGR : BufferedImage.TYPE_3BYTE_BGR);
        ICC_Profile[] way = {profile, ICC_Profile.getInstance(ColorSpace.CS_sRGB)};
        var _ = new ColorConvertOp(way, null).filter(bands(picture, 0, colors), bands(converted, 0, 3));
        if (alpha) {
            copy(picture.getAlphaRaster(), converted.getAlphaRaster());
        }
        return converted;
    }

    private static void copy(WritableRaster alpha, WritableRaster bytes) {
        int shift = alpha.getSampleModel().getSampleSize(0) - Byte.SIZE;
        for (int y = 0; y < alpha.getHeight(); y++) {
            int[] row = alpha.getSamples(0, y, alpha.getWidth(), 1, 0, (int[]) null);
            bytes.setSamples(
                    0,
                    y,
                    row.length,
                    1,
                    0,
                    Arrays.stream(row).map(sample -> sample >> shift).toArray());
        }
    }

    private static WritableRaster bands(BufferedImage picture, int from, int to) {
        return picture.getRaster()
                .createWritableChild(
                        0,
                        0,
                        picture.getWidth(),
                        picture.getHeight(),
                        0,
                        0,
                        IntStream.range(from, to).toArray());
    }
}
