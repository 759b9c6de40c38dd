package io.nightmarket.http.answer;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/**
 * Tags that change when the content does, and those of {@code If-None-Match} (RFC 9110, 13.1.2). Vert.x' own check splits
 * tags at their commas, reads one line of the header, and takes a {@code *} in a list for a tag.
 */
public final class EntityTags {
    private static final int BYTES = 16;

    private EntityTags() {}

    /** A strong tag, in its quotes: the same for the same bytes. */
    public static String of(byte[] content) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(content);
            return '"' + Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(digest, BYTES)) + '"';
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has it", e);
        }
    }

    /** Whether the client has the content with this tag. */
    public static boolean heldBy(HttpServerRequest request, String tag) {
        String first = request.getHeader(HttpHeaders.IF_NONE_MATCH);
        if (first == null) {
            return false;
        }
        // What a browser sends.
        return first.equals(tag) || anyMatches(request.headers().getAll(HttpHeaders.IF_NONE_MATCH), tag);
    }

    /** @param lines the lines of the header, which are one list */
    static boolean anyMatches(List<String> lines, String tag) {
        return lines.stream().anyMatch(line -> line.strip().equals("*") || contains(line, tag));
    }

    /** Compares weakly: of a tag marked as weak, what stands in its quotes. A tag may hold commas; what is no tag ends the list. */
    private static boolean contains(String line, String tag) {
        int at = 0;
        while (true) {
            at = skipSeparators(line, at);
            if (line.startsWith("W/", at)) {
                at += 2;
            }
            int end = at < line.length() && line.charAt(at) == '"' ? line.indexOf('"', at + 1) : -1;
            if (end < 0) {
                return false;
            }
            if (end + 1 - at == tag.length() && line.startsWith(tag, at)) {
                return true;
            }
            at = end + 1;
        }
    }

    private static int skipSeparators(String line, int from) {
        int at = from;
        while (at < line.length() && " \t,".indexOf(line.charAt(at)) >= 0) {
            at++;
        }
        return at;
    }
}
