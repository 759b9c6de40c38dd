package io.nightmarket.domain.memory;

import io.nightmarket.domain.contract.MarksContract;
import io.nightmarket.domain.node.Marks;

final class InMemoryMarksTest extends MarksContract {
    private final InMemoryMarks marks = new InMemoryMarks();

    @Override
    protected Marks marks() {
        return marks;
    }
}
