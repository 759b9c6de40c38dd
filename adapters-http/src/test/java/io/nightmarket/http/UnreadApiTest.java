package io.nightmarket.http;

import static io.nightmarket.domain.contract.Stages.eventually;
import static io.nightmarket.testkit.Json.object;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.contract.Stages;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The unread count as server-sent events. */
final class UnreadApiTest extends RoutesTestBase {
    private static final String PATH = "/blog/of/follow/unread/events";

    private String author = "";
    private String reader = "";

    @BeforeEach
    void logIn() {
        node.shops.add(Shops.shop(1));
        author = client.logIn(Role.SHOPPER);
        reader = client.logIn(Role.SHOPPER);
        String path = "/follow/" + client.user(author).value() + "/true";
        assertNull(client.put(path, new JsonObject(), AUTH, reader).data());
    }

    private void publish() {
        JsonObject note = object("shopId", 1, "title", "title", "content", "c");
        assertTrue(client.post("/blog", note, AUTH, author).data() != null);
    }

    private void notifyOfReader() {
        node.unreadRoutes.changed(List.of(client.user(reader)));
    }

    private EventListener listener() throws IOException {
        return EventListener.ofUnread(node, reader);
    }

    private static String event(int unread) {
        return "event: unread\ndata: {\"unread\":" + unread + "}\n\n";
    }

    private void noneIsOpen() {
        eventually(Stages::pause, () -> node.unreadRoutes.streams() == 0);
    }

    @Test
    void aStreamBeginsWithTheCountAndSendsEachChange() throws IOException {
        publish();
        try (EventListener listener = listener()) {
            listener.awaits("retry: 2000\n" + event(1));
            assertTrue(listener.hears("content-type: text/event-stream\r\n"));
            assertTrue(listener.hears("x-content-type-options: nosniff\r\n"));
            publish();
            notifyOfReader();
            listener.awaits(event(2));
            assertEquals(200, client.get("/blog/of/follow", AUTH, reader).status());
            listener.awaits(event(0));
            assertFalse(listener.hears("id: "));
        }
        try (EventListener again = listener()) {
            again.awaits("retry: 2000\n" + event(0));
        }
        noneIsOpen();
    }

    @Test
    void aNoteOfAPulledAuthorChangesAllCounts() throws IOException {
        try (EventListener one = listener();
                EventListener other = listener()) {
            one.awaits(event(0));
            other.awaits(event(0));
            publish();
            node.unreadRoutes.published(client.user(author));
            one.awaits(event(1));
            other.awaits(event(1));
        }
    }

    @Test
    void aLostNotificationIsMadeUp() throws IOException {
        try (EventListener listener = listener()) {
            listener.awaits(event(0));
            publish();
            listener.awaits(event(1));
        }
    }

    @Test
    void theSameCountIsNotSentAgain() throws IOException {
        try (EventListener listener = listener()) {
            listener.awaits(event(0));
            notifyOfReader();
            node.unreadRoutes.published(client.user(author));
            publish();
            notifyOfReader();
            listener.awaits(event(1));
            assertEquals(1, listener.count(event(0)));
        }
    }

    @Test
    void notificationsDuringACountAreOneMore() throws Exception {
        try (EventListener listener = listener()) {
            listener.awaits(event(0));
            CompletableFuture<Void> until = node.seenReads.hang();
            notifyOfReader();
            node.seenReads.hanging().get(60, TimeUnit.SECONDS);
            publish();
            notifyOfReader();
            notifyOfReader();
            until.complete(null);
            listener.awaits(event(1));
            assertEquals(1, listener.count(event(1)));
        }
    }

    /** A count that failed is made again. */
    @Test
    void aFailureEndsNoStream() throws IOException {
        try (EventListener listener = listener()) {
            listener.awaits(event(0));
            node.seenReads.failWith(new Unavailable("away"));
            publish();
            notifyOfReader();
            listener.awaitsNext(": \n\n");
            node.seenReads.mend();
            listener.awaits(event(1));
        }
    }

    @Test
    void withoutTheHeaderTheCountIsTheAnswer() {
        publish();
        assertEquals(1, client.get(PATH, AUTH, reader).json().getValue("data"));
        client.get(PATH).isRefused(401, "LOGIN_REQUIRED");
    }
}
