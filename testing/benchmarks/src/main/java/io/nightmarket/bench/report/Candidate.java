package io.nightmarket.bench.report;

/** Something that is measured beside others. */
public interface Candidate {
    String name();
}
