package io.nightmarket.testkit;

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
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;

/** Uploads of large photos by some users, two at a time, and downloads of one that are read, and others that are not, until it is closed. */
public final class PictureFlood implements AutoCloseable {
    private static final int UPLOAD_BYTES = 5 << 20;
    private static final int SIDE = 4_096;
    private static final int READERS = 24;
    private static final int STALLED = 20;
    private static final Duration STALL = Duration.ofSeconds(15);
    private static final String BORDER = "border";
    private static final Pattern STORED = Pattern.compile("\"data\":\"(/blogs/[^\"]+)\"");

    private final HttpClient http = HttpClient.newHttpClient();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Set<Integer> uploads = ConcurrentHashMap.newKeySet();
    private final Set<Integer> downloads = ConcurrentHashMap.newKeySet();
    private final AtomicInteger stored = new AtomicInteger();
    private final AtomicInteger brokenOff = new AtomicInteger();
    private final URI node;
    private final byte[] form;
    private volatile boolean isOver;

    private PictureFlood(URI node, byte[] form) {
        this.node = node;
        this.form = form;
    }

    /** Begins, with a photo that was stored before. */
    public static PictureFlood begin(int port, List<String> tokens) throws IOException {
        PictureFlood flood = new PictureFlood(URI.create("http://127.0.0.1:" + port), form(photo()));
        Matcher first = STORED.matcher(flood.upload(tokens.getFirst()).body());
        if (!first.find()) {
            throw new IOException("the first upload was refused");
        }
        String shown = "/imgs" + first.group(1);
        for (String token : tokens) {
            flood.repeat(() -> flood.uploads.add(flood.upload(token).statusCode()));
            flood.repeat(() -> flood.uploads.add(flood.upload(token).statusCode()));
        }
        for (int i = 0; i < READERS; i++) {
            flood.repeat(() -> flood.read(shown));
        }
        for (int i = 0; i < STALLED; i++) {
            flood.repeat(() -> flood.stall(shown));
        }
        return flood;
    }

    /** The status of each answer to an upload. */
    public Set<Integer> uploads() {
        return uploads;
    }

    /** The status of each answer to a download. */
    public Set<Integer> downloads() {
        return downloads;
    }

    /** Uploads that were stored. */
    public int stored() {
        return stored.get();
    }

    /** Requests that broke off. */
    public int brokenOff() {
        return brokenOff.get();
    }

    private interface Step {
        void run() throws IOException;
    }

    private void repeat(Step step) {
        var _ = threads.submit(() -> {
            while (!isOver) {
                try {
                    step.run();
                } catch (IOException e) {
                    // A refusal that closes the connection, or a node that has ended.
                    brokenOff.incrementAndGet();
                }
            }
        });
    }

    private HttpResponse<String> upload(String token) throws IOException {
        HttpRequest request = HttpRequest.newBuilder(node.resolve("/upload/blog"))
                .header("authorization", token)
                .header("content-type", "multipart/form-data; boundary=" + BORDER)
                .POST(BodyPublishers.ofByteArray(form))
                .build();
        HttpResponse<String> answer = send(request, BodyHandlers.ofString());
        if (STORED.matcher(answer.body()).find()) {
            stored.incrementAndGet();
        }
        return answer;
    }

    private void read(String path) throws IOException {
        HttpRequest request = HttpRequest.newBuilder(node.resolve(path)).build();
        downloads.add(send(request, BodyHandlers.discarding()).statusCode());
    }

    private <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> handler) throws IOException {
        try {
            return http.send(request, handler);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    /** Until the node ends it. */
    private void stall(String path) throws IOException {
        try (Socket socket = new Socket()) {
            socket.setReceiveBufferSize(4_096);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), node.getPort()));
            socket.getOutputStream()
                    .write(("GET " + path + " HTTP/1.1\r\nhost: x\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
            var _ = Eventually.within(STALL, () -> isOver);
        }
    }

    private static byte[] form(byte[] photo) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(("--" + BORDER + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.jpg\"\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
        out.write(photo);
        out.write(("\r\n--" + BORDER + "--\r\n").getBytes(StandardCharsets.US_ASCII));
        return out.toByteArray();
    }

    /** Sixteen million pixels that are to be turned, filled up with comments to what is taken. */
    private static byte[] photo() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        if (!ImageIO.write(new BufferedImage(SIDE, SIDE, BufferedImage.TYPE_3BYTE_BGR), "jpeg", out)) {
            throw new IOException("no JPEG can be written");
        }
        byte[] jpeg = out.toByteArray();
        ByteBuffer photo = ByteBuffer.allocate(UPLOAD_BYTES);
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

    /** Waits for the answers that are due. */
    @Override
    public void close() {
        isOver = true;
        threads.close();
        http.close();
    }
}
