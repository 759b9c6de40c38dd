package io.nightmarket.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.shop.ShopType;
import io.vertx.core.json.JsonArray;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What texts may hold, over all members of all bodies that are texts. */
final class StoredTextTest extends RoutesTestBase {
    private static final Set<String> NAMES = Set.of("nickName", "name", "title", "subTitle", "area", "city");

    private String admin = "";
    private List<Text> texts = List.of();

    /** A member that is a text. */
    private record Text(DescribedBody body, String member) {}

    @BeforeAll
    void find() throws IOException {
        node.shops.addType(new ShopType(1, "food", null, 1, null, null));
        node.shops.add(Shops.shop(1));
        admin = client.logIn(Role.ADMIN);
        texts = DescribedBody.all().stream()
                .flatMap(body -> body.texts().stream().map(member -> new Text(body, member)))
                .toList();
        assertTrue(texts.size() > 35, () -> "texts: " + texts.size());
        assertEquals(
                NAMES,
                Set.copyOf(
                        texts.stream().map(Text::member).filter(NAMES::contains).toList()));
    }

    /** What is malformed counts to the limits, too. */
    @BeforeEach
    void refillBuckets() {
        node.clock.advance(Duration.ofMinutes(1));
    }

    private Reply send(Text text, String json) {
        return text.body().send(client, admin, text.body().with(text.member(), json));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "A\\ud83d B", "\\ud83d", "\\ude00",
                "\\ude00\\ud83d", "a\\udbff", "\\ud83d\\ud83d\\ude00",
                "\\uD83D\\\\uDE00"
            })
    void halfOfACharacterIsRefusedInEveryText(String escaped) {
        for (Text text : texts) {
            Reply reply = send(text, '"' + escaped + '"').refusedAs(400, "BAD_REQUEST");
            assertEquals(text.member(), reply.place(), text.body().operation());
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
                "\\u200b", "\\u00a0", "\\u3164",
                "\\u2800", "\\u200d", "\\ufe0f",
                "\\u00ad", "\\u0301", "\\u3000 ",
                "管理员\\u200b", "\\u200b管理员", "管\\u200b理员",
                "管理员\\u00a0", "管理员\\ufe0f", "管理员\\u00ad",
                "管理员\\ufeff", "管理员\\u2060", "管理员\\u034f",
                "管理员\\u3164", "管理员\\u115f", "管理员\\u2800",
                "管理员\\udb40\\udd00", "管理员\\udb40\\udc41", "😀\\udb40\\udc61\\udb40\\udc64\\udb40\\udc6d\\udb40\\udc7f",
                "🏴\\udb40\\udc41\\udb40\\udc42\\udb40\\udc43\\udb40\\udc7f", "admin\\u200d", "admin\\u200c",
                "ad\\u200dmin", "a\\u200d😀", "😀\\u200d",
                "\\u202eabc", "a\\u202db", "a\\u2066b",
                "a\\u200eb", "a\\u200fb", "a\\u061cb",
                "a\\nb", "a\\rb", "a\\tb",
                "a\\u2028b", "a\\u2029b", "a\\u0085b",
                "a\\u000bb", "a\\u2003b", "a\\u202fb",
                "a\\u180eb", "1\\ufe0f", "a\\ufe0e",
                "a\\ufff9b", "\\ud834\\udd73a", "a\\uffa0"
            })
    void aNameHidesNothing(String escaped) {
        for (Text text : texts) {
            if (NAMES.contains(text.member())) {
                Reply reply = send(text, '"' + escaped + '"').refusedAs(400, "BAD_REQUEST");
                assertEquals(text.member(), reply.place(), text.body().operation());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "夜市", "李　明", "Ann O'Neill-Smith", "José Müller", "e\u0301", "محمد", "مُحَمَّد", "می\u200cخواهم",
                "שלום", "שָׁלוֹם", "สวัสดี", "น้ำ", "नमस्ते", "क्\u200dष", "श्री\u200cमान", "Việt Nam",
                "한국어", "さくら", "😀", "夜市😀", "❤️", "☺︎", "👍🏽", "👨\u200d👩\u200d👧\u200d👦",
                "👩🏽\u200d💻", "🏳️\u200d🌈", "🧔🏻\u200d♂️", "🇨🇳", "1️⃣", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "©®™",
                        "2+1=3 <b> & \"c\"",
                "…", "𠮷野家"
            })
    void honestNamesPass(String name) {
        for (Text text : texts) {
            if (NAMES.contains(text.member())) {
                Reply reply = send(text, new JsonArray().add(name).encode().replaceAll("^\\[|]$", ""));
                assertEquals(200, reply.status(), () -> text.body().operation() + ' ' + reply.text());
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
                        text.body().operation());
            }
        }
    }
}
