package io.nightmarket.http.shop;

import io.nightmarket.domain.account.PhoneFormat;
import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.shop.AppointStaff;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.ShopRole;
import io.nightmarket.domain.shop.ShopStaff.Member;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.answer.Json;
import io.nightmarket.http.answer.Refusal;
import io.nightmarket.http.audit.AuditLog;
import io.nightmarket.http.route.Endpoints;
import io.nightmarket.http.route.Options;
import io.nightmarket.http.route.Request;
import io.nightmarket.http.route.Routes;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Who works in a shop. */
public final class ShopStaffRoutes implements Routes {
    private final AppointStaff staff;
    private final AuditLog audit;
    private final PhoneFormat phones;
    private final Options options;

    public ShopStaffRoutes(SharedHttpState share, AppointStaff staff) {
        this.staff = staff;
        this.audit = share.audit();
        this.phones = share.config().phones();
        this.options = Options.SHOP_STAFF.limitedBy(share.limits().changing());
    }

    @Override
    public void bind(Endpoints endpoints) {
        endpoints.bind("listShopStaff", options, this::list);
        endpoints.bind("changeShopStaff", options.recorded(), this::change);
    }

    private CompletionStage<Answer> list(Request request) {
        return staff.list(request.session(), new ShopId(request.id("id")))
                .thenApply(
                        found -> found.map(ShopStaffRoutes::show).orElseThrow(() -> Refusal.of(ErrorCode.FORBIDDEN)));
    }

    private CompletionStage<Answer> change(Request request) {
        PhoneNumber phone =
                phones.parse(request.body().text("phone")).orElseThrow(() -> Refusal.of(ErrorCode.PHONE_INVALID));
        Optional<ShopRole> role =
                Optional.ofNullable(request.body().text("role")).map(ShopRole::valueOf);
        return staff.appoint(request.session(), audit.action(request, ""), new ShopId(request.id("id")), phone, role)
                .thenApply(outcome -> switch (outcome) {
                    case DONE -> Answer.DONE;
                    case FORBIDDEN -> throw Refusal.of(ErrorCode.FORBIDDEN);
                    case NO_SUCH_SHOP -> Answer.refused(ErrorCode.SHOP_NOT_FOUND);
                    case NO_SUCH_USER -> Answer.refused(ErrorCode.USER_NOT_FOUND);
                    case FULL -> Answer.refused(ErrorCode.SHOP_STAFF_FULL);
                });
    }

    private static Answer show(List<Member> members) {
        return Answer.of(members.stream()
                .map(member -> new MemberView(
                        Json.id(member.user().value()), member.nickName(), member.phone(), member.role()))
                .toList());
    }

    /** One of them; the middle of the phone is hidden. */
    record MemberView(Object userId, String nickName, String phone, ShopRole role) {}
}
