package io.nightmarket.http.answer;

import io.vertx.ext.web.LanguageHeader;
import java.util.List;

/** The languages of our texts. */
enum Language {
    CHINESE,
    ENGLISH;

    static final Language DEFAULT = CHINESE;

    /** The one of ours that is named first, in descending order of preference; Chinese when none is. */
    static Language preferred(List<LanguageHeader> accepted) {
        for (LanguageHeader header : accepted) {
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
