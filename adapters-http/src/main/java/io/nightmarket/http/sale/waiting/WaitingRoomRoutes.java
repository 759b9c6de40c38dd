package io.nightmarket.http.sale.waiting;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.sale.waiting.JoinWaitingRoom;
import io.nightmarket.domain.sale.waiting.JoinWaitingRoom.Outcome;
import io.nightmarket.domain.sale.waiting.JoinWaitingRoom.Refusal;
import io.nightmarket.domain.sale.waiting.RevokeTicket;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.http.Priority;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.route.Endpoints;
import io.nightmarket.http.route.Limit;
import io.nightmarket.http.route.Options;
import io.nightmarket.http.route.Request;
import io.nightmarket.http.route.Routes;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Waiting for one's turn to buy. What is asked often is not validated against the contract. */
public final class WaitingRoomRoutes implements Routes {
    private static final String TICKET = "X-Waiting-Ticket";

    private final JoinWaitingRoom room;
    private final RevokeTicket revokeTicket;
    private final Limit limit;

    public WaitingRoomRoutes(SharedHttpState share, JoinWaitingRoom room, RevokeTicket revokeTicket) {
        this.limit = share.limits().ordering();
        this.room = room;
        this.revokeTicket = revokeTicket;
    }

    @Override
    public void bind(Endpoints endpoints) {
        Options users = Options.USERS.unchecked().limitedBy(limit).withPriority(Priority.CHANGE);
        endpoints.bind("joinWaitingRoom", users, this::join);
        endpoints.bind("findWaitingRoom", users, this::find);
        endpoints.bind("leaveWaitingRoom", users, this::leave);
        endpoints.bind("revokeTicket", Options.OPERATORS.withPriority(Priority.FIRST), this::revoke);
    }

    private static VoucherId sale(Request request) {
        return new VoucherId(request.id("voucherId"));
    }

    private static Optional<String> ticket(Request request) {
        return Optional.ofNullable(request.context().request().getHeader(TICKET));
    }

    private CompletionStage<Answer> join(Request request) {
        return room.join(request.session().user(), sale(request), ticket(request))
                .thenApply(WaitingRoomRoutes::answer);
    }

    private CompletionStage<Answer> find(Request request) {
        return room.find(request.session().user(), sale(request), ticket(request))
                .thenApply(WaitingRoomRoutes::answer);
    }

    private CompletionStage<Answer> leave(Request request) {
        return room.leave(request.session().user(), sale(request)).thenApply(WaitingRoomRoutes::answer);
    }

    private CompletionStage<Answer> revoke(Request request) {
        VoucherId sale = new VoucherId(request.id("id"));
        UserId user = new UserId(request.id("userId"));
        return revokeTicket.revoke(sale, user).thenApply(outcome -> switch (outcome) {
            case REVOKED -> Answer.DONE;
            case NO_SUCH_SALE -> Answer.refused(ErrorCode.VOUCHER_NOT_FOUND);
            case NO_WAITING_ROOM -> Answer.refused(ErrorCode.NO_WAITING_ROOM);
        });
    }

    private static Answer answer(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Waiting waiting -> new Answer.Later(Answer.of(RoomPlaceView.of(waiting)), waiting.comeBack());
            case Outcome.Turn turn -> Answer.of(RoomPlaceView.of(turn));
            case Outcome.Used _ -> Answer.of(RoomPlaceView.USED);
            case Outcome.NotWaiting _ -> Answer.of(RoomPlaceView.NOT_WAITING);
            case Refusal refusal -> Answer.refused(code(refusal));
        };
    }

    private static ErrorCode code(Refusal refusal) {
        return switch (refusal) {
            case NO_SUCH_SALE -> ErrorCode.VOUCHER_NOT_FOUND;
            case NO_WAITING_ROOM -> ErrorCode.NO_WAITING_ROOM;
            case SALE_ENDED -> ErrorCode.SALE_ENDED;
            case REVOKED -> ErrorCode.TICKET_REVOKED;
        };
    }
}
