package io.nightmarket.http.answer;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;

/** The language to answer a request in. Browsers send one of a few headers, and reading one takes long, so it is done once. */
final class Languages {
    private static final int MAX_HEADERS = 1_000;
    /** Longer ones are read each time. */
    private static final int MAX_LENGTH = 100;

    private final Cache<String, Language> known =
            Caffeine.newBuilder().maximumSize(MAX_HEADERS).build();

    Language of(RoutingContext ctx) {
        String header = ctx.request().getHeader(HttpHeaders.ACCEPT_LANGUAGE);
        if (header == null) {
            return Language.DEFAULT;
        }
        return header.length() > MAX_LENGTH ? read(ctx) : known.get(header, _ -> read(ctx));
    }

    private static Language read(RoutingContext ctx) {
        return Language.preferred(ctx.acceptableLanguages());
    }
}
