package io.nightmarket.bootstrap.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.bootstrap.program.Client.Answer;
import io.nightmarket.testkit.Eventually;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import io.vertx.openapi.contract.Operation;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Every example of the documentation, called on a fresh node with demo data, answers as described. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("api")
final class DocumentedExamplesIT {
    private static final String ADMIN = "13800000000";
    private static final String MERCHANT = "13800000001";

    /** As a reader would go through them; the one that ends the session comes last. */
    private static final String[] TOUR = {
        "isLive",
        "isReady",
        "listShopTypes",
        "findShop",
        "listShopsOfType",
        "listShopsByName",
        "findShopType",
        "listVouchers",
        "requestLoginCode",
        "logIn",
        "whoAmI",
        "findUser",
        "findProfile",
        "editProfile",
        "editUser",
        "follow",
        "isFollowing",
        "countFollows",
        "listFollowers",
        "listFollowed",
        "listCommonFollows",
        "checkIn",
        "countCheckIns",
        "makeUpCheckIn",
        "showCheckIns",
        "changePassword",
        "listSessions",
        "endSession",
        "placeFlashOrder",
        "findPurchasePath",
        "findPurchaseOutcome",
        "joinWaitlist",
        "findWaitlistPlace",
        "leaveWaitlist",
        "joinWaitingRoom",
        "findWaitingRoom",
        "leaveWaitingRoom",
        "findOrder",
        "findVoucher",
        "buyVoucher",
        "listOrders",
        "listNotices",
        "payOrder",
        "redeemOrder",
        "undoRedemption",
        "cancelOrder",
        "refundOrder",
        "refundByStaff",
        "notifyPayment",
        "createShopType",
        "updateShopType",
        "deleteShopType",
        "createShop",
        "updateShop",
        "listShopStaff",
        "changeShopStaff",
        "createFlashSale",
        "createVoucher",
        "publishNote",
        "findNote",
        "listHotNotes",
        "rankNotes",
        "listOwnNotes",
        "listNotesOfUser",
        "countUnread",
        "watchUnread",
        "readFeed",
        "likeNote",
        "listLikers",
        "writeComment",
        "listComments",
        "listReplies",
        "reportNote",
        "reportComment",
        "listReports",
        "hideComment",
        "restoreComment",
        "hideNote",
        "restoreNote",
        "deleteComment",
        "deleteNote",
        "uploadPicture",
        "deletePicture",
        "findSale",
        "correctSale",
        "copySale",
        "publishSale",
        "withdrawSale",
        "pauseOwnSale",
        "resumeOwnSale",
        "listSaleShards",
        "listSales",
        "listOwnSales",
        "searchOrders",
        "reportSale",
        "listNodes",
        "listSettings",
        "countCheckInsOfDay",
        "pauseSale",
        "resumeSale",
        "revokeTicket",
        "restockSale",
        "listEvents",
        "addWebhook",
        "listWebhooks",
        "moveWebhook",
        "removeWebhook",
        "listDeadLetters",
        "manageDeadLetters",
        "countVisitors",
        "listLocks",
        "listCaches",
        "clearCache",
        "forceUnlock",
        "changeRole",
        "assignShops",
        "endSessionsOfUser",
        "resetNickName",
        "findOrderHistory",
        "listAuditEvents",
        "callOffSale",
        "findCallOff",
        "findUserOfPhone",
        "findAccount",
        "logOut",
        "banUser",
        "liftBan",
        "eraseUser"
    };

