package io.nightmarket.domain.base;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class BudgetTest {
    private final Budget<String> budget = new Budget<>(100, 40);

    @Test
    void whatIsTakenByOneOrByAllIsBoundedUntilItIsGivenBack() {
        assertTrue(budget.take("a", 40));
        assertFalse(budget.take("a", 1));
        assertTrue(budget.take("b", 40));
        assertFalse(budget.take("c", 21));
        assertTrue(budget.take("c", 20));
        budget.give("a", 15);
        assertTrue(budget.take("a", 15));
        budget.give("b", 40);
        assertTrue(budget.take("b", 40));
    }

    @Test
    void whatIsRefusedTakesNothing() {
        assertFalse(budget.take("a", 41));
        assertTrue(budget.take("a", 40));
        assertTrue(budget.take("b", 40));
        assertFalse(budget.take("c", 30));
        assertTrue(budget.take("c", 20));
    }
}
