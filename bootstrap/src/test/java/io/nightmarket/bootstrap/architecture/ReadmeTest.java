package io.nightmarket.bootstrap.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** README in English and in Chinese have the same chapters, commands and links. */
final class ReadmeTest {
    private static final Pattern HEADING = Pattern.compile("(?m)^(#+) .*$");
    private static final Pattern COMMANDS = Pattern.compile("```(?:sh|json)\n.*?```", Pattern.DOTALL);
    private static final Pattern LINK = Pattern.compile("]\\(((?!README)[^)]+)\\)");

    @Test
    void bothLanguagesHaveTheSameChaptersCommandsAndLinks() throws IOException {
        String english = Files.readString(Path.of("..", "README.md"));
        String chinese = Files.readString(Path.of("..", "README.zh-CN.md"));
        assertEquals(found(HEADING, 1, english), found(HEADING, 1, chinese));
        assertEquals(found(COMMANDS, 0, english), found(COMMANDS, 0, chinese));
        assertEquals(found(LINK, 1, english), found(LINK, 1, chinese));
    }

    private static List<String> found(Pattern pattern, int group, String page) {
        return pattern.matcher(page)
                .results()
                .map((MatchResult match) -> match.group(group))
                .toList();
    }
}
