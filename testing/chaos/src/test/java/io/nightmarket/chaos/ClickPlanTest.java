package io.nightmarket.chaos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.chaos.ClickPlan.Click;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

final class ClickPlanTest {
    private static final int BUYERS = 2_000;

    private final List<Click> clicks = ClickPlan.of(7, BUYERS, 2, 1_000).clicks();

    @Test
    void theSameSeedMakesTheSameCrowd() {
        assertEquals(clicks, ClickPlan.of(7, BUYERS, 2, 1_000).clicks());
        assertNotEquals(clicks, ClickPlan.of(8, BUYERS, 2, 1_000).clicks());
    }

    @Test
    void everybodyClicksAndSomeDoSoInEveryWay() {
        assertEquals(BUYERS, clicks.stream().map(Click::buyer).distinct().count());
        assertTrue(clicks.size() > BUYERS, "nobody clicks twice");
        for (Predicate<Click> way :
                List.<Predicate<Click>>of(Click::durable, click -> click.key().isEmpty(), click -> click.node() == 0)) {
            assertTrue(clicks.stream().anyMatch(way));
            assertTrue(clicks.stream().anyMatch(way.negate()));
        }
    }

    @Test
    void clicksAreInTheOrderInWhichTheyAreDue() {
        for (int i = 1; i < clicks.size(); i++) {
            assertTrue(clicks.get(i - 1).due() <= clicks.get(i).due());
        }
    }
}
