package io.nightmarket.http.answer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class EntityTagsTest {
    private static final String TAG = "\"aB-_1\"";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"aB-_1\"", " \"aB-_1\"\t", "W/\"aB-_1\"", "\"other\", \"aB-_1\"",
                "\"other\",W/\"aB-_1\",\"more\"", ",, \"with, a comma\" , \"aB-_1\"", "\"\",\"aB-_1\"", "*",
                " * "
            })
    void aListThatHoldsTheTagMatches(String line) {
        assertEquals(true, EntityTags.anyMatches(List.of(line), TAG));
        assertEquals(true, EntityTags.anyMatches(List.of("\"other\"", line), TAG));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", ",", "\"other\"", "\"ab-_1\"", "\"aB-_\"", "\"aB-_11\"", "aB-_1",
                "\"aB-_1", "w/\"aB-_1\"", "\"x, \"aB-_1\"", "W/", "W/W/\"aB-_1\"", "\"*\"", "*, \"aB-_1\""
            })
    void anyOtherDoesNot(String line) {
        assertEquals(false, EntityTags.anyMatches(List.of(line), TAG));
    }

    @Test
    void noListMatchesNothing() {
        assertEquals(false, EntityTags.anyMatches(List.of(), TAG));
    }
}
