package io.nightmarket.bootstrap;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which process listens on a port of this machine, where Linux tells it to this user. */
final class Listeners {
    private static final Pattern PROCESS = Pattern.compile("users:\\(\\(\"([^\"]+)\",pid=(\\d+)");

    private Listeners() {}

    /** Such as {@code nginx, process 4711}. */
    static Optional<String> on(int port) {
        ProcessBuilder sockets = new ProcessBuilder("ss", "-Hltnp", "sport = :" + port).redirectError(Redirect.DISCARD);
        try (BufferedReader lines = sockets.start().inputReader()) {
            return lines.lines()
                    .map(PROCESS::matcher)
                    .filter(Matcher::find)
                    .map(found -> found.group(1) + ", process " + found.group(2))
                    .findFirst();
        } catch (IOException e) {
            // Another operating system.
            return Optional.empty();
        }
    }
}
