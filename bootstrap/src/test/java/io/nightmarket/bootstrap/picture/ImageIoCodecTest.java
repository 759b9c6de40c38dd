package io.nightmarket.bootstrap.picture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.contract.Stages;
import io.nightmarket.domain.note.PictureBytes;
import io.nightmarket.domain.note.PictureCodec.Outcome;
import io.nightmarket.domain.note.PictureType;
import io.vertx.core.Vertx;
import java.awt.Color;
import java.awt.Transparency;
import java.awt.color.ColorSpace;
import java.awt.color.ICC_Profile;
import java.awt.image.BufferedImage;
import java.awt.image.ComponentColorModel;
import java.awt.image.DataBuffer;
import java.awt.image.DataBufferByte;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Uploads of all kinds. */
final class ImageIoCodecTest {
    private static final String SECRET = "GPS 30.25 120.16";

    private static Vertx vertx;
    private static ImageIoCodec codec;

    @BeforeAll
    static void open() {
        vertx = Vertx.vertx();
        codec = new ImageIoCodec(vertx.createSharedWorkerExecutor("test", 2), 512L << 20);
    }

    @AfterAll
    static void close() {
        Stages.await(vertx.close().toCompletionStage());
    }

    private static Outcome encode(byte[] file) {
        return Stages.await(codec.encode(new PictureBytes(file)));
    }

    private static BufferedImage read(Outcome.Encoded encoded) throws IOException {
        return Objects.requireNonNull(
                ImageIO.read(new ByteArrayInputStream(encoded.bytes().array())));
    }

    private static BufferedImage stored(byte[] file) throws IOException {
        Outcome.Encoded encoded = assertInstanceOf(Outcome.Encoded.class, encode(file));
        return read(encoded);
    }

    private static byte[] picture(String format, int width, int height) throws IOException {
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        image.setRGB(width / 2, height / 2, Color.RED.getRGB());
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ImageIO.write(image, format, out);
        return out.toByteArray();
    }

    @ParameterizedTest
    @CsvSource({"jpeg, JPEG", "png, PNG", "gif, PNG"})
    void aPictureIsReadByItsContentAndWrittenAgain(String format, PictureType type) throws IOException {
        Outcome.Encoded encoded = assertInstanceOf(Outcome.Encoded.class, encode(picture(format, 30, 20)));
        assertEquals(type, encoded.type());
        BufferedImage read = read(encoded);
        assertEquals(30, read.getWidth());
        assertEquals(20, read.getHeight());
    }

    /** A comment of JPEG, and a text of PNG. */
    @Test
    void metadataAndWhatFollowsThePictureAreLeftOut() throws IOException {
        byte[] secret = SECRET.getBytes(StandardCharsets.US_ASCII);
        byte[] jpeg = picture("jpeg", 8, 8);
        ByteBuffer commented = ByteBuffer.allocate(jpeg.length + secret.length + 4 + secret.length);
        commented.put(jpeg, 0, 2).putShort((short) 0xfffe).putShort((short) (secret.length + 2));
        commented.put(secret).put(jpeg, 2, jpeg.length - 2).put(secret);
        Outcome.Encoded encoded = assertInstanceOf(Outcome.Encoded.class, encode(commented.array()));
        assertFalse(new String(encoded.bytes().array(), StandardCharsets.ISO_8859_1).contains(SECRET));
    }

