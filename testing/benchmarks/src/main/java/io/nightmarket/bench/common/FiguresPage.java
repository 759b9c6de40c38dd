package io.nightmarket.bench.common;

import io.nightmarket.testkit.Environment;
import io.nightmarket.testkit.MarkdownTable;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A page with one chapter for each scenario: the day, the processors and the command of its newest figures, and their table. */
final class FiguresPage {
    private FiguresPage() {}

    /**
     * The page with these tables in the place of those that it has of the same scenarios; a scenario that is new to the page
     * comes at its end.
     */
    static String with(String page, Environment environment, String command, Map<String, MarkdownTable> tables) {
        String result = page;
        for (Map.Entry<String, MarkdownTable> each : tables.entrySet()) {
            result = with(result, each.getKey(), chapter(each.getKey(), environment, command, each.getValue()));
        }
        return result.stripTrailing() + '\n';
    }

    private static String with(String page, String scenario, String chapter) {
        Matcher old = Pattern.compile("(?ms)^## " + Pattern.quote(scenario) + "$.*?(?=^## |\\z)")
                .matcher(page);
        return old.find()
                ? old.replaceFirst(Matcher.quoteReplacement(chapter))
                : page.stripTrailing() + "\n\n" + chapter;
    }

    private static String chapter(String scenario, Environment environment, String command, MarkdownTable table) {
        return "## %s%n%n%s, %s processors: `%s`%n%n%s%n"
                .formatted(
                        scenario,
                        environment.when().atOffset(ZoneOffset.UTC).toLocalDate(),
                        environment.parts().get("processors"),
                        command,
                        table.withoutEmptyColumns());
    }
}
