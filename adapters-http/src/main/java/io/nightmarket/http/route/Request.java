package io.nightmarket.http.route;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.http.request.ContractCheck;
import io.nightmarket.http.request.Ids;
import io.nightmarket.http.request.JsonBody;
import io.nightmarket.http.request.Query;
import io.vertx.ext.web.RoutingContext;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What an endpoint reads of a request; what its options don't include is not there, and asking for it is a bug. */
public final class Request {
    private final RoutingContext context;
    private final ContractCheck contract;
    private final @Nullable Session session;
    private final String id;
    private final String parameter;
    private final Optional<String> visitor;

    /**
     * @param id the id of a hot operation, as it was sent
     * @param parameter the parameter that names it
     * @param visitor the visitor who views, if the request is a view and the visitor is known
     */
    Request(
            RoutingContext context,
            ContractCheck contract,
            @Nullable Session session,
            String id,
            String parameter,
            Optional<String> visitor) {
        this.visitor = visitor;
        this.context = context;
        this.contract = contract;
        this.session = session;
        this.id = id;
        this.parameter = parameter;
    }

    public RoutingContext context() {
        return context;
    }

    /** The session of the caller; only of an operation that is not public. */
    public Session session() {
        return Objects.requireNonNull(session, "the operation is public");
    }

    /** Whose things alone the caller may change; empty for an administrator, who may change those of all. */
    public Optional<UserId> owner() {
        return session().role() == Role.ADMIN
                ? Optional.empty()
                : Optional.of(session().user());
    }

    /** The id that ends the path of a hot operation; refuses the request when it is none. */
    public long id() {
        return Ids.parse(id, parameter);
    }

    /** Who views, of an operation that reads; empty when that is not known. */
    public Optional<String> visitor() {
        return visitor;
    }

    /** The body; only of an operation that is checked. */
    public JsonBody body() {
        return contract.body(context);
    }

    /** The number in the query; null when there is none. */
    public @Nullable Long wholeInQuery(String name) {
        return Query.whole(context, name);
    }
}
