package io.nightmarket.domain.shop;

/** What a user may do in a shop. */
public enum ShopRole {
    OWNER,
    MANAGER,
    CASHIER;

    /** What there is to do for a shop. */
    public enum Duty {
        /** Give others a role in the shop. */
        APPOINT,
        EDIT,
        /** Plan, correct, pause and resume its sales, and see their orders. */
        RUN_SALES,
        REDEEM
    }

    public boolean may(Duty duty) {
        return switch (this) {
            case OWNER -> true;
            case MANAGER -> duty != Duty.APPOINT;
            case CASHIER -> duty == Duty.REDEEM;
        };
    }
}
