package io.nightmarket.http.listing;

import de.siegmar.fastcsv.writer.CsvWriter;
import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.listing.ListRows.Row;
import io.nightmarket.domain.listing.StaffList;
import io.nightmarket.domain.listing.StaffList.Column;
import io.nightmarket.domain.listing.StaffList.Kind;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderNumbers;
import io.nightmarket.http.answer.Json;
import io.nightmarket.http.answer.Language;
import io.nightmarket.http.request.LocalTimes;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.function.Consumer;

/** Writes rows of lists, as JSON or as CSV (RFC 4180), in which no cell is a formula to a program of spreadsheets. */
final class RowWriter {
    private static final String RESOURCE = "/columns.properties";

    /** Begins a formula, or hides what does; also in the width of Chinese characters. */
    private static final String OF_FORMULAS = "=+-@\t\r\n＝＋－＠";

    private static final String TEXT_MARK = "'";
    private static final Properties NAMES = names();

    private final OrderNumbers numbers;
    private final LocalTimes times;

    RowWriter(OrderNumbers numbers, LocalTimes times) {
        this.numbers = numbers;
        this.times = times;
    }

    private static Properties names() {
        Properties names = new Properties();
        try (Reader reader = new InputStreamReader(
                Objects.requireNonNull(RowWriter.class.getResourceAsStream(RESOURCE), RESOURCE),
                StandardCharsets.UTF_8)) {
            names.load(reader);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return names;
    }

    /** Members without a value are left out; money is in cents. */
    Map<String, Object> json(StaffList list, Row row) {
        Map<String, Object> members = new LinkedHashMap<>();
        for (int i = 0; i < list.columns().size(); i++) {
            Object value = row.values().get(i);
            Column column = list.columns().get(i);
            if (value != null) {
                members.put(column.name(), shown(column.kind(), value));
            }
        }
        return members;
    }

    private Object shown(Kind kind, Object value) {
        return switch (kind) {
            case ID -> Json.id((Long) value);
            case ORDER_ID -> value.toString();
            case ORDER_NUMBER -> numbers.of(new OrderId((Long) value));
            case PHONE ->
                PhoneNumber.parse(value.toString()).map(PhoneNumber::toString).orElse("****");
            case TIME -> times.showWithOffset((Instant) value);
            case TEXT, COUNT, MONEY -> value;
        };
    }

    /** The line of names. */
    String head(StaffList list, Language language) {
        String suffix = language == Language.ENGLISH ? ".en" : ".zh";
        return csv(csv -> csv.writeRecord(list.columns().stream()
                .map(column -> Objects.requireNonNull(NAMES.getProperty(column.name() + suffix), column::name))
                .toList()));
    }

    /** A line for each row; money is in yuan. */
    String lines(StaffList list, List<Row> rows) {
        return csv(csv -> rows.forEach(row -> {
            List<String> cells = new ArrayList<>();
            for (int i = 0; i < list.columns().size(); i++) {
                Object value = row.values().get(i);
                cells.add(value == null ? "" : cell(list.columns().get(i).kind(), value));
            }
            csv.writeRecord(cells);
        }));
    }

    private String cell(Kind kind, Object value) {
        return switch (kind) {
            case MONEY -> BigDecimal.valueOf((Long) value, 2).toPlainString();
            case TEXT -> withoutFormula(value.toString());
            case ID, ORDER_ID, ORDER_NUMBER, PHONE, COUNT, TIME ->
                shown(kind, value).toString();
        };
    }

    private static String withoutFormula(String text) {
        return !text.isEmpty() && OF_FORMULAS.indexOf(text.charAt(0)) >= 0 ? TEXT_MARK + text : text;
    }

    private static String csv(Consumer<CsvWriter> records) {
        StringWriter text = new StringWriter();
        try (CsvWriter csv = CsvWriter.builder().build(text)) {
            records.accept(csv);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }
}
