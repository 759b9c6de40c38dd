package io.nightmarket.http.account.permission;

import io.nightmarket.domain.account.PhoneFormat;
import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.User;
import io.nightmarket.domain.account.permission.AssignShops;
import io.nightmarket.domain.account.permission.ChangeRole;
import io.nightmarket.domain.account.permission.Permissions.Assignment;
import io.nightmarket.domain.account.permission.Permissions.Granted;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.http.account.UserView;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.answer.Json;
import io.nightmarket.http.answer.Refusal;
import io.nightmarket.http.request.JsonBody;
import io.nightmarket.http.route.Endpoints;
import io.nightmarket.http.route.Options;
import io.nightmarket.http.route.Routes;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/** Administrators give roles to users, and shops to merchants. */
public final class PermissionRoutes implements Routes {
    private final ChangeRole changeRole;
    private final AssignShops assignShops;
    private final PhoneFormat phones;

    public PermissionRoutes(ChangeRole changeRole, AssignShops assignShops, PhoneFormat phones) {
        this.changeRole = changeRole;
        this.assignShops = assignShops;
        this.phones = phones;
    }

    @Override
    public void bind(Endpoints endpoints) {
        endpoints.bind("changeRole", Options.ADMINS, request -> changeRole(request.body()));
        endpoints.bind("assignShops", Options.ADMINS, request -> assign(request.body()));
    }

    private CompletionStage<Answer> changeRole(JsonBody body) {
        PhoneNumber phone = phone(body);
        Role role = Role.valueOf(body.requiredText("role"));
        CompletionStage<Optional<User>> changed = role == Role.SHOPPER
                ? changeRole.revoke(phone)
                : changeRole.grant(phone, role).thenApply(Granted::user).thenApply(Optional::of);
        return changed.thenApply(user -> user.map(found -> Answer.of(UserView.of(found, role)))
                .orElseGet(() -> Answer.refused(ErrorCode.USER_NOT_FOUND)));
    }

    private CompletionStage<Answer> assign(JsonBody body) {
        return assignShops
                .assign(phone(body), shops(body, "added"), shops(body, "removed"))
                .thenApply(PermissionRoutes::answer);
    }

    private PhoneNumber phone(JsonBody body) {
        return phones.parse(body.text("phone")).orElseThrow(() -> Refusal.of(ErrorCode.PHONE_INVALID));
    }

    private static Set<ShopId> shops(JsonBody body, String name) {
        return body.ids(name).stream().map(ShopId::new).collect(Collectors.toSet());
    }

    private static Answer answer(Assignment assignment) {
        return switch (assignment) {
            case Assignment.Assigned _ -> Answer.DONE;
            case Assignment.UnknownUser _ -> Answer.refused(ErrorCode.USER_NOT_FOUND);
            case Assignment.NotMerchant _ -> Answer.refused(ErrorCode.NOT_MERCHANT);
            case Assignment.UnknownShops(var shops) ->
                Answer.refusedWith(
                        ErrorCode.SHOP_NOT_FOUND,
                        shops.stream().map(ShopId::value).sorted().map(Json::id).toList());
            case Assignment.Contradictory _ -> throw Refusal.malformed("removed");
        };
    }
}
