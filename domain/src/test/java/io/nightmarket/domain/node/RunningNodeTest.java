package io.nightmarket.domain.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.node.RunningNode.Difference;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class RunningNodeTest {
    private static RunningNode node(Map<String, String> settings) {
        return new RunningNode("id", "host:8080", "1.0", false, settings);
    }

    @Test
    void theFirstDifferenceByNameIsFound() {
        RunningNode own = node(Map.of("b", "1", "c", "1", "a", "1"));
        assertEquals(Optional.empty(), own.differenceFrom(own));
        assertEquals(
                Optional.of(new Difference("b", "1", "2")),
                own.differenceFrom(node(Map.of("a", "1", "b", "2", "c", "3"))));
    }

    @Test
    void aSettingThatOnlyOneKnowsIsNoDifference() {
        RunningNode own = node(Map.of("a", "1", "own", "1"));
        assertEquals(Optional.empty(), own.differenceFrom(node(Map.of("a", "1", "other", "1"))));
        assertEquals(Optional.empty(), own.differenceFrom(node(Map.of())));
    }
}
