package io.nightmarket.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.lock.LockTable.HeldLock;
import io.nightmarket.domain.lock.LockTable.Holder;
import io.vertx.core.json.JsonArray;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LockRoutesTest extends RoutesTestBase {
    private static final Instant NOON = Instant.parse("2026-11-20T04:00:00Z");

    @Test
    void anAdministratorSeesWhoHoldsAndWhoWaits() {
        node.locks.add(new HeldLock(
                "lock",
                "shop:1",
                List.of(new Holder("node:7", 1_795_287_001_000_000L, 2, NOON, NOON.plusSeconds(30))),
                List.of("node:8", "other:1")));

        assertEquals(
                new JsonArray("""
                        [{"kind":"lock","key":"shop:1","holders":[{"name":"node:7","token":"1795287001000000","reentranceCount":2,
                        "since":"2026-11-20T12:00:00+08:00","until":"2026-11-20T12:00:30+08:00"}],"waiting":["node:8","other:1"]}]"""),
                client.get("/admin/locks", AUTH, client.logIn(Role.ADMIN)).data());
    }

    @Test
    void anAdministratorTakesALockFromItsHolderAndItsNodeIsNotified() {
        Holder holder = new Holder("node:7", 1, 1, NOON, NOON.plusSeconds(30));
        node.locks.add(new HeldLock("lock", "shop:1/夜市", List.of(holder), List.of()));
        String path = "/admin/locks/shop:1%2F%E5%A4%9C%E5%B8%82";

        assertEquals(
                new JsonArray(),
                client.delete(path + "?kind=rw", AUTH, client.logIn(Role.ADMIN)).data());

        assertEquals(
                new JsonArray().add("node:7"),
                client.delete(path, AUTH, client.logIn(Role.ADMIN)).data());
        assertEquals(List.of("shop:1/夜市", "shop:1/夜市"), node.forceUnlocked, "a lost answer is asked for again");
    }
}
