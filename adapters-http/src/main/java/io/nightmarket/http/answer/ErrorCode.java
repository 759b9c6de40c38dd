package io.nightmarket.http.answer;

/** What an answer that is no success says to machines. Texts and statuses stand in {@code codes.properties}. */
public enum ErrorCode {
    PHONE_INVALID(true),
    CODE_WRONG(true),
    CODE_TOO_SOON(true),
    SHOP_NOT_FOUND(true),
    NAME_TOO_SHORT(true),
    VOUCHER_NOT_FOUND(true),
    ORDER_NOT_FOUND(true),
    CACHE_NOT_FOUND(true),
    SOLD_OUT(true),
    ALREADY_BOUGHT(true),
    SALE_NOT_STARTED(true),
    SALE_ENDED(true),
    SALE_PAUSED(true),
    NO_WAITLIST(true),
    NOT_SOLD_OUT(true),
    WAITLIST_FULL(true),
    NO_WAITING_ROOM(true),
    PASS_REQUIRED(true),
    PASS_USED(true),
    TICKET_REVOKED(true),
    ORDER_UNWRITABLE(true),
    ORDER_LOST(true),
    STOCK_BELOW_SOLD(true),
    STOCK_TOO_LARGE(true),
    ADJUSTMENT_DIFFERS(true),
    DEAD_LETTER_NOT_FOUND(true),
    DEAD_LETTER_UNREADABLE(true),
    DEAD_LETTER_NOT_RESERVED(true),
    ORDER_NOT_WAITING(true),
    CODE_REQUIRED(true),
    PASSWORD_WRONG(true),
    PASSWORD_TOO_SOON(true),
    PASSWORD_NEEDS_LOGIN(true),
    PASSWORD_CHANGED(true),
    SESSION_NOT_FOUND(true),
    USER_NOT_FOUND(true),
    NOT_MERCHANT(true),
    TOO_MANY_UNPAID(true),
    ORDER_CANCELLED(true),
    ORDER_PAID_ALREADY(true),
    ORDER_NOT_PAID(true),
    ORDER_USED_ALREADY(true),
    ORDER_NOT_REFUNDABLE(true),
    PAYMENT_REFUSED(true),
    PAYMENT_TOO_LATE(true),
    PAYMENT_NOT_FOUND(true),
    SIGNATURE_WRONG(true),
    NOTIFICATION_REPLAYED(true),
    FOLLOWS_SELF(true),
    FOLLOWS_TOO_MANY(true),
    SIGN_NOT_PAST(true),
    SIGN_TOO_OLD(true),
    SIGN_MADE_UP_TOO_OFTEN(true),
    REQUEST_IN_PROGRESS(true),
    KEY_REUSED(true),
    NOTE_NOT_FOUND(true),
    COMMENT_NOT_FOUND(true),
    COMMENT_OF_ANOTHER_NOTE(true),
    PICTURE_NOT_FOUND(true),
    PICTURE_TYPE(true),
    PICTURE_TOO_LARGE(true),
    PICTURE_LIMIT(true),
    LOGIN_REQUIRED(false),
    FORBIDDEN(false),
    BAD_REQUEST(false),
    NOT_FOUND(false),
    METHOD_NOT_ALLOWED(false),
    TOO_LARGE(false),
    UNSUPPORTED_MEDIA_TYPE(false),
    TOO_MANY_REQUESTS(false),
    UNAVAILABLE(false),
    OUTCOME_UNKNOWN(false),
    INTERNAL(false);

    private final boolean refusal;

    ErrorCode(boolean refusal) {
        this.refusal = refusal;
    }

    /** Whether this is a refusal by the rules of the business, which the envelope carries as a well-done request. */
    public boolean isRefusal() {
        return refusal;
    }
}
