package io.nightmarket.bootstrap.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A Redis for one test alone, which may also put old files under it. */
public final class OwnRedis extends OwnServer {
    private static final Path AOF = Path.of("redis", "appendonly.aof");

    private final Path folder;
    private final RedisServer server;

    private OwnRedis(Path folder, RedisServer server) throws IOException {
        super(folder, server, List.of());
        this.folder = folder;
        this.server = server;
    }

    /** Runs on an empty folder; returns when it answers. */
    public static OwnRedis start(Path folder) {
        try {
            return new OwnRedis(folder, ServerDirectory.of(folder).redis(Platform.current()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public String uri() {
        return server.uri(port());
    }

    /** What is on its disk now: all that was answered. */
    public byte[] disk() throws IOException {
        return Files.readAllBytes(file());
    }

    /** Puts back what was on the disk before; not while it runs. */
    public void restore(byte[] disk) throws IOException {
        Files.write(file(), disk);
    }

    private Path file() throws IOException {
        return folder.toRealPath().resolve(AOF);
    }
}
