package io.nightmarket.redis.link;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A script from {@code lua/}, whose file's name ends with the number of its keys. */
public final class LuaScript {
    private final String name;
    private final String text;
    private final String digest;
    private final int keys;

    private LuaScript(String name, String text) {
        this.name = name;
        this.text = text;
        this.digest = sha1(text);
        this.keys = Integer.parseInt(name.substring(name.lastIndexOf('-') + 1));
    }

    /** Loads {@code lua/<name>.lua} from the classpath. */
    public static LuaScript load(String name) {
        String path = "/lua/" + name + ".lua";
        try (InputStream file = LuaScript.class.getResourceAsStream(path)) {
            if (file == null) {
                throw new IllegalStateException("no script " + path);
            }
            return new LuaScript(name, new String(file.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String sha1(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-1", e);
        }
    }

    String text() {
        return text;
    }

    String digest() {
        return digest;
    }

    int keys() {
        return keys;
    }

    @Override
    public String toString() {
        return name;
    }
}
