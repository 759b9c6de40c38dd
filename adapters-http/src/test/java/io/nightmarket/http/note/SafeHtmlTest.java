package io.nightmarket.http.note;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.regex.Pattern;
import org.jsoup.Jsoup;
import org.jsoup.safety.Safelist;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SafeHtmlTest {
    private static final Pattern ELEMENT = Pattern.compile("<(?!/?(b|blockquote|br|em|i|li|ol|p|s|strong|u|ul)>)");

    /** What people mean as text; browsers show it as it was written. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "人均<rmb50 很划算\n第二行", "人均<100元", "1<2", "1 < 2 > 0", "a<b", "a<b and c>d", "if (a<b && c>d)", "x<y>z",
                "<rmb50>", "<3 <3", "<-- 左边", "<!-- 第二行", "<!重要", "<?什么", "</rmb 好", "</",
                "<", "<<b", "<p 好吃\n第二行", "<b", "a <br 第二行", "K&F", "A&B; C&lt"
            })
    void textThatIsNoTagStays(String text) {
        String shown = Jsoup.parse(SafeHtml.of(text)).body().wholeText();
        assertEquals(Jsoup.parse(text.replace("<", "&lt;")).body().wholeText(), shown);
        assertTrue(text.length() < 3 || !shown.isBlank());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "好吃 |",
                "K&F 1<2 |",
                "<b>粗</b>体 | 粗体",
                "一<br>二 | 一\\n二",
                "<p>一</p><p>二</p> | 一\\n二",
                "<ul><li>面</li><li>汤</li></ul> | 面\\n汤",
                "&lt;b&gt; | <b>",
                "1 &lt; 2 &amp; <i>3</i> | 1 < 2 & 3"
            })
    void theTextOfHtmlStandsBesideItWhereItIsNotTheSame(String html, String text) {
        assertEquals(text == null ? null : text.replace("\\n", "\n"), SafeHtml.textOf(html));
    }

    /** Some pages show a title as HTML and some as text: where both would show the same, it leaves as it was written. */
    @ParameterizedTest
    @ValueSource(strings = {"K&F 1<2", "1 < 2 & 3", "a>b", "<3 & <3", "R&D", "A&B; C", "& &", "1<\n2", "人均<100元"})
    void whatIsNoHtmlLeavesAsItWasWritten(String text) {
        assertEquals(text, SafeHtml.of(text));
    }

    /** Something may follow in the page. */
    @ParameterizedTest
    @CsvSource({"a<, a&lt;", "&lt, &lt;", "&copy 2, © 2", "&amp;lt;, &amp;lt;", "<b, &lt;b", "</, &lt;/", "<!, &lt;!"})
    void whatMightBeginHtmlIsEscaped(String text, String html) {
        assertEquals(html, SafeHtml.of(text));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "<b>good</b> | <b>good</b>",
                "<B >good</B > | <b>good</b>",
                "<b class=x id='y' title=\"z > 1\">good</b> | <b>good</b>",
                "one<br/>two<br>three<br /> | one<br>two<br>three<br>",
                "<p>a<p>b | <p>a</p><p>b</p>",
                "<a href='javascript:x'>soup</a> | soup",
                "<div><i>x</i></div> | <i>x</i>",
                "1<2 <b>und</b> a<b | 1&lt;2 <b>und</b> a&lt;b"
            })
    void simpleTagsStayAndOthersGo(String text, String html) {
        assertEquals(html, SafeHtml.of(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<script>alert(1)</script>",
                "<script async>alert(1)</script>",
                "<ScRiPt src=//e>x</sCrIpT>",
                "<img src=x onerror=alert(1)>",
                "<img/src=x/onerror=alert(1)>",
                "<img src=x onerror=alert(1)//",
                "<<script>alert(1)</script>",
                "<scr<script>ipt>alert(1)</script>",
                "<svg/onload=alert(1)>",
                "<svg><script>alert(1)</script></svg>",
                "<b onmouseover=alert(1)>x</b>",
                "<b style='x:expression(1)'>x</b>",
                "<iframe srcdoc='<script>alert(1)</script>'>",
                "<math><mi xlink:href='javascript:x'>",
                "<style>@import '//e'</style>",
                "<!--><script>alert(1)</script>-->",
                "<![CDATA[<script>alert(1)</script>]]>",
                "<b\u0000 onclick=x>",
                "<b title=\"><script>alert(1)</script>\">",
                "<p title='\"><img src=x onerror=alert(1)>'>",
                "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\">",
                "<textarea><script>alert(1)</script></textarea>",
                "&lt;script&gt;alert(1)&lt;/script&gt;",
                "<a\nhref\n=\njavascript:x>y</a>"
            })
    void nothingElseGetsThrough(String text) {
        String html = SafeHtml.of(text);
        assertFalse(ELEMENT.matcher(html).find(), html);
        assertTrue(
                Jsoup.isValid(
                        html,
                        new Safelist()
                                .addTags(
                                        "b", "blockquote", "br", "em", "i", "li", "ol", "p", "s", "strong", "u", "ul")),
                html);
    }

    /** As long as a column holds, in the forms that cost most. */
    @Test
    void longTextsAreReadInOneGo() {
        for (String part :
                new String[] {"<a x=a/", "<b ", "<a b=c", "<", "<a/b=c/d=e", "a=\"<", "</a", "<b a='", " x=1"}) {
            String text = "<b" + part.repeat(2_048 / part.length());
            assertFalse(ELEMENT.matcher(SafeHtml.of(text)).find());
        }
    }
}
