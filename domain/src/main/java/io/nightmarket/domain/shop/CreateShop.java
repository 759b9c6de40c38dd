package io.nightmarket.domain.shop;

import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.account.UserId;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A merchant opens a shop, which is theirs then, or an admin one without an owner. */
public final class CreateShop {
    private final ShopRepository shops;
    private final ShopCache cache;

    public CreateShop(ShopRepository shops, ShopCache cache) {
        this.shops = shops;
        this.cache = cache;
    }

    /** The outcome. */
    public sealed interface Outcome {
        record Created(ShopId shop) implements Outcome {}

        record UnknownType() implements Outcome {}

        /** Shoppers open no shops. */
        record Forbidden() implements Outcome {}
    }

    /** Writes the shop, then invalidates its cached absence. */
    public CompletionStage<Outcome> create(Session actor, NewShop shop) {
        return switch (actor.role()) {
            case ADMIN -> check(shop, Optional.empty());
            case MERCHANT -> check(shop, Optional.of(actor.user()));
            case SHOPPER, OPERATOR, AUDITOR -> CompletableFuture.completedStage(new Outcome.Forbidden());
        };
    }

    private CompletionStage<Outcome> check(NewShop shop, Optional<UserId> owner) {
        return shops.hasType(shop.typeId())
                .thenCompose(known -> known
                        ? write(shop, owner)
                        : CompletableFuture.<Outcome>completedStage(new Outcome.UnknownType()));
    }

    private CompletionStage<Outcome> write(NewShop shop, Optional<UserId> owner) {
        return shops.create(shop, owner)
                .thenCompose(saved ->
                        cache.invalidate(saved.change()).<Outcome>thenApply(_ -> new Outcome.Created(saved.id())));
    }
}
