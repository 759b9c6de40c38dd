/** Micro-benchmarks in process, by JMH. */
@NullMarked
package io.nightmarket.bench.micro;

import org.jspecify.annotations.NullMarked;
