package io.nightmarket.http;

import static io.nightmarket.testkit.Json.object;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.Role;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Administrators take away what users wrote and showed, whosever it is; the audit trail says so. */
final class ModerationTest extends RoutesTestBase {
    private static final String FORM = """
            --x
            content-disposition: form-data; name="file"; filename="a"

            picture
            --x--
            """.replace("\n", "\r\n");

    private String author = "";
    private String admin = "";

    @BeforeAll
    void logIn() {
        node.shops.add(Shops.shop(1));
        author = client.logIn(Role.SHOPPER);
        admin = client.logIn(Role.ADMIN);
    }

    private long note() {
        JsonObject note = object("shopId", 1, "title", "t", "content", "c");
        return Long.parseLong(
                String.valueOf(client.post("/blog", note, AUTH, author).data()));
    }

    private Object comment(long note) {
        JsonObject comment = object("blogId", note, "content", "c");
        return String.valueOf(
                client.post("/blog-comments", comment, AUTH, author).data());
    }

    /** Uploads a picture of a new author: a user has few in a day here. */
    private Object picture() {
        author = client.logIn(Role.SHOPPER);
        return String.valueOf(client.send(
                        client.request("/upload/blog", AUTH, author, "content-type", "multipart/form-data; boundary=x")
                                .POST(BodyPublishers.ofString(FORM))
                                .build())
                .data());
    }

    /** Deletes it as this caller. */
    private Reply delete(String kind, Object id, String caller) {
        return switch (kind) {
            case "deleteNote" -> client.delete("/blog/" + id, AUTH, caller);
            case "deleteComment" -> client.delete("/blog-comments/" + id, AUTH, caller);
            case "deletePicture" -> client.get("/upload/blog/delete?name=" + id, AUTH, caller);
            default -> client.delete("/admin/users/" + id + "/nick-name", AUTH, caller);
        };
    }

    private Object made(String kind) {
        return switch (kind) {
            case "deleteNote" -> note();
            case "deleteComment" -> comment(note());
            case "deletePicture" -> picture();
            default -> client.user(author).value();
        };
    }

    private List<String> audited(String kind) {
        return client.get("/admin/audit?action=" + kind, AUTH, admin).list().stream()
                .map(JsonObject.class::cast)
                .map(event ->
                        event.getString("outcome") + ' ' + event.getString("subject") + ' ' + event.getValue("actor"))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"deleteNote", "deleteComment", "deletePicture", "resetNickName"})
    void anAdministratorMayAndItIsAudited(String kind) {
        Object id = made(kind);
        assertEquals(true, delete(kind, id, admin).json().getBoolean("success"));
        String event = audited(kind).getFirst();
        assertTrue(event.startsWith("OK /"), event);
        assertTrue(event.contains(String.valueOf(id)), event);
        assertTrue(event.endsWith(" " + client.user(admin).value()), event);
    }

    @ParameterizedTest
    @ValueSource(strings = {"deleteNote", "deleteComment", "deletePicture", "resetNickName"})
    void whatIsNotThereIsSaidToAdministrators(String kind) {
        Object none = kind.equals("deletePicture") ? "/blogs/1/2/" + "0".repeat(32) + ".png" : 987_654L;
        delete(kind, none, admin)
                .isRefused(
                        200,
                        switch (kind) {
                            case "deleteNote" -> "NOTE_NOT_FOUND";
                            case "deleteComment" -> "COMMENT_NOT_FOUND";
                            case "deletePicture" -> "PICTURE_NOT_FOUND";
                            default -> "USER_NOT_FOUND";
                        });
    }

    @ParameterizedTest
    @EnumSource(
            value = Role.class,
            names = {"SHOPPER", "MERCHANT"})
    void othersMayNot(Role role) {
        String other = client.logIn(role);
        Stream.of("deleteNote", "deleteComment", "deletePicture", "resetNickName")
                .forEach(kind -> {
                    Object id = made(kind);
                    assertEquals(false, delete(kind, id, other).json().getBoolean("success"), kind);
                    assertEquals(true, delete(kind, id, admin).json().getBoolean("success"), kind);
                });
    }

    /** What users do to their own is no event. */
    @ParameterizedTest
    @ValueSource(strings = {"deleteNote", "deleteComment", "deletePicture"})
    void usersDeleteTheirOwnUnaudited(String kind) {
        int before = audited(kind).size();
        assertEquals(true, delete(kind, made(kind), author).json().getBoolean("success"));
        assertEquals(before, audited(kind).size());
    }

    @Test
    void aNameThatIsTakenAwayIsOneOfNewUsers() {
        assertEquals(
                200,
                client.put("/user/info", object("nickName", "管理员"), AUTH, author)
                        .status());
        long user = client.user(author).value();
        assertEquals("管理员", client.get("/user/" + user, AUTH, admin).object().getString("nickName"));
        assertEquals(true, delete("resetNickName", user, admin).json().getBoolean("success"));
        String name = client.get("/user/" + user, AUTH, admin).object().getString("nickName");
        assertTrue(name.matches("user_[a-z0-9]{10}"), name);
    }
}
