package io.nightmarket.bootstrap.planted;

import io.nightmarket.embedded.EmbeddedServers;

/** Would fail to load in the distribution. */
public record NeedsEmbedded(EmbeddedServers servers) {}
