package io.nightmarket.chaos.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.chaos.history.Answer.Improper;
import io.nightmarket.chaos.history.Answer.Nothing;
import io.nightmarket.chaos.history.Answer.Refused;
import io.nightmarket.chaos.history.Answer.Rejected;
import io.nightmarket.chaos.history.Answer.Standing;
import io.nightmarket.chaos.history.Answer.Told;
import io.nightmarket.chaos.history.Answer.Unavailable;
import io.nightmarket.chaos.history.Answer.Unknown;
import io.vertx.core.buffer.Buffer;
import org.junit.jupiter.api.Test;

final class AnswersTest {
    private static Answer click(int status, String body) {
        return Answers.ofClick(status, Buffer.buffer(body));
    }

    private static Answer result(String body) {
        return Answers.ofResult(200, Buffer.buffer(body));
    }

    @Test
    void anAcceptedClickNamesItsOrder() {
        assertEquals(new Told(7, Standing.ACCEPTED), click(200, "{\"success\":true,\"data\":\"7\"}"));
        assertEquals(
                new Told(7, Standing.SETTLED), click(200, "{\"success\":true,\"data\":\"7\",\"code\":\"SETTLED\"}"));
        assertEquals(new Told(7, Standing.QUEUED), click(200, "{\"success\":true,\"data\":\"7\",\"code\":\"QUEUED\"}"));
    }

    @Test
    void aRefusalWithAnOrderIsItsEndExceptForWhoHasIt() {
        assertEquals(new Refused("SOLD_OUT"), click(200, "{\"success\":false,\"code\":\"SOLD_OUT\"}"));
        assertEquals(
                new Rejected(7, "SOLD_OUT"), click(200, "{\"success\":false,\"code\":\"SOLD_OUT\",\"data\":\"7\"}"));
        assertEquals(
                new Told(7, Standing.BOUGHT),
                click(200, "{\"success\":false,\"code\":\"ALREADY_BOUGHT\",\"data\":\"7\"}"));
    }

    @Test
    void onlyAnUnknownOutcomeMayHaveDoneSomething() {
        assertEquals(new Unavailable("UNAVAILABLE"), click(503, "{\"success\":false,\"code\":\"UNAVAILABLE\"}"));
        assertInstanceOf(Unknown.class, click(503, "{\"success\":false,\"code\":\"OUTCOME_UNKNOWN\"}"));
        assertInstanceOf(Unavailable.class, click(429, "{\"success\":false,\"code\":\"TOO_MANY_REQUESTS\"}"));
        assertInstanceOf(Improper.class, click(500, "{\"success\":false,\"code\":\"INTERNAL\"}"));
        assertInstanceOf(Improper.class, click(200, "{\"success\":tr"));
        assertInstanceOf(Improper.class, click(200, "{\"success\":true,\"data\":\"x\"}"));
    }

    @Test
    void aResultThatSaysNothingIsImproper() {
        assertInstanceOf(Improper.class, result("{\"success\":true}"));
        assertInstanceOf(Improper.class, result("{\"success\":true,\"data\":{\"state\":\"SETTLED\"}}"));
        assertInstanceOf(Improper.class, result("{\"success\":true,\"data\":{\"state\":\"FINE\",\"orderId\":\"7\"}}"));
    }

    @Test
    void aResultTellsWhatBecameOfAnOrder() {
        assertEquals(new Nothing(), result("{\"success\":true,\"data\":{\"state\":\"UNKNOWN\"}}"));
        assertEquals(
                new Told(7, Standing.SETTLED),
                result("{\"success\":true,\"data\":{\"state\":\"SETTLED\",\"orderId\":\"7\"}}"));
        assertEquals(
                new Rejected(7, "LOST"),
                result("{\"success\":true,\"data\":{\"state\":\"REJECTED\",\"orderId\":\"7\",\"reason\":\"LOST\"}}"));
    }

    @Test
    void whoKnowsAsksNoMore() {
        assertTrue(new Unknown("").isToRepeat());
        assertTrue(new Unavailable("").isToRepeat());
        assertFalse(new Refused("SOLD_OUT").isToRepeat());
        assertFalse(new Told(1, Standing.ACCEPTED).isToRepeat());
    }
}
