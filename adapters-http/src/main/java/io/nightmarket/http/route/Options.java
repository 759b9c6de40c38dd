package io.nightmarket.http.route;

import io.nightmarket.domain.account.Role;
import io.nightmarket.http.Priority;
import io.vertx.core.http.HttpMethod;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who may call an operation, and what is done before its endpoint is asked.
 *
 * @param roles that may call it; empty: it is public, and needs no session
 * @param checked whether requests are held against the contract; one that is not reads query and path by itself, may be
 *     laxer than the contract, and is spared the hop to a worker thread
 * @param limit makes the operation a hot one, which many call at once: it is found before all others
 * @param maxBody bytes of a body at most, of an operation that is not for staff alone; {@link #OWN_BODY}: its endpoint reads the
 *     body, and may take as long as that takes
 * @param moderated whether administrators do it to what is others', which is audited
 * @param own the priority of the operation; null: it follows from roles and method
 */
public record Options(
        Set<Role> roles,
        boolean checked,
        @Nullable RequestLimit limit,
        int maxBody,
        boolean moderated,
        @Nullable Priority own) {
    /** Strangers can't hold much memory by bodies. */
    private static final int SMALL_BODY = 4_096;

    /** What escaped text has for a character beyond the first 65,536, such as an emoji: two escapes of six bytes. */
    private static final int CHARACTER_BYTES = 12;

    /** The bytes of the names in a body and of what stands between them. */
    private static final int MEMBERS_BYTES = 512;

    private static final int OWN_BODY = 0;

    public static final Options PUBLIC = new Options(Set.of(), true, null, SMALL_BODY, false, null);

    /** Any user who is logged in. */
    public static final Options USERS = new Options(EnumSet.allOf(Role.class), true, null, SMALL_BODY, false, null);

    /** Merchants, and administrators; the endpoint checks that a merchant owns the shop. */
    public static final Options MERCHANTS =
            new Options(Set.of(Role.MERCHANT, Role.ADMIN), true, null, SMALL_BODY, false, null);

    public static final Options ADMINS = new Options(Set.of(Role.ADMIN), true, null, SMALL_BODY, false, null);

    public Options {
        roles = Set.copyOf(roles);
    }

    public Options unchecked() {
        return new Options(roles, false, limit, maxBody, moderated, own);
    }

    /** Makes it a hot operation, which is not checked; its path has no parameter, or an id at its end. */
    public Options hot(RequestLimit before) {
        return new Options(roles, false, before, maxBody, moderated, own);
    }

    /** Has the parameters of a hot operation checked. */
    public Options withCheck() {
        return new Options(roles, true, limit, maxBody, moderated, own);
    }

    /** The bytes of a body with this number of characters of text, however they are written. */
    public static int bodyOf(int characters) {
        return characters * CHARACTER_BYTES + MEMBERS_BYTES;
    }

    /** Takes bodies of up to this number of bytes. */
    public Options withBody(int maxBytes) {
        return new Options(roles, checked, limit, maxBytes, moderated, own);
    }

    /** Has what administrators do audited, though any user may do it to their own. */
    public Options withModeration() {
        return new Options(roles, checked, limit, maxBody, true, own);
    }

    /** Leaves the body to the endpoint, which begins to read it before it returns; it is not checked. */
    public Options withOwnBody() {
        return new Options(roles, false, limit, OWN_BODY, moderated, own);
    }

    /** Gives it this priority under overload. */
    public Options with(Priority priority) {
        return new Options(roles, checked, limit, maxBody, moderated, priority);
    }

    /** What staff change is never rejected. */
    Priority priority(HttpMethod method) {
        if (own != null) {
            return own;
        }
        if (method.equals(HttpMethod.GET)) {
            return Priority.READ;
        }
        return isForStaff() ? Priority.FIRST : Priority.CHANGE;
    }

    boolean hasOwnBody() {
        return maxBody == OWN_BODY;
    }

    /** Whether merchants and administrators alone may call it. */
    boolean isForStaff() {
        return !isPublic() && !roles.contains(Role.SHOPPER);
    }

    boolean isPublic() {
        return roles.isEmpty();
    }
}
