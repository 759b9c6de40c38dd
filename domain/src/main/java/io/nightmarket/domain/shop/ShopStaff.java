package io.nightmarket.domain.shop;

import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.audit.StaffAction;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Those who work in shops, in the database. Fails with {@code Unavailable} or {@code TimedOut}. */
public interface ShopStaff {
    /** The most who work in a shop beside its owner. */
    int MAX = 100;

    /** One of them; the middle of the phone is hidden. */
    record Member(UserId user, String nickName, String phone, ShopRole role) {}

    /** What became of a change. */
    enum Outcome {
        DONE,
        FORBIDDEN,
        NO_SUCH_SHOP,
        NO_SUCH_USER,
        FULL
    }

    /**
     * Gives the user with this phone the role in the shop in place of the one before, with an entry in the audit trail; leaves the
     * owner of the shop as it is. Repeating it changes nothing.
     *
     * @param role empty: takes the role
     */
    CompletionStage<Outcome> appoint(StaffAction action, ShopId shop, PhoneNumber phone, Optional<ShopRole> role);

    /** The owner first, then the others by id. */
    CompletionStage<List<Member>> of(ShopId shop);
}
