package io.nightmarket.http.route;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.http.answer.Refusal;
import io.nightmarket.http.request.ClientAddresses;
import io.nightmarket.http.request.ContractCheck;
import io.nightmarket.http.request.Ids;
import io.nightmarket.http.request.JsonBody;
import io.nightmarket.http.request.Query;
import io.vertx.ext.web.RoutingContext;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What limits and endpoints read of a request; what its options don't include is not there, and asking for it is a bug. */
public final class Request {
    private final RoutingContext context;
    private final @Nullable Session session;
    private final String operation;
    private Optional<String> visitor = Optional.empty();
    private @Nullable Long address;

    /**
     * @param session null where no login is needed
     * @param operation the operation of the contract
     */
    public Request(RoutingContext context, @Nullable Session session, String operation) {
        this.context = context;
        this.session = session;
        this.operation = operation;
    }

    public String operation() {
        return operation;
    }

    public RoutingContext context() {
        return context;
    }

    /** The session of the caller; only of an operation that is not public. */
    public Session session() {
        return Objects.requireNonNull(session, "the operation is public");
    }

    boolean isPublic() {
        return session == null;
    }

    /** The user whose things alone the caller may change; empty for an administrator, who may change those of all. */
    public Optional<UserId> owner() {
        return session().role() == Role.ADMIN
                ? Optional.empty()
                : Optional.of(session().user());
    }

    /** The id in this part of the path; refuses the request when it is none. */
    public long id(String name) {
        return Ids.parse(Objects.requireNonNull(context.pathParam(name), name), name);
    }

    /** The id in this part of the path, or 0 for none that can be read: all of these have one limit. */
    public long idOrZero(String name) {
        try {
            return id(name);
        } catch (Refusal _) {
            return 0;
        }
    }

    /** The key of the caller's address, which takes long to find. */
    public long address(ClientAddresses addresses) {
        if (address == null) {
            address = addresses.keyOf(context.request());
        }
        return address;
    }

    void viewedBy(Optional<String> found) {
        visitor = found;
    }

    /** The viewer, of an operation that reads; empty when not known. */
    public Optional<String> visitor() {
        return visitor;
    }

    /** The body; only of an operation that is checked. */
    public JsonBody body() {
        return ContractCheck.body(context);
    }

    /** The number in the query; null when there is none. */
    public @Nullable Long wholeInQuery(String name) {
        return Query.whole(context, name);
    }
}
