package io.nightmarket.bootstrap.bus;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.MessageCodec;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Carries messages as JSON. What can't be decoded throws, so that the bus reports it; it is never null. Members that this
 * version doesn't know are passed over: during an upgrade nodes of two versions are notified.
 */
public record BusCodec<M extends BusMessage>(Class<M> type) implements MessageCodec<M, M> {
    private static final ObjectMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    /** Teaches the bus every message. Once per Vert.x instance. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    public static void registerAll(EventBus bus) {
        for (Class<?> type : BusMessage.class.getPermittedSubclasses()) {
            var _ = bus.registerDefaultCodec((Class) type, new BusCodec(type));
        }
    }

    @Override
    public void encodeToWire(Buffer buffer, M message) {
        try {
            byte[] json = JSON.writeValueAsBytes(message);
            buffer.appendInt(json.length).appendBytes(json);
        } catch (IOException e) {
            throw new UncheckedIOException("a message that can't be written: " + type.getSimpleName(), e);
        }
    }

    @Override
    public M decodeFromWire(int position, Buffer buffer) {
        int start = position + Integer.BYTES;
        byte[] json = buffer.getBytes(start, start + buffer.getInt(position));
        try {
            return JSON.readValue(json, type);
        } catch (IOException e) {
            throw new UncheckedIOException("a message that can't be read: " + type.getSimpleName(), e);
        }
    }

    @Override
    public M transform(M message) {
        return message;
    }

    @Override
    public String name() {
        return "json:" + type.getSimpleName();
    }

    @Override
    public byte systemCodecID() {
        return -1;
    }
}
