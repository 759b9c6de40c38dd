package io.nightmarket.redis.cache;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.nightmarket.domain.base.Corrupt;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Entries as plain JSON without class names. Members that this version doesn't know are passed over, for during an upgrade
 * nodes of two versions share the entries; one that lacks a member can't be read.
 */
public final class CacheEntryCodec<V> {
    private static final ObjectMapper JSON = JsonMapper.builder()
            .addModule(new JavaTimeModule())
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build();

    private final JavaType type;

    /** @param valueType the type of the values, with its arguments */
    public CacheEntryCodec(TypeReference<V> valueType) {
        this.type = JSON.getTypeFactory()
                .constructParametricType(CacheEntry.class, JSON.getTypeFactory().constructType(valueType));
    }

    /** Fails with {@code Corrupt} when the value can't be written. */
    String write(CacheEntry<V> entry) {
        try {
            return JSON.writeValueAsString(entry);
        } catch (JsonProcessingException e) {
            throw new Corrupt("a cached value can't be written as JSON: " + e.getOriginalMessage(), e);
        }
    }

    /** The entry, or nothing when the text is none. */
    Optional<CacheEntry<V>> read(String text) {
        try {
            @Nullable CacheEntry<V> entry = JSON.readValue(text, type);
            return Optional.ofNullable(entry);
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }
}
