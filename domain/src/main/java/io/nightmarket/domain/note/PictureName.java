package io.nightmarket.domain.note;

import java.util.HexFormat;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a picture, by which it is stored and shown: two folders, by which pictures are spread, and 128 random bits. It has
 * one spelling, and leads to no other folder.
 *
 * @param path begins with a slash
 */
public record PictureName(String path, PictureType type) {
    private static final int FOLDERS = 16;
    private static final Pattern PATH =
            Pattern.compile("/blogs/(?:[0-9]|1[0-5])/(?:[0-9]|1[0-5])/[0-9a-f]{32}\\.(jpg|png)");

    /** Under which the site shows pictures. */
    private static final String SHOWN = "/imgs";

    /** A name that is unlike all others. */
    public static PictureName random(RandomGenerator random, PictureType type) {
        long high = random.nextLong();
        long low = random.nextLong();
        HexFormat hex = HexFormat.of();
        return new PictureName(
                "/blogs/" + Math.floorMod(high, FOLDERS) + '/' + Math.floorMod(low, FOLDERS) + '/'
                        + hex.toHexDigits(high) + hex.toHexDigits(low) + '.' + type.extension(),
                type);
    }

    /** The name that this text is, with {@code /imgs} before it or without; nothing when it is none. */
    public static Optional<PictureName> parse(String text) {
        String path = text.startsWith(SHOWN) ? text.substring(SHOWN.length()) : text;
        Matcher matcher = PATH.matcher(path);
        return matcher.matches()
                ? Optional.of(new PictureName(
                        path,
                        matcher.group(1).equals(PictureType.PNG.extension()) ? PictureType.PNG : PictureType.JPEG))
                : Optional.empty();
    }
}
