package io.nightmarket.http;

import static io.nightmarket.testkit.Json.object;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.Role;
import io.vertx.core.http.HttpMethod;
import io.vertx.openapi.contract.Operation;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A role that was taken away, while the node still trusts the token that it came with. */
final class RolesTakenAwayTest extends RoutesTestBase {
    private Reply call(Operation operation, String token) {
        String path = operation.getOpenAPIPath().replaceAll("\\{\\w+}", "1");
        return client.method(operation.getHttpMethod().name(), path, "{", AUTH, token);
    }

    /** What is done in a shop is refused by the role there, once the body is read. */
    private static final Set<String> OF_MERCHANTS = Set.of("createShop");

    private static final String[] OF_ADMINS = {
        "createShopType",
        "updateShopType",
        "deleteShopType",
        "listSaleShards",
        "revokeTicket",
        "pauseSale",
        "resumeSale",
        "restockSale",
        "listDeadLetters",
        "manageDeadLetters",
        "countVisitors",
        "listLocks",
        "forceUnlock",
        "listCaches",
        "clearCache",
        "changeRole",
        "assignShops",
        "endSessionsOfUser",
        "resetNickName",
        "findOrderHistory",
        "banUser",
        "countCheckInsOfDay",
        "eraseUser",
        "findAccount",
        "findUserOfPhone",
        "hideComment",
        "hideNote",
        "liftBan",
        "listNodes",
        "listReports",
        "listSales",
        "listSettings",
        "listShopStaff",
        "reportSale",
        "restoreComment",
        "restoreNote",
        "refundByStaff",
        "callOffSale",
        "listAuditEvents",
        "listEvents",
        "listWebhooks",
        "addWebhook",
        "removeWebhook",
        "moveWebhook"
    };

    /** Before the body is looked at: this one is none. */
    @Test
    void eachOperationOfStaffIsClosedToOthers() {
        Map<Role, Set<String>> refused = new EnumMap<>(Role.class);
        for (Role role : List.of(Role.SHOPPER, Role.MERCHANT)) {
            String token = client.logIn(role);
            refused.put(role, refusedTo(token));
        }
        Set<String> ofStaff = new HashSet<>(Set.of(OF_ADMINS));
        ofStaff.addAll(OF_MERCHANTS);
        assertEquals(Map.of(Role.SHOPPER, ofStaff, Role.MERCHANT, Set.of(OF_ADMINS)), refused);
    }

    private Set<String> refusedTo(String token) {
        return operations().stream()
                .filter(operation -> call(operation, token).status() == 403)
                .map(Operation::getOperationId)
                .collect(Collectors.toSet());
    }

    private List<Operation> operations() {
        return ContractJudge.operations().stream()
                .filter(operation -> !operation.getSecurityRequirements().isEmpty())
                .filter(operation -> !operation.getOperationId().equals("logOut"))
                .toList();
    }

    /** Those that a shopper must not call. */
    private List<Operation> ofStaff() {
        String shopper = client.logIn(Role.SHOPPER);
        return operations().stream()
                .filter(operation -> call(operation, shopper).status() == 403)
                .toList();
    }

    private String demotedWithoutAHint() {
        String token = client.logIn(Role.ADMIN);
        node.users.grant(client.user(token), Role.SHOPPER);
        return token;
    }

    /** No hint comes from a command, or where the bus lost it. */
    @Test
    void noOperationThatChangesAnythingIsDoneByARoleOfBefore() {
        List<Operation> writes = ofStaff().stream()
                .filter(operation -> !operation.getHttpMethod().equals(HttpMethod.GET))
                .toList();
        assertTrue(writes.size() >= 12, writes::toString);
        for (Operation write : writes) {
            assertEquals(403, call(write, demotedWithoutAHint()).status(), write.getOperationId());
        }
    }

    @Test
    void theHintEndsWhatStaffMayRead() {
        for (Operation operation : ofStaff()) {
            String phone = TestClient.newPhone();
            String token = client.logIn(phone);
            String admin = client.logIn(Role.ADMIN);
            change(admin, phone, "ADMIN");
            assertEquals("ADMIN", client.get("/user/me", AUTH, token).object().getString("role"), "gained");
            change(admin, phone, "SHOPPER");
            assertEquals(403, call(operation, token).status(), operation.getOperationId());
        }
    }

    private void change(String admin, String phone, String role) {
        Reply changed = client.post("/admin/roles", object("phone", phone, "role", role), AUTH, admin);
        assertEquals(role, changed.object().getString("role"));
    }
}
