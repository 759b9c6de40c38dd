package io.nightmarket.domain.account.permission;

import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.User;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.shop.ShopId;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/** What users may do: their roles, and the shops that merchants own. Operators and administrators change it. */
public interface Permissions {
    /**
     * A role that was granted.
     *
     * @param created whether the user was created for it
     */
    record Granted(User user, boolean created) {}

    /**
     * Gives the role to the user with this phone in place of the earlier one, in one transaction. Creates the user, with
     * {@code nickName}, when there is none. Repeating it changes nothing, and concurrent calls create one user.
     */
    CompletionStage<Granted> grant(PhoneNumber phone, String nickName, Role role);

    /**
     * Makes a shopper of the user with this phone, in one transaction: the role goes, and so do the shops owned and roles in shops. Empty when
     * there is no such user.
     */
    CompletionStage<Optional<User>> revoke(PhoneNumber phone);

    /**
     * Makes the merchant with this phone the owner of the shops in {@code added}, whichever merchant owns them, and no
     * longer the owner of those in {@code removed}; shops there that others own stay theirs. The sets are disjoint. All
     * of it is one transaction, repeating it changes nothing, and a refusal leaves everything as it was.
     */
    CompletionStage<Assignment> assign(PhoneNumber merchant, Set<ShopId> added, Set<ShopId> removed);

    /** The result of changing who owns shops. */
    sealed interface Assignment {
        /**
         * Everything was changed as asked for.
         *
         * @param formerOwners the former owners of those added shops that another user owned
         */
        record Assigned(Map<ShopId, UserId> formerOwners) implements Assignment {}

        record UnknownUser() implements Assignment {}

        /** Only merchants own shops. */
        record NotMerchant(Role role) implements Assignment {}

        /** These shops do not exist. */
        record UnknownShops(Set<ShopId> shops) implements Assignment {}

        /** These shops were to be added and removed at once. */
        record Contradictory(Set<ShopId> shops) implements Assignment {}
    }
}
