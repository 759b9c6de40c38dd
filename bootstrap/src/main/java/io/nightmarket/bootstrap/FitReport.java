package io.nightmarket.bootstrap;

import io.nightmarket.bootstrap.cluster.SharedRedis;
import io.nightmarket.bootstrap.config.AppConfig;
import io.nightmarket.bootstrap.config.SharedSettings;
import io.nightmarket.domain.failure.DomainFailure;
import io.nightmarket.domain.node.RunningNode;
import io.nightmarket.domain.node.RunningNodes.Presence;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/** Why a node with a configuration would be refused beside those that run, or with its servers. */
final class FitReport {
    private final RunningNode own;

    FitReport(AppConfig config) {
        this.own = new RunningNode("", "", Version.number(), config.cluster().enabled(), settings(config));
    }

    /** Without a secret, which a first start makes, none is compared. */
    private static Map<String, String> settings(AppConfig config) {
        Optional<DerivedKeys> keys = NodeSecret.existing(config);
        Map<String, String> settings = SharedSettings.of(
                config,
                keys.map(DerivedKeys::digests).orElse(""),
                keys.map(DerivedKeys::numberDigest).orElse(""));
        settings.values().removeIf(String::isEmpty);
        return settings;
    }

    /** A sentence for each reason. A database that no node of this version used has none. */
    CompletionStage<List<String>> problems(CommandDatabase.Stores stores) {
        return stores.mysql()
                .runningNodes()
                .list()
                .thenApply(this::differences)
                .thenCompose(found -> isForeign(stores).thenApply(foreign -> {
                    if (foreign) {
                        found.add(SharedRedis.FOREIGN);
                    }
                    return found;
                }))
                .exceptionallyCompose(DomainFailure.fallBackOn(List.of()));
    }

    private List<String> differences(List<Presence> running) {
        return running.stream()
                .map(Presence::node)
                .filter(other -> !own.fits(other))
                .map(other -> SharedSettings.differences(own, other))
                .collect(Collectors.toCollection(ArrayList::new));
    }

    private static CompletionStage<Boolean> isForeign(CommandDatabase.Stores stores) {
        return stores.redis()
                .map(redis -> redis.marks().find())
                .orElseGet(() -> CompletableFuture.completedStage(Optional.empty()))
                .thenCompose(there -> stores.mysql()
                        .marks()
                        .find()
                        .thenApply(known -> known.isPresent() && there.isPresent() && !known.equals(there)));
    }
}
