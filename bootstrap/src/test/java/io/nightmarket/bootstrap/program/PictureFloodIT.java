package io.nightmarket.bootstrap.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.contract.Suite;
import io.vertx.core.json.JsonObject;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Uploads, downloads that are read and others that are not, at a node with the heap that ships, while people buy beside. */
@Tag("storm")
final class PictureFloodIT {
    /** As {@code java.sh} has it, beside the size of the heap. */
    private static final Map<String, String> SHIPPED =
            Map.of("JAVA_TOOL_OPTIONS", "-XX:+ExitOnOutOfMemoryError -XX:+UseParallelGC");

    private static final Duration LENGTH = Duration.ofSeconds(Suite.pick(15, 60));
    private static final int UPLOADERS = 12;
    private static final int READERS = 24;
    private static final int STALLED = 20;
    private static final int BUYERS = 40;
    private static final int UPLOAD = 5 << 20;
    private static final String BORDER = "border";

    private final HttpClient http = HttpClient.newHttpClient();
    private final Set<Integer> uploads = ConcurrentHashMap.newKeySet();
    private final Set<Integer> downloads = ConcurrentHashMap.newKeySet();
    private final AtomicInteger stored = new AtomicInteger();
    private final AtomicBoolean isOver = new AtomicBoolean();
    private String address = "";

    @Test
    void theNodeLivesAndPeopleBuy(@TempDir Path data) throws Exception {
        try (Program program = Program.start(SHIPPED, "--data", data.toString());
                Client client = new Client(program.address());
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            address = program.address();
            Shoppers shoppers = new Shoppers(program, client);
            List<String> uploaders = shoppers.logIn(UPLOADERS, 13_910_000_000L);
            List<String> buyers = shoppers.logIn(BUYERS, 13_920_000_000L);
            String merchant = shoppers.logIn("13800000001");
            byte[] photo = photo();
            String shown = "/imgs" + data(upload(uploaders.getFirst(), photo));

            List<Callable<Object>> flood = IntStream.range(0, 2 * UPLOADERS)
                    .<Callable<Object>>mapToObj(i -> () -> uploadOn(uploaders.get(i / 2), photo))
                    .collect(Collectors.toList());
            IntStream.range(0, READERS).forEach(_ -> flood.add(() -> readOn(shown)));
            IntStream.range(0, STALLED).forEach(_ -> flood.add(() -> stall(shown)));
            List<Future<Object>> running = flood.stream().map(threads::submit).toList();
            int bought = buyUntil(System.nanoTime() + LENGTH.toNanos(), client, shoppers, merchant, buyers);
            isOver.set(true);
            for (Future<Object> each : running) {
                each.get();
            }

            assertTrue(bought >= BUYERS, "purchases: " + bought);
            assertTrue(stored.get() > 0, "no upload was stored");
            assertTrue(Set.of(200, 503).containsAll(uploads), "uploads were answered " + uploads);
            assertEquals(Set.of(200), downloads);
            assertEquals(200, client.get("/health/live", null).status());
            assertEquals(143, program.terminate(), program::output);
            assertFalse(program.output().contains("Terminating due to"), program::output);
        }
    }

    /** Each buyer once in each sale, one after the other; every purchase must be accepted. */
    private static int buyUntil(long end, Client client, Shoppers shoppers, String merchant, List<String> buyers) {
        int bought = 0;
        while (System.nanoTime() < end) {
            long sale = shoppers.openSale(merchant, BUYERS);
            for (String buyer : buyers) {
                Client.Answer answer = client.post("/voucher-order/seckill/" + sale, buyer, null);
                assertTrue(answer.success(), answer::toString);
                bought++;
            }
        }
        return bought;
    }

    private Object uploadOn(String token, byte[] photo) throws Exception {
        while (!isOver.get()) {
            JsonObject answer = upload(token, photo);
            if (Boolean.TRUE.equals(answer.getBoolean("success"))) {
                stored.incrementAndGet();
            }
        }
        return "done";
    }

    private static String data(JsonObject answer) {
        assertEquals(true, answer.getBoolean("success"), answer::encode);
        return answer.getString("data");
    }

    private JsonObject upload(String token, byte[] photo) throws Exception {
        byte[] head = ("--" + BORDER + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.jpg\"\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        byte[] end = ("\r\n--" + BORDER + "--\r\n").getBytes(StandardCharsets.US_ASCII);
        HttpRequest request = HttpRequest.newBuilder(URI.create(address + "/upload/blog"))
                .header("authorization", token)
                .header("content-type", "multipart/form-data; boundary=" + BORDER)
                .POST(BodyPublishers.ofByteArrays(List.of(head, photo, end)))
                .build();
        try {
            var answer = http.send(request, BodyHandlers.ofString());
            uploads.add(answer.statusCode());
            return new JsonObject(answer.body());
        } catch (IOException refusedWhileSending) {
            // Answered and closed before all was sent; a node that has ended answers nothing, and is seen elsewhere.
            return new JsonObject();
        }
    }

    private Object readOn(String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address + path)).build();
        while (!isOver.get()) {
            downloads.add(http.send(request, BodyHandlers.discarding()).statusCode());
        }
        return "done";
    }

    /** Asks again whenever the node has given up. */
    private Object stall(String path) throws Exception {
        while (!isOver.get()) {
            try (Socket socket = new Socket()) {
                socket.setReceiveBufferSize(4_096);
                socket.connect(new InetSocketAddress(
                        InetAddress.getLoopbackAddress(), URI.create(address).getPort()));
                socket.getOutputStream()
                        .write(("GET " + path + " HTTP/1.1\r\nhost: x\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
                for (int i = 0; i < 100 && !isOver.get(); i++) {
                    Thread.sleep(100);
                }
            }
        }
        return "done";
    }

    /** Sixteen million pixels, which are turned, filled up with a comment to what is taken. */
    private static byte[] photo() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        assertTrue(ImageIO.write(new BufferedImage(4_096, 4_096, BufferedImage.TYPE_3BYTE_BGR), "jpeg", out));
        byte[] jpeg = out.toByteArray();
        ByteBuffer photo = ByteBuffer.allocate(UPLOAD);
        photo.put(jpeg, 0, 2).putShort((short) 0xffe1).putShort((short) 34).putInt(0x45786966);
        photo.putShort((short) 0).put("MM".getBytes(StandardCharsets.US_ASCII)).putShort((short) 42);
        photo.putInt(8).putShort((short) 1).putShort((short) 0x0112).putShort((short) 3);
        photo.putInt(1).putShort((short) 6).putShort((short) 0).putInt(0);
        while (photo.remaining() - jpeg.length > 66_000) {
            photo.putShort((short) 0xfffe).putShort((short) 65_000).position(photo.position() + 64_998);
        }
        photo.put(jpeg, 2, jpeg.length - 2);
        return Arrays.copyOf(photo.array(), photo.position());
    }
}
