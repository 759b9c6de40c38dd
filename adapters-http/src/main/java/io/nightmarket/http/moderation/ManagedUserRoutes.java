package io.nightmarket.http.moderation;

import io.nightmarket.domain.account.PhoneFormat;
import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.moderation.ManageUsers;
import io.nightmarket.domain.moderation.ManagedUsers.Account;
import io.nightmarket.domain.moderation.UserState;
import io.nightmarket.domain.moderation.UserTransition;
import io.nightmarket.domain.shop.ShopRole;
import io.nightmarket.http.Priority;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.answer.Json;
import io.nightmarket.http.answer.Refusal;
import io.nightmarket.http.audit.AuditLog;
import io.nightmarket.http.request.LocalTimes;
import io.nightmarket.http.request.Query;
import io.nightmarket.http.route.Endpoints;
import io.nightmarket.http.route.Options;
import io.nightmarket.http.route.Request;
import io.nightmarket.http.route.Routes;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Staff look at a user, ban one, lift that, or erase one. */
public final class ManagedUserRoutes implements Routes {
    private final ManageUsers users;
    private final AuditLog audit;
    private final PhoneFormat phones;
    private final LocalTimes times;

    public ManagedUserRoutes(SharedHttpState share, ManageUsers users) {
        this.users = users;
        this.audit = share.audit();
        this.phones = share.config().phones();
        this.times = share.times();
    }

    @Override
    public void bind(Endpoints endpoints) {
        Options changes = Options.OPERATORS.withPriority(Priority.FIRST).recorded();
        endpoints.bind("findUserOfPhone", Options.AUDITORS, this::findByPhone);
        endpoints.bind(
                "findAccount",
                Options.AUDITORS,
                request -> users.find(user(request)).thenApply(this::show));
        endpoints.bind("banUser", changes, request -> change(request, UserTransition.BAN));
        endpoints.bind("liftBan", changes, request -> change(request, UserTransition.LIFT));
        endpoints.bind("eraseUser", Options.ADMINS.recorded(), request -> change(request, UserTransition.ERASE));
    }

    private static UserId user(Request request) {
        return new UserId(request.id("id"));
    }

    private CompletionStage<Answer> findByPhone(Request request) {
        PhoneNumber phone = phones.parse(Query.text(request.context(), "phone").orElse(null))
                .orElseThrow(() -> Refusal.of(ErrorCode.PHONE_INVALID));
        return users.find(phone).thenApply(this::show);
    }

    private CompletionStage<Answer> change(Request request, UserTransition transition) {
        String reason = request.body().requiredText("reason");
        return users.change(request.session(), audit.action(request, reason), user(request), transition)
                .thenApply(outcome -> switch (outcome) {
                    case DONE, UNCHANGED -> Answer.DONE;
                    case NO_SUCH_USER -> Answer.refused(ErrorCode.USER_NOT_FOUND);
                    case IS_STAFF -> Answer.refused(ErrorCode.USER_IS_STAFF);
                    case ERASED -> Answer.refused(ErrorCode.USER_ERASED);
                });
    }

    private Answer show(Optional<Account> found) {
        return found.map(account -> Answer.of(new AccountView(
                        Json.id(account.id().value()),
                        account.phone(),
                        account.nickName(),
                        account.role(),
                        account.shops().entrySet().stream()
                                .map(shop -> new ShopView(Json.id(shop.getKey().value()), shop.getValue()))
                                .toList(),
                        account.state(),
                        account.since().map(times::showWithOffset).orElse(null),
                        account.state() == UserState.ACTIVE ? null : account.reason())))
                .orElseGet(() -> Answer.refused(ErrorCode.USER_NOT_FOUND));
    }

    record ShopView(Object shopId, ShopRole role) {}

    /** A user as staff see one; since when and why are those of the state, and missing of an active user. */
    record AccountView(
            Object id,
            String phone,
            String nickName,
            Role role,
            List<ShopView> shops,
            UserState state,
            @Nullable String since,
            @Nullable String reason) {}
}
