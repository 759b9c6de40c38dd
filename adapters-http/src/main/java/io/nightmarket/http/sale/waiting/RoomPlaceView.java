package io.nightmarket.http.sale.waiting;

import io.nightmarket.domain.sale.waiting.JoinWaitingRoom.Outcome;
import org.jspecify.annotations.Nullable;

/** How a buyer stands in the waiting room of a sale; times are milliseconds. */
record RoomPlaceView(
        String state,
        @Nullable Long position,
        @Nullable Long before,
        @Nullable Long waitMs,
        @Nullable Long comeBackMs,
        @Nullable Boolean soldOut,
        @Nullable String ticket,
        @Nullable String pass,
        @Nullable Long validMs) {
    static final RoomPlaceView NOT_WAITING = ofState("NOT_WAITING");
    static final RoomPlaceView USED = ofState("USED");

    private static RoomPlaceView ofState(String state) {
        return new RoomPlaceView(state, null, null, null, null, null, null, null, null);
    }

    static RoomPlaceView of(Outcome.Waiting waiting) {
        boolean isKnown = waiting.position().isPresent();
        return new RoomPlaceView(
                "WAITING",
                isKnown ? waiting.position().getAsLong() : null,
                isKnown ? waiting.position().getAsLong() - 1 : null,
                waiting.estimate().toMillis(),
                waiting.comeBack().toMillis(),
                waiting.soldOut(),
                waiting.ticket(),
                null,
                null);
    }

    static RoomPlaceView of(Outcome.Turn turn) {
        return new RoomPlaceView(
                "TURN",
                null,
                null,
                null,
                null,
                null,
                null,
                turn.pass(),
                turn.left().toMillis());
    }
}
