package io.nightmarket.domain.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.node.RunningNode.Difference;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class RunningNodeTest {
    private static RunningNode node(Map<String, String> settings) {
        return new RunningNode("id", "host:8080", "1.0", false, settings);
    }

    @Test
    void theDifferencesAreFoundByName() {
        RunningNode own = node(Map.of("b", "1", "c", "1", "a", "1"));
        assertEquals(List.of(), own.differencesFrom(own));
        assertEquals(
                List.of(new Difference("b", "1", "2"), new Difference("c", "1", "3")),
                own.differencesFrom(node(Map.of("a", "1", "b", "2", "c", "3"))));
    }

    @Test
    void aSettingThatOnlyOneKnowsIsNoDifference() {
        RunningNode own = node(Map.of("a", "1", "own", "1"));
        assertTrue(own.fits(node(Map.of("a", "1", "other", "1"))));
        assertTrue(own.fits(node(Map.of())));
    }

    @Test
    void theFirstPartOfOneValueFitsAnyPartOfTheOther() {
        for (String fitting : List.of("new", "new old", "newer new", "old", "old older")) {
            assertTrue(node(Map.of("a", "new old")).fits(node(Map.of("a", fitting))), fitting);
        }
        for (String other : List.of("newer", "newer old", "older")) {
            assertFalse(node(Map.of("a", "new old")).fits(node(Map.of("a", other))), other);
        }
    }
}
