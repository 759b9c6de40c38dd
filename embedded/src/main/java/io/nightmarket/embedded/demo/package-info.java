/** What an empty market shows at its first start. The distribution leaves it out. */
package io.nightmarket.embedded.demo;