    /** Held upright: the camera's left is the picture's top. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aPictureIsTurnedAsItsCameraWasHeld(boolean littleEndian) throws IOException {
        BufferedImage image = new BufferedImage(64, 32, BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < 32; y++) {
            for (int x = 0; x < 16; x++) {
                image.setRGB(x, y, Color.WHITE.getRGB());
            }
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ImageIO.write(image, "jpeg", out);
        byte[] jpeg = out.toByteArray();
        ByteBuffer tiff = ByteBuffer.allocate(26).order(littleEndian ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
        tiff.put((littleEndian ? "II" : "MM").getBytes(StandardCharsets.US_ASCII));
        tiff.putShort((short) 42).putInt(8).putShort((short) 1);
        tiff.putShort((short) 0x0112).putShort((short) 3).putInt(1).putShort((short) 6);
        ByteBuffer held = ByteBuffer.allocate(jpeg.length + 36);
        held.put(jpeg, 0, 2)
                .putShort((short) 0xffe1)
                .putShort((short) 34)
                .putInt(0x45786966)
                .putShort((short) 0);
        held.put(tiff.array()).put(jpeg, 2, jpeg.length - 2);
        Outcome.Encoded encoded = assertInstanceOf(Outcome.Encoded.class, encode(held.array()));
        BufferedImage turned = read(encoded);
        assertEquals(32, turned.getWidth());
        assertEquals(64, turned.getHeight());
        assertTrue((turned.getRGB(16, 4) & 0xff) > 200, "what was left is above");
        assertTrue((turned.getRGB(16, 60) & 0xff) < 50);
    }

    @Test
    void aLargePictureIsStoredSmaller() throws IOException {
        Outcome.Encoded encoded = assertInstanceOf(Outcome.Encoded.class, encode(picture("png", 5_000, 10)));
        assertEquals(2_500, read(encoded).getWidth());
    }

    /** Its few bytes say that there are 10,000 million pixels. */
    @Test
    void aBombIsRefusedBeforeItIsDecoded() throws IOException {
        byte[] bomb = picture("png", 8, 8);
        ByteBuffer header = ByteBuffer.wrap(bomb);
        header.putInt(16, 100_000).putInt(20, 100_000);
        CRC32 check = new CRC32();
        check.update(bomb, 12, 17);
        header.putInt(29, (int) check.getValue());
        assertInstanceOf(Outcome.TooManyPixels.class, encode(bomb));
        header.putInt(16, 19_000).putInt(20, 19_000);
        assertInstanceOf(Outcome.TooManyPixels.class, encode(bomb));
    }

