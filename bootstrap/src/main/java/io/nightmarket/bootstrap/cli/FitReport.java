package io.nightmarket.bootstrap.cli;

import io.nightmarket.bootstrap.DerivedKeys;
import io.nightmarket.bootstrap.NodeSecret;
import io.nightmarket.bootstrap.Version;
import io.nightmarket.bootstrap.cli.CommandDatabase.Stores;
import io.nightmarket.bootstrap.config.AppConfig;
import io.nightmarket.bootstrap.config.SharedSettings;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.node.RunningNode;
import io.nightmarket.domain.node.RunningNodes.Presence;
import io.nightmarket.domain.node.StoreMark;
import io.nightmarket.mysql.MySqlSchema;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/** Why a node with a configuration would be refused beside those that run, or with its servers. */
final class FitReport {
    private static final String UNKNOWN = "a node can't be compared with those that run: ";

    private final RunningNode own;

    /** Without a secret, which a first start makes, none is compared. */
    FitReport(AppConfig config) {
        Map<String, String> digests =
                NodeSecret.existing(config).map(DerivedKeys::digests).orElse(Map.of());
        this.own = new RunningNode(
                "", "", Version.number(), config.cluster().enabled(), SharedSettings.of(config, digests));
    }

    /** A sentence for each reason, or why they can't be found. A database that no node of this version used has none. */
    CompletionStage<List<String>> problems(Stores stores) {
        return stores.mysql()
                .runningNodes()
                .list()
                .thenCombine(
                        ofRedis(stores),
                        (running, redis) -> Stream.concat(differences(running), redis.stream())
                                .toList())
                .exceptionallyCompose(failure -> DomainFailure.causeOf(failure) instanceof DomainFailure known
                        ? CompletableFuture.completedStage(
                                MySqlSchema.isMissing(known) ? List.of() : List.of(UNKNOWN + known.getMessage()))
                        : CompletableFuture.failedStage(failure));
    }

    private Stream<String> differences(List<Presence> running) {
        return running.stream()
                .map(Presence::node)
                .filter(other -> !own.fits(other))
                .map(other -> SharedSettings.differences(own, other));
    }

    private static CompletionStage<List<String>> ofRedis(Stores stores) {
        return stores.redis()
                .map(redis -> new StoreMark(stores.mysql().marks(), redis.marks(), new SecureRandom())
                        .look()
                        .thenApply(fit ->
                                fit == StoreMark.Fit.OTHER ? List.of(SharedSettings.FOREIGN_REDIS) : List.<String>of()))
                .orElseGet(() -> CompletableFuture.completedStage(List.of()));
    }
}