    private static final Set<String> FOR_MERCHANTS = Set.of(new String[] {
        "createShop",
        "updateShop",
        "listShopStaff",
        "changeShopStaff",
        "createFlashSale",
        "createVoucher",
        "redeemOrder",
        "undoRedemption",
        "findSale",
        "correctSale",
        "copySale",
        "publishSale",
        "withdrawSale",
        "pauseOwnSale",
        "resumeOwnSale",
        "listOwnSales"
    });
    private static final Set<String> FOR_ADMINS = Set.of(new String[] {
        "createShopType",
        "updateShopType",
        "deleteShopType",
        "listSaleShards",
        "listSales",
        "searchOrders",
        "reportSale",
        "listNodes",
        "listSettings",
        "countCheckInsOfDay",
        "revokeTicket",
        "pauseSale",
        "resumeSale",
        "restockSale",
        "listEvents",
        "addWebhook",
        "listWebhooks",
        "moveWebhook",
        "removeWebhook",
        "listDeadLetters",
        "manageDeadLetters",
        "countVisitors",
        "listLocks",
        "listCaches",
        "clearCache",
        "forceUnlock",
        "changeRole",
        "assignShops",
        "endSessionsOfUser",
        "listReports",
        "hideComment",
        "restoreComment",
        "hideNote",
        "restoreNote",
        "findUserOfPhone",
        "findAccount",
        "banUser",
        "liftBan",
        "eraseUser",
        "resetNickName",
        "findOrderHistory",
        "refundByStaff",
        "callOffSale",
        "findCallOff",
        "listAuditEvents"
    });

    private final Vertx vertx = Vertx.vertx();
    private Program program;
    private Client client;
    private Shoppers shoppers;
    private DescribedApi api;

    @BeforeAll
    void start(@TempDir(factory = PreparedFolder.class) Path data) throws Exception {
        program = Program.start(Map.of(), "--data", data.toString());
        client = new Client(program.address());
        shoppers = new Shoppers(program, client);
        api = DescribedApi.of(vertx, program.address());
    }

    @AfterAll
    void stop() throws InterruptedException {
        client.close();
        var _ = Client.await(vertx.close());
        assertEquals(143, program.terminate(), program::output);
    }

    @Test
    void theTourCallsEveryOperation() {
        assertEquals(
                Set.of(TOUR),
                api.operations().stream().map(Operation::getOperationId).collect(Collectors.toSet()));
    }

    @Test
    void everyExampleAnswersAsDescribed() throws Exception {
        String admin = shoppers.logIn(ADMIN);
        String merchant = shoppers.logIn(MERCHANT);
        String shopper = "";
        String order = "";
        String note = "";
        String comment = "";
        for (String id : TOUR) {
            Operation operation = api.operation(id);
            String token = FOR_ADMINS.contains(id) ? admin : FOR_MERCHANTS.contains(id) ? merchant : shopper;
            Answer answer = id.equals("uploadPicture")
                    ? upload(operation, token)
                    : call(operation, target(operation, note, comment), token, DescribedApi.body(operation));
            switch (id) {
                case "logIn" -> shopper = logInWithTheCodeThatWasSent(operation, answer);
                case "findOrder" -> findTheOrderThatWasPlaced(operation, answer, shopper, order);
                // The day of the example grows old.
                case "makeUpCheckIn" ->
                    assertTrue(answer.success() || answer.code().equals("SIGN_TOO_OLD"), answer::toString);
                // Which version the sale has, nobody knows beforehand.
                case "correctSale" -> assertEquals("SALE_CHANGED", answer.code());
                // The sale of the demo has begun.
                case "withdrawSale" -> assertEquals("SALE_BEGUN", answer.code());
                // The buyer of before.
                case "joinWaitlist" -> assertEquals("ALREADY_BOUGHT", answer.code());
                // The sale of the demo has none.
                case "joinWaitingRoom", "findWaitingRoom", "leaveWaitingRoom", "revokeTicket" ->
                    assertEquals("NO_WAITING_ROOM", answer.code());
                // The examples name an order of another node.
                case "redeemOrder", "undoRedemption", "cancelOrder" -> assertEquals("ORDER_NOT_FOUND", answer.code());
                case "payOrder", "refundOrder", "refundByStaff", "findOrderHistory" ->
                    findTheOrderThatWasBought(operation, answer, token, order);
                case "notifyPayment" -> assertEquals("SIGNATURE_WRONG", answer.code());
                // A form has no example.
                case "uploadPicture" -> assertEquals("PICTURE_TYPE", answer.code());
                case "deletePicture" -> assertEquals("PICTURE_NOT_FOUND", answer.code());
                // Nothing went wrong on a fresh node.
                case "manageDeadLetters" -> assertEquals("DEAD_LETTER_NOT_FOUND", answer.code());
                // The node that writes orders has it, and takes it again.
                case "forceUnlock" -> {
                    assertEquals(1, answer.body().getJsonArray("data").size(), answer::toString);
                    Eventually.holds(
                            "who did it is logged",
                            () -> program.output().contains("force-unlocked the lock 'shard:1'"));
                }
                // Which handles there are, nobody knows beforehand.
                case "endSession" -> assertEquals("SESSION_NOT_FOUND", answer.code());
                case "isLive", "isReady" -> assertEquals("UP", answer.body().getString("status"));
                default -> assertTrue(answer.success(), () -> id + ": " + answer);
            }
            note = id.equals("publishNote") ? answer.data() : note;
            comment = id.equals("writeComment") ? answer.data() : comment;
            order = Set.of("placeFlashOrder", "buyVoucher").contains(id) ? answer.data() : order;
        }
    }

