package io.nightmarket.redis.sale.queue;

import io.nightmarket.domain.base.Corrupt;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.Admission;
import io.nightmarket.domain.sale.queue.AdmissionRequest;
import io.nightmarket.redis.link.Reply;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Reads what admit-buyers answers: one text for all, because that is what a client reads fastest. */
final class AdmissionReply {
    private static final String CLOSED = "8";

    private AdmissionReply() {}

    static List<Admission> parse(Reply reply, List<AdmissionRequest> requests) {
        String answers = reply.text();
        if (answers.equals(CLOSED)) {
            throw ScriptTexts.shardClosed();
        }
        List<Admission> admissions = new ArrayList<>(requests.size());
        int begin = 0;
        while (begin < answers.length()) {
            int space = answers.indexOf(' ', begin);
            int end = space < 0 ? answers.length() : space;
            if (admissions.size() == requests.size()) {
                throw reply.unfit("more buyers than asked");
            }
            admissions.add(admission(answers, begin, end, requests.get(admissions.size())));
            begin = end + 1;
        }
        if (admissions.size() < requests.size()) {
            throw reply.unfit(admissions.size() + " of " + requests.size() + " buyers");
        }
        return admissions;
    }

    private static Admission admission(String answers, int begin, int end, AdmissionRequest request) {
        String text = end - begin > 2 ? answers.substring(begin + 2, end) : "";
        return switch (answers.charAt(begin)) {
            case '1' ->
                new Admission.Accepted(
                        text.isEmpty() ? request.purchase().order() : new OrderId(ScriptTexts.positive(text)));
            case '2' -> new Admission.AlreadyBought(new OrderId(ScriptTexts.positive(text)));
            case '3' -> new Admission.SoldOut();
            case '4' -> new Admission.NotStarted(Instant.ofEpochMilli(ScriptTexts.any(text)));
            case '5' -> new Admission.Ended();
            case '6' -> new Admission.Paused();
            case '7' -> new Admission.NoSuchSale();
            case '9' -> new Admission.QueueFull();
            case '0' -> new Admission.CalledOff();
            default -> throw new Corrupt("no such answer to an admission: " + answers.substring(begin, end));
        };
    }
}
