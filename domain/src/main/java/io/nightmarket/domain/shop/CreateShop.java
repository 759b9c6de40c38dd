package io.nightmarket.domain.shop;

import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.cache.Invalidation;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A merchant opens a shop, which is theirs then, or an admin one without an owner. */
public final class CreateShop {
    private final ShopRepository shops;
    private final KnownTypes types;
    private final Invalidation invalidation;

    public CreateShop(ShopRepository shops, Invalidation invalidation) {
        this.shops = shops;
        this.types = new KnownTypes(shops);
        this.invalidation = invalidation;
    }

    /** What came of it. */
    public sealed interface Outcome {
        record Created(ShopId shop) implements Outcome {}

        record UnknownType() implements Outcome {}

        /** Shoppers open no shops. */
        record NotAllowed() implements Outcome {}
    }

    /** Writes the shop, then has forgotten that there was none; a cache that is away hears of it later. */
    public CompletionStage<Outcome> create(Session actor, NewShop shop) {
        return switch (actor.role()) {
            case ADMIN -> check(shop, Optional.empty());
            case MERCHANT -> check(shop, Optional.of(actor.user()));
            case SHOPPER -> CompletableFuture.completedStage(new Outcome.NotAllowed());
        };
    }

    private CompletionStage<Outcome> check(NewShop shop, Optional<UserId> owner) {
        return types.contain(shop.typeId())
                .thenCompose(known -> known
                        ? write(shop, owner)
                        : CompletableFuture.<Outcome>completedStage(new Outcome.UnknownType()));
    }

    private CompletionStage<Outcome> write(NewShop shop, Optional<UserId> owner) {
        return shops.create(shop, owner)
                .thenCompose(saved ->
                        invalidation.apply(saved.change()).<Outcome>thenApply(_ -> new Outcome.Created(saved.id())));
    }
}
