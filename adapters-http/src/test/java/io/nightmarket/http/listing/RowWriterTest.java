package io.nightmarket.http.listing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.listing.ListRows.Row;
import io.nightmarket.domain.listing.StaffList;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderNumbers;
import io.nightmarket.http.answer.Language;
import io.nightmarket.http.request.LocalTimes;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RowWriterTest {
    private static final OrderNumbers NUMBERS = new OrderNumbers(new byte[32]);
    private static final Instant AT = Instant.parse("2026-11-20T11:30:00Z");
    private final RowWriter writer = new RowWriter(NUMBERS, new LocalTimes(ZoneId.of("Asia/Shanghai")));

    private static Row order(String title) {
        return new Row(Arrays.asList(
                662373112750247937L,
                662373112750247937L,
                7L,
                "13812340007",
                1L,
                2L,
                title,
                2L,
                AT,
                AT,
                null,
                null,
                9L,
                1205L,
                0L));
    }

    private String line(String title) {
        return writer.lines(StaffList.ORDERS, List.of(order(title)));
    }

    @Test
    void aLineHasMoneyInYuanTimesWithOffsetAndNoWholePhone() {
        String number = NUMBERS.of(new OrderId(662373112750247937L));
        assertEquals(
                "662373112750247937," + number + ",7,138****0007,1,2,夜市,2,2026-11-20T19:30:00+08:00,"
                        + "2026-11-20T19:30:00+08:00,,,9,12.05,0.00\r\n",
                line("夜市"));
    }

    @Test
    void jsonHasMoneyInCentsAndLeavesOutWhatIsNotThere() {
        Map<String, Object> json = writer.json(StaffList.ORDERS, order("夜市"));
        assertEquals("662373112750247937", json.get("id"));
        assertEquals(7L, json.get("userId"));
        assertEquals("138****0007", json.get("phone"));
        assertEquals("2026-11-20T19:30:00+08:00", json.get("createTime"));
        assertEquals(1205L, json.get("amount"));
        assertFalse(json.containsKey("useTime"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"=1+1", "+1", "-1", "@x", "\tx", "\rx", "\nx", "＝1", "＋1", "－1", "＠x"})
    void aTitleIsNoFormula(String title) {
        String cell = "'" + title;
        String quoted = title.startsWith("\r") || title.startsWith("\n") ? '"' + cell + '"' : cell;
        assertTrue(line(title).contains("," + quoted + ",2,"), () -> line(title));
    }

    @Test
    void commasQuotesAndLinesAreQuoted() {
        assertTrue(line("a,\"b\"\nc").contains(",\"a,\"\"b\"\"\nc\",2,"));
        assertTrue(line("").contains(",2,,2,"));
    }

    @Test
    void everyColumnHasANameInBothLanguages() {
        for (StaffList list : List.of(StaffList.SALES, StaffList.ORDERS)) {
            for (Language language : Language.values()) {
                String[] names = writer.head(list, language).strip().split(",", -1);
                assertEquals(
                        list.columns().size(), Arrays.stream(names).distinct().count());
            }
        }
        assertTrue(writer.head(StaffList.SALES, Language.ENGLISH).startsWith("Id,Shop,Title,"));
        assertTrue(writer.head(StaffList.SALES, Language.CHINESE).startsWith("编号,商铺,标题,"));
    }
}
