package io.nightmarket.domain.listing;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.ShopOwnership;
import io.nightmarket.domain.shop.ShopRepository;
import io.nightmarket.domain.shop.ShopRole.Duty;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.domain.shop.VoucherRepository;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The rule of who sees sales and their orders: auditors and operators those of all shops, others those of the shops whose sales they run. */
public final class StaffAccess {
    private final ShopRepository shops;
    private final ShopOwnership ownership;
    private final VoucherRepository vouchers;

    public StaffAccess(ShopRepository shops, VoucherRepository vouchers) {
        this.shops = shops;
        this.ownership = new ShopOwnership(shops);
        this.vouchers = vouchers;
    }

    /** Whether the role on the site alone lets the actor see all shops. */
    public static boolean seesAll(Session actor) {
        return actor.role() == Role.AUDITOR || actor.role() == Role.OPERATOR || actor.role() == Role.ADMIN;
    }

    public CompletionStage<Boolean> maySee(Session actor, ShopId shop) {
        return seesAll(actor)
                ? CompletableFuture.completedStage(true)
                : ownership.mayActFor(actor, shop, Duty.RUN_SALES);
    }

    /** Whether the actor may see this voucher's orders; others than those who see all may not see those of none. */
    public CompletionStage<Boolean> maySee(Session actor, VoucherId voucher) {
        return seesAll(actor)
                ? CompletableFuture.completedStage(true)
                : vouchers.find(voucher).thenCompose(found -> {
                    ShopId shop = found.isPresent() ? found.get().shop() : null;
                    return shop == null ? CompletableFuture.completedStage(false) : maySee(actor, shop);
                });
    }

    /** The shops whose sales the actor runs by a role in the shop. */
    public CompletionStage<List<ShopId>> ownShops(Session actor) {
        return shops.rolesOf(actor.user())
                .thenApply(roles -> roles.entrySet().stream()
                        .filter(role -> ShopOwnership.may(actor, role.getValue(), Duty.RUN_SALES))
                        .map(role -> role.getKey())
                        .toList());
    }
}
