package io.nightmarket.http.note;

import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Document.OutputSettings;
import org.jsoup.nodes.Entities.EscapeMode;
import org.jsoup.parser.Parser;
import org.jsoup.parser.Tag;
import org.jsoup.safety.Safelist;
import org.jspecify.annotations.Nullable;

/** Makes HTML that browsers may show of what a user wrote: line breaks and simple formatting stay, all else is text or dropped. */
final class SafeHtml {
    private static final Safelist SAFE =
            new Safelist().addTags("b", "blockquote", "br", "em", "i", "li", "ol", "p", "s", "strong", "u", "ul");

    private static final OutputSettings AS_WRITTEN =
            new OutputSettings().prettyPrint(false).escapeMode(EscapeMode.xhtml);

    /** What begins an element of HTML and ends as one; any other {@code <} is text, and so is what stands behind it. */
    private static final Pattern TAG = Pattern.compile(
            "<(?:/([a-z][a-z0-9]*+)\\s*+>|([a-z][a-z0-9]*+)"
                    + "(?:[\\s/]++[^\\s\"'<>/=]++\\s*+=\\s*+(?:\"[^\"]*+\"|'[^']*+'|[^\\s\"'<>=`]++))*+[\\s/]*+>)?",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern MAY_BEGIN_TAG = Pattern.compile("<(?![^a-z/!?])", Pattern.CASE_INSENSITIVE);

    private SafeHtml() {}

    /** Costs a parse unless the text is plain: for the load of a cache, not for each request. */
    static String of(String written) {
        return isPlain(written) ? written : Jsoup.clean(withoutFalseTags(written), "", SAFE, AS_WRITTEN);
    }

    /** The text that this HTML shows; null when it is the same. */
    static @Nullable String textOf(String html) {
        if (isPlain(html)) {
            return null;
        }
        Document document = Jsoup.parseBodyFragment(html);
        document.select("p, li, blockquote").append("\n");
        return document.body().wholeText().strip();
    }

    private static String withoutFalseTags(String written) {
        return TAG.matcher(written).replaceAll(found -> {
            String name = Objects.requireNonNullElse(found.group(1), Objects.requireNonNullElse(found.group(2), ""));
            return Matcher.quoteReplacement(
                    Tag.isKnownTag(name.toLowerCase(Locale.ROOT))
                            ? found.group()
                            : "&lt;" + found.group().substring(1));
        });
    }

    /** Whether it means the same as HTML and as text, whatever follows it: some pages show titles as text. */
    private static boolean isPlain(String text) {
        return !MAY_BEGIN_TAG.matcher(text).find()
                && Parser.unescapeEntities(text, false).equals(text);
    }
}
