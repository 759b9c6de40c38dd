/** What users may do: roles, and the shops that merchants own. */
@NullMarked
package io.nightmarket.domain.permission;

import org.jspecify.annotations.NullMarked;
