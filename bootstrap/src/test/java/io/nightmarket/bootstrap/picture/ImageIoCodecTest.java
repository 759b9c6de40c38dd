package io.nightmarket.bootstrap.picture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.contract.Stages;
import io.nightmarket.domain.picture.PictureBytes;
import io.nightmarket.domain.picture.PictureCodec.Outcome;
import io.nightmarket.domain.picture.PictureType;
import io.vertx.core.Vertx;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32;
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
        codec = new ImageIoCodec(vertx.createSharedWorkerExecutor("test", 2));
    }

    @AfterAll
    static void close() {
        Stages.await(vertx.close().toCompletionStage());
    }

    private static Outcome encode(byte[] file) {
        return Stages.await(codec.encode(new PictureBytes(file)));
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
        BufferedImage read =
                ImageIO.read(new ByteArrayInputStream(encoded.bytes().array()));
        assertNotNull(read);
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
        BufferedImage turned =
                ImageIO.read(new ByteArrayInputStream(encoded.bytes().array()));
        assertEquals(32, turned.getWidth());
        assertEquals(64, turned.getHeight());
        assertTrue((turned.getRGB(16, 4) & 0xff) > 200, "what was left is above");
        assertTrue((turned.getRGB(16, 60) & 0xff) < 50);
    }

    @Test
    void aLargePictureIsStoredSmaller() throws IOException {
        Outcome.Encoded encoded = assertInstanceOf(Outcome.Encoded.class, encode(picture("png", 5_000, 10)));
        assertEquals(
                2_500,
                ImageIO.read(new ByteArrayInputStream(encoded.bytes().array())).getWidth());
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

    /** Eight bytes a pixel. */
    @Test
    void aDeepPictureThatWouldTakeTooMuchMemoryIsRefused() throws IOException {
        byte[] deep = picture("png", 8, 8);
        ByteBuffer header = ByteBuffer.wrap(deep);
        header.putInt(16, 4_096).putInt(20, 4_096).put(24, (byte) 16).put(25, (byte) 6);
        CRC32 check = new CRC32();
        check.update(deep, 12, 17);
        header.putInt(29, (int) check.getValue());
        assertInstanceOf(Outcome.TooManyPixels.class, encode(deep));
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
