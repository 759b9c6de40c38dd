package io.nightmarket.http.visitor;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.visitor.Page;
import io.nightmarket.domain.visitor.VisitBuffer;
import io.nightmarket.http.request.ClientAddresses;
import io.vertx.core.http.HttpServerRequest;
import java.util.Optional;

/** Counts what shoppers look at: the user who is logged in, or the address. One for all verticles of a node. */
public final class Visits {
    private static final Page SITE = new Page.Site();

    private final VisitBuffer buffer;
    private final ClientAddresses addresses;

    public Visits(VisitBuffer buffer, ClientAddresses addresses) {
        this.buffer = buffer;
        this.addresses = addresses;
    }

    /**
     * Counts a view of the site, and answers who viewed it.
     *
     * @param user empty: the visitor is the address
     */
    public Optional<String> viewSite(HttpServerRequest request, Optional<UserId> user) {
        return viewSite(Optional.of(user.map(known -> "u" + known.value())
                .orElseGet(() -> "a" + Long.toHexString(addresses.keyOf(request)))));
    }

    /** Counts a view alone, while its token is not known yet to belong to a user: no user counts as two visitors. */
    public Optional<String> viewSite() {
        return viewSite(Optional.empty());
    }

    private Optional<String> viewSite(Optional<String> visitor) {
        buffer.view(SITE, visitor);
        return visitor;
    }

    public void viewShop(ShopId shop, Optional<String> visitor) {
        buffer.view(new Page.OfShop(shop), visitor);
    }
}
