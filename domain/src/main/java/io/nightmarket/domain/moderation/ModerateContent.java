package io.nightmarket.domain.moderation;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.audit.StaffAction;
import io.nightmarket.domain.cache.Invalidation;
import io.nightmarket.domain.moderation.Moderation.Place;
import io.nightmarket.domain.moderation.Moderation.Report;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Users report notes and comments; staff decide. */
public final class ModerateContent {
    private final Moderation moderation;
    private final Invalidation caches;

    public ModerateContent(Moderation moderation, Invalidation caches) {
        this.moderation = moderation;
        this.caches = caches;
    }

    /** False when there is no such content. */
    public CompletionStage<Boolean> report(Content content, UserId reporter, String reason) {
        return moderation.report(content, reporter, reason);
    }

    public CompletionStage<List<Report>> reports(Place after, int max) {
        return moderation.reports(after, max);
    }

    /** Decides, then invalidates the note; false when there is neither content nor an open report of it. */
    public CompletionStage<Boolean> decide(Content content, ContentTransition transition, StaffAction action) {
        return moderation
                .decide(content, transition, action)
                .thenCompose(decided -> decided.flatMap(Moderation.Decision::change)
                        .map(caches::apply)
                        .orElseGet(() -> CompletableFuture.completedStage(null))
                        .thenApply(_ -> decided.isPresent()));
    }
}
