package io.nightmarket.http.sale;

import io.nightmarket.domain.sale.Acknowledgement;
import io.nightmarket.http.answer.Refusal;

/** How requests name what a buyer waits for. */
final class Acknowledgements {
    /** The parameter, and the member, that names it. */
    static final String NAME = "ack";

    private Acknowledgements() {}

    static Acknowledgement parse(String text) {
        return switch (text) {
            case "accepted" -> Acknowledgement.ACCEPTED;
            case "durable" -> Acknowledgement.DURABLE;
            default -> throw Refusal.malformed(NAME);
        };
    }
}
