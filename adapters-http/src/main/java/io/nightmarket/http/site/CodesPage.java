package io.nightmarket.http.site;

import io.nightmarket.http.answer.Catalogue;

/** The catalogue of codes as a page. */
final class CodesPage {
    private static final String HEAD = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>Night Market: codes</title>
            <link rel="icon" href="favicon-32x32.png">
            <link rel="stylesheet" href="docs.css">
            </head>
            <body>
            <nav><a href="./">API</a> <a href="openapi.yaml">openapi.yaml</a></nav>
            <main>
            <h1>Codes</h1>
            <p>Every answer that is no success has one of these as <code>code</code>, and its text in Chinese, or in
            English where <code>Accept-Language</code> prefers that. {0} is the member or parameter at fault. A refusal
            travels as 200 with <code>success: false</code>, and under its own status for clients that accept
            <code>application/problem+json</code>; a failure always under its own.</p>
            <table>
            <thead><tr><th>code</th><th>status</th><th>kind</th><th>中文</th><th>English</th></tr></thead>
            <tbody>
            """;
    private static final String FOOT = """
            </tbody>
            </table>
            </main>
            </body>
            </html>
            """;

    private CodesPage() {}

    static String render(Catalogue catalogue) {
        StringBuilder page = new StringBuilder(HEAD);
        for (Catalogue.Entry entry : catalogue.entries()) {
            page.append("<tr id=\"").append(entry.code()).append("\"><td><code>");
            page.append(entry.code()).append("</code></td><td>");
            page.append(entry.status()).append("</td><td>");
            page.append(entry.code().isRefusal() ? "refusal" : "failure").append("</td><td lang=\"zh\">");
            page.append(escaped(entry.chinese())).append("</td><td>");
            page.append(escaped(entry.english())).append("</td></tr>\n");
        }
        return page.append(FOOT).toString();
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
