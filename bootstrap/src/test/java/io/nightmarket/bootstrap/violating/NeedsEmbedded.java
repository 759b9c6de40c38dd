package io.nightmarket.bootstrap.violating;

import io.nightmarket.embedded.EmbeddedServers;

/** Would fail to load in the distribution. */
public record NeedsEmbedded(EmbeddedServers servers) {}
