package io.nightmarket.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RedisConfigTest {
    private static RedisConfig config(String uri) {
        return new RedisConfig(uri, Duration.ofSeconds(2), 10_000, 200_000, 60, Optional.empty());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "redis://localhost",
                "redis://localhost:6379/1",
                "rediss://:secret@redis.example.com:6380",
                "redis://user:secret@10.0.0.1"
            })
    void addressesOfRedisAreTaken(String uri) {
        assertEquals(uri, config(uri).uri());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "localhost:6379", "http://localhost", "redis://", "redis://:sec ret@host"})
    void otherAddressesAreRefusedWithoutShowingThem(String uri) {
        IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class, () -> config(uri));

        assertEquals("Redis: uri must be redis://host[:port] or rediss://host[:port]", refusal.getMessage());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"redis://host?ssl=true", "redis://host?db=1&tls=1", "redis://host?db=1#part", "redis://host?"})
    void parametersThatAreNotKnownAreRefused(String uri) {
        IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class, () -> config(uri));

        assertEquals(
                "Redis: uri may have the parameters client, db, password, user and no others", refusal.getMessage());
    }

    @Test
    void aFileOfCertificatesWithoutTlsIsRefused() {
        IllegalArgumentException refusal = assertThrows(
                IllegalArgumentException.class,
                () -> new RedisConfig(
                        "redis://host", Duration.ofSeconds(2), 10_000, 200_000, 60, Optional.of(Path.of("ca.pem"))));

        assertEquals(
                "'redis-ca' is given, but the address of Redis begins with redis://: TLS needs rediss://",
                refusal.getMessage());
    }

    @Test
    void noTextShowsThePassword() {
        RedisConfig config = config("rediss://user:secret@redis.example.com:6380/2?password=secret");

        assertFalse(config.toString().contains("secret"), config.toString());
        assertTrue(config.toString().contains("uri=rediss://***@redis.example.com:6380/2?***,"), config.toString());
    }
}
