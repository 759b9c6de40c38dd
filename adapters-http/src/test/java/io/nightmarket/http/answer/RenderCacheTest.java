package io.nightmarket.http.answer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class RenderCacheTest {
    private final AtomicInteger views = new AtomicInteger();
    private final RenderCache<Thing, Rendered> renderings = RenderCache.ofSuccesses(thing -> {
        views.incrementAndGet();
        return Map.of("name", thing.name());
    });

    private record Thing(String name) {}

    @Test
    void theSameObjectIsWrittenOnce() {
        Thing thing = new Thing("炉鱼");
        Rendered first = renderings.of(thing);
        assertEquals(
                "{\"success\":true,\"data\":{\"name\":\"炉鱼\"}}", first.body().toString());
        for (int i = 0; i < 100; i++) {
            assertSame(first, renderings.of(thing));
        }
        assertEquals(1, views.get());
    }

    @Test
    void anotherObjectIsWrittenAnewAndBearsTheTagOfItsContent() {
        Thing one = new Thing("one");
        Thing equal = new Thing("one");
        Rendered first = renderings.of(one);
        Rendered second = renderings.of(equal);
        assertEquals(2, views.get());
        assertNotSame(first, second);
        assertEquals(first.tag(), second.tag());
        assertNotEquals(first.tag(), renderings.of(new Thing("two")).tag());
    }

    /** 128 bits of the digest: six bits a character. */
    @Test
    void aTagIsStrongAndOfCharactersThatNothingEscapes() {
        String tag = renderings.of(new Thing("one")).tag();
        assertTrue(tag.matches("\"[A-Za-z0-9_-]{22}\""), tag);
    }
}
