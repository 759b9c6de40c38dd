/** What an operator can set: defaults, conf/application.yaml, environment and command line, parsed once and eagerly. */
@NullMarked
package io.nightmarket.bootstrap.config;

import org.jspecify.annotations.NullMarked;
