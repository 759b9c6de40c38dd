package io.nightmarket.bootstrap.picture;

import java.awt.color.CMMException;
import java.awt.color.ICC_ColorSpace;
import java.awt.color.ICC_Profile;
import java.awt.color.ProfileDataException;
import java.awt.image.BufferedImage;
import java.awt.image.ColorConvertOp;
import java.awt.image.ColorModel;
import java.awt.image.ComponentColorModel;
import java.awt.image.IndexColorModel;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
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
    /** Profiles of screens and cameras have a few KiB. */
    private static final int MAX_PROFILE_BYTES = 1 << 20;

    /** None where the profile can't be read. */
    static PngColors of(byte[] file) {
        ByteBuffer png = ByteBuffer.wrap(file);
        try {
            int at = SIGNATURE;
            for (int length = png.getInt(at); length >= 0 && png.getInt(at + 4) != IDAT; length = png.getInt(at)) {
                if (png.getInt(at + 4) == ICCP) {
                    return new PngColors(Optional.of(ICC_Profile.getInstance(inflated(png.slice(at + 8, length)))));
                }
                at = Math.addExact(at, Math.addExact(length, AROUND));
            }
        } catch (IndexOutOfBoundsException | IllegalArgumentException | ArithmeticException | DataFormatException e) {
            return new PngColors(Optional.empty());
        }
        return new PngColors(Optional.empty());
    }

    /** Behind a name, a zero and the method, which is always the same. */
    private static byte[] inflated(ByteBuffer chunk) throws DataFormatException {
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
        ColorModel model = picture.getColorModel();
        try {
            return profile.filter(found -> found.getNumComponents() == model.getNumColorComponents())
                    .map(ICC_ColorSpace::new)
                    .map(meant -> model instanceof IndexColorModel palette
                            ? withColors(picture, palette, meant)
                            : convert(picture, meant))
                    .orElse(picture);
        } catch (CMMException | ProfileDataException e) {
            return picture;
        }
    }

    private static BufferedImage convert(BufferedImage numbers, ICC_ColorSpace meant) {
        ColorModel model = numbers.getColorModel();
        ColorModel profiled = new ComponentColorModel(
                meant, model.hasAlpha(), false, model.getTransparency(), model.getTransferType());
        BufferedImage converted = new BufferedImage(
                numbers.getWidth(),
                numbers.getHeight(),
                model.hasAlpha() ? BufferedImage.TYPE_4BYTE_ABGR : BufferedImage.TYPE_3BYTE_BGR);
        return new ColorConvertOp(null)
                .filter(new BufferedImage(profiled, numbers.getRaster(), false, null), converted);
    }

    /** Copies the pixels with a converted palette. */
    private static BufferedImage withColors(BufferedImage picture, IndexColorModel palette, ICC_ColorSpace meant) {
        int size = palette.getMapSize();
        int[] colors = new int[size];
        palette.getRGBs(colors);
        BufferedImage row = new BufferedImage(size, 1, BufferedImage.TYPE_4BYTE_ABGR);
        row.setRGB(0, 0, size, 1, colors, 0, size);
        int[] converted = convert(row, meant).getRGB(0, 0, size, 1, null, 0, size);
        IndexColorModel other = new IndexColorModel(
                palette.getPixelSize(), size, converted, 0, palette.hasAlpha(), -1, palette.getTransferType());
        return new BufferedImage(other, picture.getRaster(), false, null);
    }
}
