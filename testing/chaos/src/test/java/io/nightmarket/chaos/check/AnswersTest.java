package io.nightmarket.chaos.check;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.chaos.check.Answer.OrderAnswered;
import io.nightmarket.chaos.check.Answer.OrderState;
import io.nightmarket.chaos.check.Answer.Refused;
import io.nightmarket.chaos.check.Answer.Unavailable;
import io.nightmarket.chaos.check.Answer.Unknown;
import io.vertx.core.buffer.Buffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AnswersTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            200 | {"success":true,"data":"7"} | OrderAnswered[order=7, state=ACCEPTED]
            200 | {"success":true,"data":"7","code":"SETTLED"} | OrderAnswered[order=7, state=SETTLED]
            200 | {"success":true,"data":"7","code":"QUEUED"} | OrderAnswered[order=7, state=QUEUED]
            200 | {"success":false,"code":"SOLD_OUT"} | Refused[code=SOLD_OUT]
            200 | {"success":false,"code":"SOLD_OUT","data":"7"} | Rejected[order=7, reason=SOLD_OUT]
            200 | {"success":false,"code":"ALREADY_BOUGHT","data":"7"} | OrderAnswered[order=7, state=BOUGHT]
            503 | {"success":false,"code":"UNAVAILABLE"} | Unavailable[code=UNAVAILABLE]
            503 | {"success":false,"code":"OUTCOME_UNKNOWN"} | Unknown[
            429 | {"success":false,"code":"TOO_MANY_REQUESTS"} | Unavailable[
            500 | {"success":false,"code":"INTERNAL"} | Improper[
            200 | {"success":tr | Improper[
            200 | {"success":true,"data":"x"} | Improper[
            """)
    void aClickIsTold(int status, String body, String answer) {
        assertBegins(answer, Answers.ofClick(status, Buffer.buffer(body)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            {"success":true,"data":{"state":"UNKNOWN"}} | Nothing[]
            {"success":true,"data":{"state":"SETTLED","orderId":"7"}} | OrderAnswered[order=7, state=SETTLED]
            {"success":true,"data":{"state":"REJECTED","orderId":"7","reason":"LOST"}} | Rejected[order=7, reason=LOST]
            {"success":true} | Improper[
            {"success":true,"data":{"state":"SETTLED"}} | Improper[
            {"success":true,"data":{"state":"FINE","orderId":"7"}} | Improper[
            """)
    void aResultIsTold(String body, String answer) {
        assertBegins(answer, Answers.ofResult(200, Buffer.buffer(body)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            {"success":true,"data":"91","code":"PAID"} | Done[what=91]
            {"success":true,"data":"91","code":"PENDING"} | Done[what=]
            {"success":true} | Done[what=]
            {"success":false,"code":"ORDER_PAID_ALREADY"} | Refused[code=ORDER_PAID_ALREADY]
            {"success":false,"code":"ORDER_NOT_FOUND"} | Unavailable[code=ORDER_NOT_FOUND]
            {"success":false,"code":"REQUEST_IN_PROGRESS"} | Unavailable[
            """)
    void aChangeIsRead(String body, String answer) {
        assertBegins(answer, Answers.ofChange(200, Buffer.buffer(body)));
    }

    @Test
    void aReportIsRefusedForItsTimeOnlyWhereClocksAreWrong() {
        Buffer refused = Buffer.buffer("{\"success\":false,\"code\":\"SIGNATURE_WRONG\"}");
        assertBegins("Refused[code=SIGNATURE_WRONG]", Answers.ofChange(200, refused));
        assertBegins("Nothing[]", Answers.ofReportToWrongClock(200, refused));
        Buffer replayed = Buffer.buffer("{\"success\":false,\"code\":\"NOTIFICATION_REPLAYED\"}");
        assertBegins("Refused[code=NOTIFICATION_REPLAYED]", Answers.ofReportToWrongClock(200, replayed));
    }

    @Test
    void anOperatorIsTold() {
        assertBegins("Done[what=]", Answers.ofOperation(200, Buffer.buffer("{\"success\":true,\"data\":{}}")));
        assertBegins(
                "Refused[code=STOCK_BELOW_SOLD]",
                Answers.ofOperation(200, Buffer.buffer("{\"success\":false,\"code\":\"STOCK_BELOW_SOLD\"}")));
        assertBegins("Unknown[", Answers.ofOperation(503, Buffer.buffer("{\"code\":\"OUTCOME_UNKNOWN\"}")));
    }

    @Test
    void aBuyerOfAPausedSaleTriesAgain() {
        Buffer paused = Buffer.buffer("{\"success\":false,\"code\":\"SALE_PAUSED\"}");
        assertTrue(Answers.ofClick(200, paused).isToRepeat());
    }

    private static void assertBegins(String expected, Answer answer) {
        assertTrue(answer.toString().startsWith(expected), answer::toString);
    }

    @Test
    void whoKnowsAsksNoMore() {
        assertTrue(new Unknown("").isToRepeat());
        assertTrue(new Unavailable("").isToRepeat());
        assertFalse(new Refused("SOLD_OUT").isToRepeat());
        assertFalse(new OrderAnswered(1, OrderState.ACCEPTED).isToRepeat());
    }
}
