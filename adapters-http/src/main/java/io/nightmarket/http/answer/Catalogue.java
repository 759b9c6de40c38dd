package io.nightmarket.http.answer;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;

/** The status and the texts of every {@link ErrorCode}. */
public final class Catalogue {
    private static final String RESOURCE = "/codes.properties";

    private final Map<ErrorCode, Entry> entries = new EnumMap<>(ErrorCode.class);
    private final Map<Rule, Map<Language, String>> rules = new EnumMap<>(Rule.class);

    /** What stands in the file for one code; {@code {0}} in a text is the place of what is at fault. */
    public record Entry(ErrorCode code, int status, String chinese, String english) {}

    private Catalogue(Properties properties) {
        for (ErrorCode code : ErrorCode.values()) {
            int status = Integer.parseInt(text(properties, code, "status"));
            entries.put(code, new Entry(code, status, text(properties, code, "zh"), text(properties, code, "en")));
        }
        for (Rule rule : Rule.values()) {
            String of = "rule." + rule;
            rules.put(
                    rule,
                    Map.of(
                            Language.CHINESE,
                            "，" + text(properties, of, "zh"),
                            Language.ENGLISH,
                            ' ' + text(properties, of, "en")));
        }
        if (properties.size() != entries.size() * 3 + rules.size() * 2) {
            throw new IllegalStateException(RESOURCE + " holds lines that belong to no code and no rule");
        }
    }

    /** Reads the file; fails when it leaves out a code or has an unknown one. */
    public static Catalogue load() {
        Properties properties = new Properties();
        try (Reader reader = new InputStreamReader(
                Objects.requireNonNull(Catalogue.class.getResourceAsStream(RESOURCE), RESOURCE),
                StandardCharsets.UTF_8)) {
            properties.load(reader);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Catalogue(properties);
    }

    private static String text(Properties properties, Object of, String member) {
        String key = of + "." + member;
        String value = properties.getProperty(key);
        if (value == null || value.isBlank()) {
            throw new IllegalStateException(RESOURCE + " lacks " + key);
        }
        return value;
    }

    /** All of them, in the order of {@link ErrorCode}. */
    public List<Entry> entries() {
        return List.copyOf(entries.values());
    }

    int status(ErrorCode code) {
        return entry(code).status();
    }

    /** The text, with the name of what is at fault put in its place. */
    String text(ErrorCode code, Language language, String place) {
        Entry entry = entry(code);
        String text = switch (language) {
            case CHINESE -> entry.chinese();
            case ENGLISH -> entry.english();
        };
        return text.replace("{0}", place);
    }

    /** The text of a refusal, with the rule that the input broke. */
    String text(Answer.Refused refused, Language language) {
        Rule rule = refused.rule();
        return text(refused.code(), language, refused.place())
                + (rule == null ? "" : Objects.requireNonNull(rules.get(rule)).get(language));
    }

    private Entry entry(ErrorCode code) {
        return Objects.requireNonNull(entries.get(code));
    }
}
