package io.nightmarket.bootstrap.program;

import static io.nightmarket.testkit.Json.json;
import static io.nightmarket.testkit.Json.object;

import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** People at the front end: they log in by the codes on the program's console, plan sales and buy. */
final class Shoppers {
    static final String ADMIN = "13800000000";

    private static final ZoneId SHOP_TIME = ZoneId.of("Asia/Shanghai");

    /** All at once would wait for each other longer than a call may take on a busy machine. */
    private static final int LOGINS_AT_A_TIME = 200;

    private final Program program;
    private final Client client;

    Shoppers(Program program, Client client) {
        this.program = program;
        this.client = client;
    }

    /** The token of this phone's new session. */
    String logIn(String phone) throws Exception {
        return Client.await(logInLater(phone));
    }

    /** Tokens of so many new people. */
    List<String> logIn(int count, long firstPhone) throws Exception {
        List<String> tokens = new ArrayList<>();
        while (tokens.size() < count) {
            List<Future<String>> logins = new ArrayList<>();
            for (int i = tokens.size(); i < Math.min(count, tokens.size() + LOGINS_AT_A_TIME); i++) {
                logins.add(logInLater(Long.toString(firstPhone + i)));
            }
            for (Future<String> login : logins) {
                tokens.add(Client.await(login));
            }
        }
        return tokens;
    }

    private Future<String> logInLater(String phone) {
        program.forgetCode(phone);
        return client.postUntilServed("/user/code?phone=" + phone, null)
                .compose(asked -> asked.success()
                        ? Future.fromCompletionStage(program.codeOf(phone))
                        : Future.failedFuture("no code: " + asked))
                .compose(code -> client.postUntilServed("/user/login", object("phone", phone, "code", code)))
                .compose(answer -> answer.success()
                        ? Future.succeededFuture(answer.data())
                        : Future.failedFuture("no login: " + answer));
    }

    /** A sale in shop 1 that is open now, with these options of the contract. */
    long openSale(String token, int stock, String... options) {
        LocalDateTime now = LocalDateTime.now(SHOP_TIME).truncatedTo(ChronoUnit.SECONDS);
        JsonObject voucher = json(
                "{'shopId':1,'title':'代金券','subTitle':'周一至周日均可使用','rules':'全场通用','payValue':8000,'actualValue':10000,"
                        + "'type':1,'stock':%d,'beginTime':'%s','endTime':'%s'}",
                stock, now.minusHours(1), now.plusHours(1));
        for (String option : options) {
            voucher.put(option, true);
        }
        Client.Answer made = client.post("/voucher/seckill", token, voucher);
        if (!made.success()) {
            throw new AssertionError("no sale: " + made);
        }
        return Long.parseLong(made.data());
    }

    Future<Client.Answer> click(String token, long voucher) {
        return client.send(HttpMethod.POST, "/voucher-order/seckill/" + voucher, token, null);
    }
}
