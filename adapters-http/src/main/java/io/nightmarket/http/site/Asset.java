package io.nightmarket.http.site;

import io.nightmarket.http.answer.EntityTags;
import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * A file of the class path as a browser gets it.
 *
 * @param compressed by gzip; none where that makes it no smaller
 */
record Asset(String type, Body plain, @Nullable Body compressed) {
    /** @param tag changes when the content does */
    record Body(Buffer content, String tag) {
        static Body of(byte[] content) {
            return new Body(Buffer.buffer(content), EntityTags.of(content));
        }
    }

    /** One of our own. */
    static Asset own(String resource) throws IOException {
        try (InputStream in = open(resource)) {
            byte[] content = in.readAllBytes();
            Body plain = Body.of(content);
            Body compressed = Body.of(compress(content));
            boolean smaller = compressed.content.length() < plain.content.length();
            return new Asset(typeOf(resource), plain, smaller ? compressed : null);
        }
    }

    /** One of a webjar, whose folder has its version in its name. */
    static Asset ofWebjar(String group, String artifact, String file) throws IOException {
        Properties properties = new Properties();
        try (InputStream in = open("/META-INF/maven/" + group + '/' + artifact + "/pom.properties")) {
            properties.load(in);
        }
        return own("/META-INF/resources/webjars/" + artifact + '/' + properties.getProperty("version") + '/' + file);
    }

    private static InputStream open(String resource) throws FileNotFoundException {
        InputStream found = Asset.class.getResourceAsStream(resource);
        if (found == null) {
            throw new FileNotFoundException(resource);
        }
        return found;
    }

    private static byte[] compress(byte[] content) throws IOException {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(compressed)) {
            out.write(content);
        }
        return compressed.toByteArray();
    }

    private static String typeOf(String name) {
        return switch (name.substring(name.lastIndexOf('.') + 1)) {
            case "html" -> "text/html;charset=utf-8";
            case "css" -> "text/css;charset=utf-8";
            case "js" -> "text/javascript;charset=utf-8";
            case "png" -> "image/png";
            case "svg" -> "image/svg+xml";
            case "yaml" -> "application/yaml";
            default -> throw new IllegalArgumentException(name);
        };
    }
}
