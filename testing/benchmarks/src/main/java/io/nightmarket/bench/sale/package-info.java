/**
 * The benchmark of the sale: scenarios that hit a node on fresh servers, and a bare route beside it, and prove afterwards
 * that the ledger balances.
 */
@NullMarked
package io.nightmarket.bench.sale;

import org.jspecify.annotations.NullMarked;
