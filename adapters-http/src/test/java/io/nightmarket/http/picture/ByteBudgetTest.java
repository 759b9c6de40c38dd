package io.nightmarket.http.picture;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class ByteBudgetTest {
    private final ByteBudget budget = new ByteBudget(100);

    @Test
    void noMoreIsTakenThanTheBudgetUntilSomeIsGivenBack() {
        assertTrue(budget.take(60));
        assertFalse(budget.take(41));
        assertTrue(budget.take(40));
        assertFalse(budget.take(1));
        budget.give(60);
        assertTrue(budget.take(60));
    }

    @Test
    void whatIsLargerComesAlone() {
        assertTrue(budget.take(200));
        assertFalse(budget.take(1));
        budget.give(200);
        assertTrue(budget.take(1));
        assertFalse(budget.take(200));
    }
}
