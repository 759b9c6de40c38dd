package io.nightmarket.bootstrap.program;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Plays commands that a page prints, beside a node whose console shows the login codes. */
final class Shell {
    private static final Pattern PROMPT = Pattern.compile("the code of (\\d{11}) on the console: ");
    private static final long MINUTES = 5;

    private Shell() {}

    /** What the shell prints; it is given the codes that the console of the node shows. */
    static String play(String shell, String script, Program node) throws Exception {
        Process process = new ProcessBuilder(shell, "-c", script).start();
        var _ = process.onExit().orTimeout(MINUTES, TimeUnit.MINUTES).exceptionally(_ -> process.destroyForcibly());
        Thread typing = Thread.ofVirtual().start(() -> typeCodes(node, process));
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        typing.join();
        return output;
    }

    private static void typeCodes(Program node, Process process) {
        try (Reader prompts = new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8);
                OutputStream keyboard = process.getOutputStream()) {
            StringBuilder text = new StringBuilder();
            for (int c = prompts.read(); c >= 0; c = prompts.read()) {
                text.append((char) c);
                Matcher prompt = PROMPT.matcher(text);
                if (prompt.find()) {
                    String phone = prompt.group(1);
                    text.setLength(0);
                    String code = node.codeOf(phone).get(MINUTES, TimeUnit.MINUTES);
                    keyboard.write((code + "\n").getBytes(StandardCharsets.UTF_8));
                    keyboard.flush();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (Exception e) {
            process.destroyForcibly();
            throw new IllegalStateException(e);
        }
    }
}