    private static byte[] progressive() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ImageWriter writer = ImageIO.getImageWritersByFormatName("jpeg").next();
        try (ImageOutputStream out = new MemoryCacheImageOutputStream(bytes)) {
            writer.setOutput(out);
            ImageWriteParam param = writer.getDefaultWriteParam();
            param.setProgressiveMode(ImageWriteParam.MODE_DEFAULT);
            writer.write(null, new IIOImage(new BufferedImage(8, 8, BufferedImage.TYPE_INT_RGB), null, null), param);
        } finally {
            writer.dispose();
        }
        return bytes.toByteArray();
    }

    private static int lastMarker(byte[] jpeg, int marker) {
        int at = jpeg.length - 2;
        while ((jpeg[at] & 0xff) != 0xff || (jpeg[at + 1] & 0xff) != marker) {
            at--;
        }
        return at;
    }

    /** Each scan is a pass over all pixels. */
    @Test
    void aPictureInFewScansIsReadAndOneInManyIsRefused() throws IOException {
        byte[] file = progressive();
        assertTrue(JpegScans.in(file) > 1);
        assertInstanceOf(Outcome.Encoded.class, encode(file));

        int scan = lastMarker(file, 0xda);
        ByteArrayOutputStream many = new ByteArrayOutputStream();
        many.write(file, 0, scan);
        for (int i = 0; i < 30; i++) {
            many.write(file, scan, file.length - 2 - scan);
        }
        many.write(file, file.length - 2, 2);
        assertTrue(JpegScans.in(many.toByteArray()) > 30);
        assertInstanceOf(Outcome.TooManyPixels.class, encode(many.toByteArray()));
    }

    @Test
    void aLargePictureInSeveralScansIsRefused() throws IOException {
        byte[] file = progressive();
        ByteBuffer.wrap(file)
                .putShort(lastMarker(file, 0xc2) + 5, (short) 4_001)
                .putShort(lastMarker(file, 0xc2) + 7, (short) 4_000);
        assertInstanceOf(Outcome.TooManyPixels.class, encode(file));
    }

    /** Ten of its scans pass over more pixels than fewer would. */
    @Test
    void manyScansOfManyPixelsAreRefusedAndFewerOfEitherAreRead() throws IOException {
        byte[] file = progressive();
        int scans = JpegScans.in(file);
        int side = (int) Math.sqrt(120_000_000.0 / scans);
        int size = lastMarker(file, 0xc2) + 5;
        ByteBuffer.wrap(file).putShort(size, (short) (side + 1)).putShort(size + 2, (short) (side + 1));
        assertInstanceOf(Outcome.TooManyPixels.class, encode(file));
        ByteBuffer.wrap(file).putShort(size, (short) (side / 4)).putShort(size + 2, (short) side);
        assertInstanceOf(Outcome.Encoded.class, encode(file));
    }

    /** Eight bytes a pixel, and four of a copy: 109 MB. */
    @Test
    void aDeepPictureThatWouldTakeTooMuchMemoryIsStoredSmaller() throws IOException {
        BufferedImage deep = custom(ColorSpace.CS_sRGB, true, DataBuffer.TYPE_USHORT, 4_096, 2_220);
        assertEquals(2_048, stored(written(deep, "png")).getWidth());
    }

    @Test
    void aSmallHeapDecodesSmaller() throws IOException {
        ImageIoCodec small = new ImageIoCodec(vertx.createSharedWorkerExecutor("test", 2), 16L << 20);
        byte[] file = picture("jpeg", 1_000, 800);
        Outcome.Encoded encoded =
                assertInstanceOf(Outcome.Encoded.class, Stages.await(small.encode(new PictureBytes(file))));
        assertEquals(500, read(encoded).getWidth());
        assertEquals(1_000, stored(file).getWidth());
    }

    /** Noise, which nothing compresses. */
    @ParameterizedTest
    @ValueSource(strings = {"jpeg", "png"})
    void aStoredPictureIsBoundedInBytes(String format) throws IOException {
        int side = format.equals("png") ? 1_300 : 3_600;
        BufferedImage noise = new BufferedImage(side, side, BufferedImage.TYPE_3BYTE_BGR);
        new Random(1).nextBytes(((DataBufferByte) noise.getRaster().getDataBuffer()).getData());
        byte[] file = written(noise, format);
        Outcome.Encoded encoded = assertInstanceOf(Outcome.Encoded.class, encode(file));
        assertTrue(encoded.bytes().array().length <= 6 << 20);
        assertTrue(
                encoded.bytes().array().length > (6 << 20) / 5,
                "it is as large as it may be: " + encoded.bytes().array().length);
    }

    private static byte[] written(BufferedImage image, String format) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        assertTrue(ImageIO.write(image, format, out));
        return out.toByteArray();
    }

    private static BufferedImage custom(int space, boolean alpha, int type, int width, int height) {
        ComponentColorModel model = new ComponentColorModel(
                ColorSpace.getInstance(space),
                alpha,
                false,
                alpha ? Transparency.TRANSLUCENT : Transparency.OPAQUE,
                type);
        return new BufferedImage(model, model.createCompatibleWritableRaster(width, height), false, null);
    }

    /** A profile of colours with red and blue exchanged. */
    private static byte[] exchanged() {
        ByteBuffer profile =
                ByteBuffer.wrap(ICC_Profile.getInstance(ColorSpace.CS_sRGB).getData());
        for (int tag = 132; tag < 132 + 12 * profile.getInt(128); tag += 12) {
            int name = profile.getInt(tag);
            if (name == 0x7258595a || name == 0x6258595a) {
                profile.putInt(tag, name ^ 0x7258595a ^ 0x6258595a);
            }
        }
        return profile.array();
    }

    /** With a profile behind the header. */
    private static byte[] profiled(byte[] png, byte[] profile) {
        Deflater deflater = new Deflater();
        deflater.setInput(profile);
        deflater.finish();
        byte[] deflated = new byte[profile.length + 100];
        int length = deflater.deflate(deflated) + 3;
        deflater.end();
        ByteBuffer file = ByteBuffer.allocate(png.length + length + 12);
        file.put(png, 0, 33).putInt(length).putInt(0x69434350);
        file.put((byte) 'p').putShort((short) 0).put(deflated, 0, length - 3);
        CRC32 check = new CRC32();
        check.update(file.array(), 37, length + 4);
        return file.putInt((int) check.getValue()).put(png, 33, png.length - 33).array();
    }

    /** An image of this kind of pixels that is red by its numbers, or by what is nearest to it. */
    private static BufferedImage reds(String kind) {
        BufferedImage image = switch (kind) {
            case "rgb" -> new BufferedImage(8, 8, BufferedImage.TYPE_3BYTE_BGR);
            case "alpha" -> new BufferedImage(8, 8, BufferedImage.TYPE_4BYTE_ABGR);
            case "palette" -> new BufferedImage(8, 8, BufferedImage.TYPE_BYTE_INDEXED);
            case "deep" -> custom(ColorSpace.CS_sRGB, false, DataBuffer.TYPE_USHORT, 8, 8);
            default -> custom(ColorSpace.CS_sRGB, true, DataBuffer.TYPE_USHORT, 8, 8);
        };
        for (int i = 0; i < 64; i++) {
            image.setRGB(i % 8, i / 8, kind.contains("alpha") ? 0x80ff0000 : 0xffff0000);
        }
        return image;
    }

    /** Screenshots have the profile of their screen, and photos that of their camera. */
    @ParameterizedTest
    @ValueSource(strings = {"rgb", "alpha", "palette", "deep", "deep alpha"})
    void aPngIsStoredWithTheColoursOfItsProfile(String kind) throws IOException {
        byte[] png = written(reds(kind), "png");
        int alpha = kind.contains("alpha") ? 0x80 : 0xff;
        assertEquals(alpha << 24 | 0xff0000, stored(png).getRGB(4, 4));
        Color blue = new Color(stored(profiled(png, exchanged())).getRGB(4, 4), true);
        assertTrue(blue.getBlue() > 250 && blue.getRed() < 5 && blue.getAlpha() == alpha, blue + " " + blue.getAlpha());
    }

    @Test
    void aJpegIsStoredWithTheColoursOfItsProfile() throws IOException {
        byte[] jpeg = written(reds("rgb"), "jpeg");
        byte[] profile = exchanged();
        ByteBuffer file = ByteBuffer.allocate(jpeg.length + profile.length + 18);
        file.put(jpeg, 0, 20).putShort((short) 0xffe2).putShort((short) (profile.length + 16));
        file.put("ICC_PROFILE\0\1\1".getBytes(StandardCharsets.US_ASCII)).put(profile);
        Color blue =
                new Color(stored(file.put(jpeg, 20, jpeg.length - 20).array()).getRGB(4, 4));
        assertTrue(blue.getBlue() > 240 && blue.getRed() < 15, blue.toString());
    }

    /** A grey profile says how grey a number is; without one it is that of sRGB. */
    @ParameterizedTest
    @ValueSource(strings = {"png", "jpeg"})
    void greyStaysGrey(String format) throws IOException {
        BufferedImage grey = new BufferedImage(8, 8, BufferedImage.TYPE_BYTE_GRAY);
        Arrays.fill(((DataBufferByte) grey.getRaster().getDataBuffer()).getData(), (byte) 100);
        BufferedImage stored = stored(written(grey, format));
        assertEquals(100, stored.getRaster().getSample(4, 4, 0), 1);
        if (format.equals("png")) {
            byte[] linear = ICC_Profile.getInstance(ColorSpace.CS_GRAY).getData();
            Color lighter =
                    new Color(stored(profiled(written(grey, format), linear)).getRGB(4, 4));
            assertTrue(lighter.getRed() > 150 && lighter.getRed() == lighter.getBlue(), lighter.toString());
        }
    }

    /** That of another kind of colours, that breaks off, and lengths that lead backwards. */
    @Test
    void aProfileOfNoUseLeavesThePictureAsItIs() throws IOException {
        byte[] png = written(reds("rgb"), "png");
        byte[] grey = ICC_Profile.getInstance(ColorSpace.CS_GRAY).getData();
        for (byte[] profile : List.of(grey, Arrays.copyOf(exchanged(), 200), new byte[0])) {
            assertEquals(0xffff0000, stored(profiled(png, profile)).getRGB(4, 4));
        }
        for (int length : new int[] {-12, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            byte[] file = ByteBuffer.wrap(png.clone()).putInt(8, length).array();
            assertTrue(PngColors.of(file).profile().isEmpty());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "GIF89a", "<svg xmlns='http://www.w3.org/2000/svg'/>", "<?php echo 1; ?>", "BM", "%PDF-1.7"})
    void whatIsNoPictureIsRefused(String text) {
        assertInstanceOf(Outcome.NoPicture.class, encode(text.getBytes(StandardCharsets.ISO_8859_1)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"jpeg", "png", "gif"})
    void aDamagedPictureIsRefused(String format) throws IOException {
        byte[] file = picture(format, 64, 64);
        assertInstanceOf(Outcome.NoPicture.class, encode(Arrays.copyOf(file, 24)));
        byte[] noise = Arrays.copyOf(file, file.length);
        Arrays.fill(noise, 8, noise.length, (byte) 0x5a);
        assertInstanceOf(Outcome.NoPicture.class, encode(noise));
    }
}
