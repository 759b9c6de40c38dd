package io.nightmarket.http.answer;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.function.Function;

/**
 * What values look like, written once for each object: a near cache hands out the same one again and again, so that a hot
 * value costs no writing. Compared by identity, and forgotten with the object itself, so it needs no bound and no
 * invalidation. Safe for use by several threads.
 */
public final class RenderCache<V, R> {
    private final Cache<V, R> made =
            Caffeine.newBuilder().weakKeys().executor(Runnable::run).build();
    private final Function<? super V, ? extends R> write;

    /** @param write what it makes is of the value alone, and keeps no reference to it */
    public RenderCache(Function<? super V, ? extends R> write) {
        this.write = write;
    }

    /**
     * Whole answers: of each value the success that shows it.
     *
     * @param view what Jackson can write
     */
    public static <V> RenderCache<V, Rendered> ofSuccesses(Function<? super V, ?> view) {
        return new RenderCache<>(value -> Rendered.of(view.apply(value)));
    }

    public R of(V value) {
        return made.get(value, write);
    }
}
