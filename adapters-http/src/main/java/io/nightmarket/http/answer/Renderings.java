package io.nightmarket.http.answer;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.function.Function;

/**
 * What values look like, written once for each object: a near cache hands out the same one again and again, so that a hot
 * value costs no writing. Told apart by identity, and forgotten with the object itself, so it needs no bound and no news
 * of changes. Safe for use by several threads.
 */
public final class Renderings<V> {
    private final Cache<V, Rendered> made =
            Caffeine.newBuilder().weakKeys().executor(Runnable::run).build();
    private final Function<? super V, ?> view;

    /** @param view what Jackson can write, of the value alone; keeps no reference to it */
    public Renderings(Function<? super V, ?> view) {
        this.view = view;
    }

    public Rendered of(V value) {
        return made.get(value, missing -> Rendered.of(view.apply(missing)));
    }
}
