package io.nightmarket.http.answer;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.LanguageHeader;
import io.vertx.ext.web.RoutingContext;

/** The languages of our texts. */
public enum Language {
    CHINESE,
    ENGLISH;

    static final Language DEFAULT = CHINESE;

    /** Longer headers are read each time. */
    private static final int MAX_LENGTH = 100;

    /** Browsers send one of a few headers, and reading one takes long, so it is done once. */
    private static final Cache<String, Language> KNOWN =
            Caffeine.newBuilder().maximumSize(1_000).build();

    /** The language to answer a request in. */
    public static Language of(RoutingContext ctx) {
        String header = ctx.request().getHeader(HttpHeaders.ACCEPT_LANGUAGE);
        if (header == null) {
            return DEFAULT;
        }
        return header.length() > MAX_LENGTH ? read(ctx) : KNOWN.get(header, _ -> read(ctx));
    }

    /** The one of ours that is named first, in descending order of preference; Chinese when none is. */
    private static Language read(RoutingContext ctx) {
        for (LanguageHeader header : ctx.acceptableLanguages()) {
            String tag = header.tag();
            if ("en".equalsIgnoreCase(tag)) {
                return ENGLISH;
            }
            if ("zh".equalsIgnoreCase(tag)) {
                return CHINESE;
            }
        }
        return DEFAULT;
    }
}
