package io.nightmarket.http.note;

import org.jsoup.Jsoup;
import org.jsoup.nodes.Document.OutputSettings;
import org.jsoup.nodes.Entities.EscapeMode;
import org.jsoup.safety.Safelist;

/** Makes HTML that browsers may show of what a user wrote: line breaks and simple formatting stay, all else is text or dropped. */
final class SafeHtml {
    private static final Safelist SAFE =
            new Safelist().addTags("b", "blockquote", "br", "em", "i", "li", "ol", "p", "s", "strong", "u", "ul");

    private static final OutputSettings AS_WRITTEN =
            new OutputSettings().prettyPrint(false).escapeMode(EscapeMode.xhtml);

    private SafeHtml() {}

    /** Costs a parse unless the text is plain: for the load of a cache, not for each request. */
    static String of(String written) {
        return isPlain(written) ? written : Jsoup.clean(written, "", SAFE, AS_WRITTEN);
    }

    private static boolean isPlain(String text) {
        return text.indexOf('<') < 0 && text.indexOf('>') < 0 && text.indexOf('&') < 0;
    }
}
