package io.nightmarket.domain.shop;

import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.audit.StaffAction;
import io.nightmarket.domain.shop.ShopRole.Duty;
import io.nightmarket.domain.shop.ShopStaff.Member;
import io.nightmarket.domain.shop.ShopStaff.Outcome;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The owner of a shop decides who works in it. It counts with the next request of the one whose role changed. */
public final class AppointStaff {
    private final ShopStaff staff;
    private final ShopOwnership ownership;

    public AppointStaff(ShopStaff staff, ShopOwnership ownership) {
        this.staff = staff;
        this.ownership = ownership;
    }

    /** Gives a role or, when it is empty, takes it. */
    public CompletionStage<Outcome> appoint(
            Session actor, StaffAction action, ShopId shop, PhoneNumber phone, Optional<ShopRole> role) {
        return ownership
                .mayActFor(actor, shop, Duty.APPOINT)
                .thenCompose(may -> may
                        ? staff.appoint(action, shop, phone, role)
                        : CompletableFuture.completedStage(Outcome.FORBIDDEN));
    }

    /** For the owner, and for staff of the site who read; empty for all others. */
    public CompletionStage<Optional<List<Member>>> list(Session actor, ShopId shop) {
        CompletionStage<Boolean> readable = actor.role() == Role.OPERATOR || actor.role() == Role.AUDITOR
                ? CompletableFuture.completedStage(true)
                : ownership.mayActFor(actor, shop, Duty.APPOINT);
        return readable.thenCompose(may ->
                may ? staff.of(shop).thenApply(Optional::of) : CompletableFuture.completedStage(Optional.empty()));
    }
}
