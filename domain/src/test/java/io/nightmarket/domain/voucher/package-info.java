@NullMarked
package io.nightmarket.domain.voucher;

import org.jspecify.annotations.NullMarked;
