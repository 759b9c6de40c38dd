package io.nightmarket.http.route;

import io.nightmarket.domain.account.Role;
import io.nightmarket.http.Priority;
import io.vertx.core.http.HttpMethod;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who may call an operation, how often, and what is done before its endpoint is asked.
 *
 * @param roles that may call it; empty: it is public, and needs no session
 * @param limit how often
 * @param maxBody bytes of a body at most, of an operation that is not for staff alone
 * @param own the priority of the operation; null: it follows from the method
 */
public record Options(
        Set<Role> roles,
        Limit limit,
        int maxBody,
        Set<Trait> traits,
        @Nullable Priority own) {
    /** What differs from the usual steps. */
    enum Trait {
        HOT,
        UNCHECKED,
        OWN_BODY,
        MODERATED,
        SHOP_STAFF,
        RECORDED
    }

    /** Strangers can't hold much memory by bodies. */
    private static final int SMALL_BODY = 4_096;

    /** What escaped text has for a character beyond the first 65,536, such as an emoji: two escapes of six bytes. */
    private static final int CHARACTER_BYTES = 12;

    /** The bytes of the names in a body and of what stands between them. */
    private static final int MEMBERS_BYTES = 512;

    public static final Options PUBLIC = new Options(Set.of(), Limit.NONE, SMALL_BODY, Set.of(), null);

    /** Any user who is logged in. */
    public static final Options USERS = new Options(Set.of(Role.values()), Limit.NONE, SMALL_BODY, Set.of(), null);

    /**
     * Any user, of whom the endpoint checks that the role in the shop allows it; changes are audited, and bodies are as long as those
     * of staff.
     */
    public static final Options SHOP_STAFF = USERS.with(Trait.SHOP_STAFF);

    /** Merchants, and administrators. */
    public static final Options MERCHANTS =
            new Options(Set.of(Role.MERCHANT, Role.ADMIN), Limit.NONE, SMALL_BODY, Set.of(), null);

    /** Those who run sales of all shops. */
    public static final Options OPERATORS =
            new Options(Set.of(Role.OPERATOR, Role.ADMIN), Limit.NONE, SMALL_BODY, Set.of(), null);

    /** Those who read what concerns all shops. */
    public static final Options AUDITORS =
            new Options(Set.of(Role.AUDITOR, Role.OPERATOR, Role.ADMIN), Limit.NONE, SMALL_BODY, Set.of(), null);

    public static final Options ADMINS = new Options(Set.of(Role.ADMIN), Limit.NONE, SMALL_BODY, Set.of(), null);

    public Options {
        roles = Set.copyOf(roles);
        traits = Set.copyOf(traits);
    }

    public Options limitedBy(Limit wanted) {
        return new Options(roles, wanted, maxBody, traits, own);
    }

    /**
     * Has requests not held against the contract: the endpoint reads query and path by itself, may be laxer than the contract,
     * and is spared the hop to a worker thread.
     */
    public Options unchecked() {
        return with(Trait.UNCHECKED);
    }

    /**
     * Makes it an operation of bursts of concurrent requests: it is found before all others, no body is read, and it is not
     * checked. Its path has no parameter, or an id at its end.
     */
    public Options hot() {
        return with(Trait.HOT).unchecked();
    }

    /** Has the parameters of a hot operation checked. */
    public Options withCheck() {
        Set<Trait> fewer = copy();
        fewer.remove(Trait.UNCHECKED);
        return new Options(roles, limit, maxBody, fewer, own);
    }

    /** The bytes of a body with this number of characters of text, however they are written. */
    public static int bodyOf(int characters) {
        return characters * CHARACTER_BYTES + MEMBERS_BYTES;
    }

    /** Takes bodies of up to this number of bytes. */
    public Options withBody(int maxBytes) {
        return new Options(roles, limit, maxBytes, traits, own);
    }

    /** Has what administrators do audited, though any user may do it to their own. */
    public Options withModeration() {
        return with(Trait.MODERATED);
    }

    /** Leaves the audit entry of what succeeds to the transaction of the change. */
    public Options recorded() {
        return with(Trait.RECORDED);
    }

    /** Leaves the body to the endpoint, which begins to read it before it returns, and takes as long as that takes; unchecked. */
    public Options withOwnBody(int maxBytes) {
        return with(Trait.OWN_BODY).unchecked().withBody(maxBytes);
    }

    /** Gives it this priority under overload. */
    public Options withPriority(Priority priority) {
        return new Options(roles, limit, maxBody, traits, priority);
    }

    Priority priority(HttpMethod method) {
        if (own != null) {
            return own;
        }
        return method.equals(HttpMethod.GET) ? Priority.READ : Priority.CHANGE;
    }

    /** Whether the body is read before the endpoint is asked. */
    boolean readsBody(HttpMethod method) {
        return !method.equals(HttpMethod.GET) && !has(Trait.HOT) && !has(Trait.OWN_BODY);
    }

    private Options with(Trait trait) {
        Set<Trait> more = copy();
        more.add(trait);
        return new Options(roles, limit, maxBody, more, own);
    }

    private Set<Trait> copy() {
        Set<Trait> copy = EnumSet.noneOf(Trait.class);
        copy.addAll(traits);
        return copy;
    }

    boolean has(Trait trait) {
        return traits.contains(trait);
    }

    /** @param usual the bytes of most bodies at most, as the settings say */
    int maxBody(HttpMethod method, int usual) {
        if (has(Trait.OWN_BODY)) {
            return maxBody;
        }
        return readsBody(method) && !isForStaff() && !has(Trait.SHOP_STAFF) ? Math.min(usual, maxBody) : usual;
    }

    /** Whether merchants and administrators alone may call it. */
    boolean isForStaff() {
        return !isPublic() && !roles.contains(Role.SHOPPER);
    }

    boolean isPublic() {
        return roles.isEmpty();
    }
}
