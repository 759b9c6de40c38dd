/** What tests, benchmarks and chaos share: servers, proxies, processes and ways to wait. It knows nothing of the product's code. */
@NullMarked
package io.nightmarket.testkit;

import org.jspecify.annotations.NullMarked;
