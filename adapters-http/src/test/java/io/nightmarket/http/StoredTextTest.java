package io.nightmarket.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.shop.ShopType;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.json.schema.JsonSchema;
import io.vertx.openapi.contract.MediaType;
import io.vertx.openapi.contract.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What texts may hold, over all members of all bodies that are texts. */
final class StoredTextTest extends RoutesTestBase {
    private static final Set<String> NAMES = Set.of("nickName", "name", "title", "subTitle", "area", "city");

    private String admin = "";
    private List<Text> texts = List.of();

    /** A member that is a text, of an operation whose example has others. */
    private record Text(Operation operation, String member, JsonObject example) {}

    @BeforeAll
    void find() throws TimeoutException {
        node.shops.addType(new ShopType(1, "food", null, 1, null, null));
        node.shops.add(Shops.shop(1));
        admin = client.logIn(Role.ADMIN);
        List<Text> found = new ArrayList<>();
        for (Operation operation :
                Contract.load(node.vertx).await(60, TimeUnit.SECONDS).operations()) {
            MediaType json = operation.getRequestBody() == null
                    ? null
                    : operation.getRequestBody().getContent().get("application/json");
            if (json != null) {
                JsonObject members = properties(json.getSchema());
                members.fieldNames().stream()
                        .filter(member -> !member.startsWith("__") && isText(members.getJsonObject(member)))
                        .forEach(member -> found.add(new Text(
                                operation, member, json.getOpenAPIModel().getJsonObject("example"))));
            }
        }
        texts = found;
        assertTrue(texts.size() > 35, () -> "texts: " + texts.size());
        assertEquals(
                NAMES,
                Set.copyOf(
                        texts.stream().map(Text::member).filter(NAMES::contains).toList()));
    }

    private static JsonObject properties(JsonSchema schema) {
        return schema.get("properties");
    }

    private static boolean isText(JsonObject schema) {
        Object type = schema.getValue("type");
        return "string".equals(type) || (type instanceof JsonArray types && types.contains("string"));
    }

    private Reply send(Text text, String json) {
        JsonObject example = text.example().copy();
        example.fieldNames().removeIf(member -> member.startsWith("__"));
        String body = example.put(text.member(), "VALUE").encode().replace("\"VALUE\"", json);
        String path = text.operation().getOpenAPIPath().replaceAll("\\{\\w+}", "1");
        return client.method(text.operation().getHttpMethod().name(), path, body, AUTH, admin);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "A\\ud83d B",
                "\\ud83d",
                "\\ude00",
                "\\ude00\\ud83d",
                "a\\udbff",
                "\\ud83d\\ud83d\\ude00",
                "\\uD83D\\\\uDE00"
            })
    void halfOfACharacterIsRefusedInEveryText(String escaped) {
        for (Text text : texts) {
            Reply reply = send(text, '"' + escaped + '"').refusedAs(400, "BAD_REQUEST");
            assertEquals(text.member(), reply.place(), text.operation().getOperationId());
        }
    }

    @Test
    void halfOfACharacterIsRefusedInMembersThatAreNotDescribed() {
        client.method("POST", "/user/login", "{\"phone\":\"1\",\"more\":[{\"a\":\"\\ud83d\"}]}")
                .isRefused(400, "BAD_REQUEST");
        client.method("POST", "/user/login", "{\"phone\":\"1\",\"more\\ud83d\":1}")
                .isRefused(400, "BAD_REQUEST");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\\u200b",
                "\\u00a0",
                "\\u3164",
                "\\u2800",
                "\\u200d",
                "\\ufe0f",
                "\\u00ad",
                "\\u0301",
                "\\u3000 ",
                "管理员\\u200b",
                "\\u200b管理员",
                "管\\u200b理员",
                "管理员\\u00a0",
                "管理员\\ufe0f",
                "管理员\\u00ad",
                "管理员\\ufeff",
                "管理员\\u2060",
                "管理员\\u034f",
                "管理员\\u3164",
                "管理员\\u115f",
                "管理员\\u2800",
                "管理员\\udb40\\udd00",
                "管理员\\udb40\\udc41",
                "😀\\udb40\\udc61\\udb40\\udc64\\udb40\\udc6d\\udb40\\udc7f",
                "🏴\\udb40\\udc41\\udb40\\udc42\\udb40\\udc43\\udb40\\udc7f",
                "admin\\u200d",
                "admin\\u200c",
                "ad\\u200dmin",
                "a\\u200d😀",
                "😀\\u200d",
                "\\u202eabc",
                "a\\u202db",
                "a\\u2066b",
                "a\\u200eb",
                "a\\u200fb",
                "a\\u061cb",
                "a\\nb",
                "a\\rb",
                "a\\tb",
                "a\\u2028b",
                "a\\u2029b",
                "a\\u0085b",
                "a\\u000bb",
                "a\\u2003b",
                "a\\u202fb",
                "a\\u180eb",
                "1\\ufe0f",
                "a\\ufe0e",
                "a\\ufff9b",
                "\\ud834\\udd73a",
                "a\\uffa0"
            })
    void aNameHidesNothing(String escaped) {
        for (Text text : texts) {
            if (NAMES.contains(text.member())) {
                Reply reply = send(text, '"' + escaped + '"').refusedAs(400, "BAD_REQUEST");
                assertEquals(text.member(), reply.place(), text.operation().getOperationId());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "夜市",
                "李　明",
                "Ann O'Neill-Smith",
                "José Müller",
                "e\u0301",
                "محمد",
                "مُحَمَّد",
                "می\u200cخواهم",
                "שלום",
                "שָׁלוֹם",
                "สวัสดี",
                "น้ำ",
                "नमस्ते",
                "क्\u200dष",
                "श्री\u200cमान",
                "Việt Nam",
                "한국어",
                "さくら",
                "😀",
                "夜市😀",
                "❤️",
                "☺︎",
                "👍🏽",
                "👨\u200d👩\u200d👧\u200d👦",
                "👩🏽\u200d💻",
                "🏳️\u200d🌈",
                "🧔🏻\u200d♂️",
                "🇨🇳",
                "1️⃣",
                "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
                "©®™",
                "2+1=3 <b> & \"c\"",
                "…",
                "𠮷野家"
            })
    void honestNamesPass(String name) {
        for (Text text : texts) {
            if (NAMES.contains(text.member())) {
                Reply reply = send(text, new JsonArray().add(name).encode().replaceAll("^\\[|]$", ""));
                assertEquals(200, reply.status(), () -> text.operation().getOperationId() + ' ' + reply.text());
            }
        }
    }

    /** What people write in several lines stays as it is. */
    @Test
    void longTextsMayHaveLinesAndJoiners() {
        for (Text text : texts) {
            if (Set.of("content", "rules", "introduce").contains(text.member())) {
                assertEquals(
                        200,
                        send(text, "\"一\\n二\\t\\u00a0👨\\u200d👩\\u200d👧\\u2028\"")
                                .status(),
                        text.operation().getOperationId());
            }
        }
    }
}
