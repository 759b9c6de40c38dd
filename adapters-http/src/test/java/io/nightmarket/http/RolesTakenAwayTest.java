package io.nightmarket.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.Role;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import io.vertx.openapi.contract.Operation;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** A role that was taken away, while the node still trusts the token that it came with. */
final class RolesTakenAwayTest extends RoutesTestBase {
    private Reply call(Operation operation, String token) {
        String path = operation.getOpenAPIPath().replaceAll("\\{\\w+}", "1");
        return client.method(operation.getHttpMethod().name(), path, "{}", AUTH, token);
    }

    /** Those that a shopper must not call. */
    private List<Operation> ofStaff() throws TimeoutException {
        String shopper = client.logIn(Role.SHOPPER);
        return Contract.load(node.vertx).await(60, TimeUnit.SECONDS).operations().stream()
                .filter(operation -> !operation.getSecurityRequirements().isEmpty())
                .filter(operation -> !operation.getOperationId().equals("logOut"))
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
    void noOperationThatChangesAnythingIsDoneByARoleOfBefore() throws TimeoutException {
        List<Operation> writes = ofStaff().stream()
                .filter(operation -> !operation.getHttpMethod().equals(HttpMethod.GET))
                .toList();
        assertTrue(writes.size() >= 12, writes::toString);
        for (Operation write : writes) {
            assertEquals(403, call(write, demotedWithoutAHint()).status(), write.getOperationId());
        }
    }

    @Test
    void theHintEndsWhatStaffMayRead() throws TimeoutException {
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
        Reply changed =
                client.post("/admin/roles", new JsonObject().put("phone", phone).put("role", role), AUTH, admin);
        assertEquals(role, changed.object().getString("role"));
    }
}
