package io.nightmarket.bench.queue;

import io.nightmarket.testkit.Waiting;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** A process with a bounded queue in its memory, which may be killed. */
final class MemoryProcess implements AutoCloseable {
    private static final int BOUND = 20_000;

    private final Process process;
    private final PrintWriter orders;
    private final BufferedReader replies;

    private MemoryProcess(Process process) {
        this.process = process;
        this.orders = new PrintWriter(process.getOutputStream(), true, StandardCharsets.UTF_8);
        this.replies = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    static MemoryProcess start() throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), MemoryProcess.class.getName()));
        return new MemoryProcess(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    /** Has so many orders put in. */
    void put(int count) throws IOException {
        int waiting = tell(count);
        if (waiting != count) {
            throw new IOException(waiting + " orders wait of " + count);
        }
    }

    int waiting() throws IOException {
        return tell(0);
    }

    private int tell(int more) throws IOException {
        orders.println(more);
        String reply = replies.readLine();
        if (reply == null) {
            throw new IOException("the process with the queue ended");
        }
        return Integer.parseInt(reply);
    }

    void kill() throws IOException {
        var _ = process.destroyForcibly();
        var _ = Waiting.await(process.onExit());
    }

    @Override
    public void close() throws IOException {
        kill();
    }

    /** Reads how many orders to put in, line by line, and answers how many wait then. */
    public static void main(String[] arguments) throws IOException {
        BlockingQueue<Long> queue = new ArrayBlockingQueue<>(BOUND);
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            for (long order = Long.parseLong(line); order > 0; order--) {
                var _ = queue.offer(order);
            }
            System.out.println(queue.size());
        }
    }
}
