@NullMarked
package io.nightmarket.domain.account;

import org.jspecify.annotations.NullMarked;
