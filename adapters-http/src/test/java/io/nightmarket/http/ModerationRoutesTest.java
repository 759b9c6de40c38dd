package io.nightmarket.http;

import static io.nightmarket.testkit.Json.object;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.nightmarket.domain.account.Role;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ModerationRoutesTest extends RoutesTestBase {
    private String author = "";
    private String reader = "";
    private String operator = "";

    @BeforeEach
    void logIn() {
        node.shops.add(Shops.shop(1));
        author = client.logIn(Role.SHOPPER);
        reader = client.logIn(Role.SHOPPER);
        operator = client.logIn(Role.OPERATOR);
    }

    private String publish() {
        return String.valueOf(client.post("/blog", object("shopId", 1, "title", "nasty", "content", "x"), AUTH, author)
                .data());
    }

    private String comment(String note) {
        return String.valueOf(client.post("/blog-comments", object("blogId", note, "content", "no"), AUTH, reader)
                .data());
    }

    private Reply report(String thing) {
        return client.post("/" + thing + "/report", object("reason", "an insult"), AUTH, reader);
    }

    private Reply decide(String thing, String what) {
        return client.post("/admin/" + thing + "/" + what, object("reason", "it is"), AUTH, operator);
    }

    @Test
    void aReportedNoteIsHiddenAndRestored() {
        String note = publish();
        assertNull(report("blog/" + note).data());
        JsonObject reported = lastReport("NOTE", note);
        assertEquals("nasty\nx", reported.getString("text"));
        assertEquals("VISIBLE", reported.getString("state"));
        assertEquals(true, reported.getBoolean("open"));

        assertNull(decide("blogs/" + note, "hide").data());
        client.get("/blog/" + note).isRefused(200, "NOTE_NOT_FOUND");
        client.get("/blog/" + note, AUTH, author).isRefused(200, "NOTE_NOT_FOUND");
        report("blog/" + note).isRefused(200, "NOTE_NOT_FOUND");
        assertEquals(false, lastReport("NOTE", note).getBoolean("open"));
        assertNull(decide("blogs/" + note, "restore").data());
        assertEquals("nasty", client.get("/blog/" + note).object().getString("title"));
        decide("blogs/987654", "hide").isRefused(200, "NOTE_NOT_FOUND");
    }

    @Test
    void aReportedCommentIsHiddenAndRestored() {
        String note = publish();
        String comment = comment(note);
        assertNull(report("blog-comments/" + comment).data());
        assertNull(decide("comments/" + comment, "hide").data());
        assertEquals(0, client.get("/blog-comments?blogId=" + note).list().size());
        assertEquals(0, client.get("/blog/" + note).object().getInteger("comments"));
        assertNull(decide("comments/" + comment, "restore").data());
        assertEquals(1, client.get("/blog/" + note).object().getInteger("comments"));
        decide("comments/987654", "restore").isRefused(200, "COMMENT_NOT_FOUND");
        report("blog-comments/987654").isRefused(200, "COMMENT_NOT_FOUND");
    }

    @Test
    void reportsArePagedAndForStaff() {
        String note = publish();
        for (int i = 0; i < 3; i++) {
            assertNull(report("blog-comments/" + comment(note)).data());
        }
        String auditor = client.logIn(Role.AUDITOR);
        int seen = 0;
        String cursor = "";
        do {
            JsonObject page = client.get("/admin/reports?size=2&cursor=" + cursor, AUTH, auditor)
                    .object();
            seen += page.getJsonArray("list").size();
            cursor = page.getString("cursor");
        } while (cursor != null);
        JsonObject all = client.get("/admin/reports?size=100", AUTH, auditor).object();
        assertEquals(all.getJsonArray("list").size(), seen);
        client.get("/admin/reports", AUTH, reader).isRefused(403, "FORBIDDEN");
        client.post("/admin/blogs/" + note + "/hide", object("reason", "x"), AUTH, auditor)
                .isRefused(403, "FORBIDDEN");
        client.post("/blog/" + note + "/report", new JsonObject(), AUTH, reader).isRefused(400, "BAD_REQUEST");
    }

    private JsonObject lastReport(String kind, String content) {
        return client.get("/admin/reports?size=100", AUTH, operator).object().getJsonArray("list").stream()
                .map(JsonObject.class::cast)
                .filter(report -> kind.equals(report.getString("kind"))
                        && content.equals(String.valueOf(report.getValue("contentId"))))
                .findFirst()
                .orElseThrow();
    }
}
