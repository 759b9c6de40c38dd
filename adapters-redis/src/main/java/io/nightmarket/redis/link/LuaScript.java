package io.nightmarket.redis.link;

import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A script from {@code lua/}, whose file's name ends with the number of its keys. */
public final class LuaScript {
    private static final Pattern SHARED = Pattern.compile("(?m)^-- With (shared/[a-z-]+)$");

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

    /**
     * Loads {@code lua/<name>.lua} from the classpath. A line {@code -- With shared/<part>} of its header puts
     * {@code lua/shared/<part>.lua} before it, and in a shared part so as well: Redis has no other way to share what
     * several scripts do.
     */
    public static LuaScript load(String name) {
        return new LuaScript(name, withShared(name));
    }

    /** The script with a changed text, for tests that set the time. */
    LuaScript with(UnaryOperator<String> change) {
        return new LuaScript(name, change.apply(text));
    }

    private static String withShared(String name) {
        String text = read(name);
        return SHARED.matcher(text)
                        .results()
                        .map(with -> withShared(with.group(1)))
                        .collect(Collectors.joining())
                + text;
    }

    private static String read(String name) {
        String path = "/lua/" + name + ".lua";
        try (InputStream file = LuaScript.class.getResourceAsStream(path)) {
            if (file == null) {
                throw new IllegalStateException("no script " + path);
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
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

    /** Runs the script by its digest, which the server may not know. */
    Request byDigest(List<String> keyNames, List<String> arguments) {
        return evaluation(Command.EVALSHA, digest, keyNames, arguments);
    }

    Request whole(List<String> keyNames, List<String> arguments) {
        return evaluation(Command.EVAL, text, keyNames, arguments);
    }

    private Request evaluation(Command command, String script, List<String> keyNames, List<String> arguments) {
        if (keyNames.size() != keys) {
            throw new IllegalArgumentException(name + " needs " + keys + " keys, not " + keyNames);
        }
        Request request = Request.cmd(command).arg(script).arg(keys);
        keyNames.forEach(request::arg);
        arguments.forEach(request::arg);
        return request;
    }

    int keys() {
        return keys;
    }

    @Override
    public String toString() {
        return name;
    }
}