    /** Demo data is written into the tables without the index of names, as other software does. */
    @Test
    void shopsThatOthersWroteAreFoundByName() throws Exception {
        Eventually.holds(
                "found by 西子",
                () -> !client.get("/shop/of/name?name=%E8%A5%BF%E5%AD%90", null)
                        .body()
                        .getJsonArray("data")
                        .isEmpty());
    }

    /** What a code is, nobody knows beforehand. */
    private String logInWithTheCodeThatWasSent(Operation operation, Answer guessed) throws Exception {
        assertEquals("CODE_WRONG", guessed.code());
        JsonObject body = DescribedApi.body(operation);
        assertTrue(body != null, "a login has a body");
        String code = program.codeOf(body.getString("phone")).get();
        Answer answer = call(operation, api.target(operation), "", body.put("code", code));
        assertTrue(answer.success(), answer::toString);
        return answer.data();
    }

    private void findTheOrderThatWasPlaced(Operation operation, Answer unknown, String token, String order) {
        assertEquals("ORDER_NOT_FOUND", unknown.code());
        String target = api.target(operation).replaceFirst("[0-9]+$", order);
        assertEquals(order, call(operation, target, token, null).object().getString("id"));
    }

    private void findTheOrderThatWasBought(Operation operation, Answer unknown, String token, String order) {
        assertEquals("ORDER_NOT_FOUND", unknown.code());
        String target = api.target(operation).replaceFirst("[0-9]{5,}", order);
        Answer answer = call(operation, target, token, DescribedApi.body(operation));
        assertTrue(answer.success(), answer::toString);
    }

    /** The notes and comments of the demo data are other users'. */
    private String target(Operation operation, String ownNote, String ownComment) {
        String target = api.target(operation);
        return switch (operation.getOperationId()) {
            case "deleteNote" -> target.replaceFirst("[0-9]+$", ownNote);
            case "deleteComment" -> target.replaceFirst("[0-9]+$", ownComment);
            default -> target;
        };
    }

    /** A file that is no picture. */
    private Answer upload(Operation operation, String token) {
        MultiMap headers = MultiMap.caseInsensitiveMultiMap()
                .add("authorization", token)
                .add("content-type", "multipart/form-data; boundary=b");
        Buffer form = Buffer.buffer(
                "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.jpg\"\r\n\r\ntext\r\n--b--\r\n");
        Answer answer = Client.await(client.sendRaw(HttpMethod.POST, api.target(operation), headers, form));
        api.judge(operation, answer);
        return answer;
    }

    private Answer call(Operation operation, String target, String token, @Nullable JsonObject body) {
        Answer answer = Client.await(client.send(
                operation.getHttpMethod(), target, DescribedApi.needsLogin(operation) ? token : null, body));
        assertEquals(200, answer.status(), () -> operation.getOperationId() + ": " + answer);
        api.judge(operation, answer);
        return answer;
    }
}
