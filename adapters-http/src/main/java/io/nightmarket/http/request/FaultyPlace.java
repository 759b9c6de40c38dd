package io.nightmarket.http.request;

import io.vertx.json.schema.OutputUnit;
import io.vertx.openapi.contract.Operation;
import io.vertx.openapi.contract.Parameter;
import io.vertx.openapi.validation.SchemaValidationException;
import io.vertx.openapi.validation.ValidatorException;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds the member at fault in what the validator says. Its own words stay inside: they speak of schemas, in English,
 * and repeat what was sent.
 */
final class FaultyPlace {
    private static final Pattern MISSING = Pattern.compile("required property \"(\\w+)\"");
    private static final Pattern MEMBER = Pattern.compile("^#?/(\\w+)(?:/(\\d+))?");
    private static final Pattern PARAMETER = Pattern.compile("^[^.:]* (?:path|query) parameter (\\w+)");

    private FaultyPlace() {}

    static String of(ValidatorException failure, Operation operation) {
        List<Parameter> parameters = operation.getParameters();
        if (operation.getRequestBody() == null && parameters.size() == 1) {
            return parameters.getFirst().getName();
        }
        Matcher parameter = PARAMETER.matcher(Objects.requireNonNullElse(failure.getMessage(), ""));
        if (parameter.find()) {
            return parameter.group(1);
        }
        if (failure instanceof SchemaValidationException schema && schema.getOutputUnit() != null) {
            return of(Objects.requireNonNullElse(schema.getOutputUnit().getErrors(), List.of()));
        }
        return "body";
    }

    /** The first member at fault; of a list the item, which is reported after the list. */
    private static String of(List<OutputUnit> errors) {
        String place = null;
        for (OutputUnit error : errors) {
            String here = of(error);
            if (here != null && (place == null || here.startsWith(place + '['))) {
                place = here;
            }
        }
        return Objects.requireNonNullElse(place, "body");
    }

    private static @Nullable String of(OutputUnit error) {
        Matcher member = MEMBER.matcher(Objects.requireNonNullElse(error.getInstanceLocation(), ""));
        if (member.find()) {
            String index = member.group(2);
            return index == null ? member.group(1) : member.group(1) + '[' + index + ']';
        }
        Matcher missing = MISSING.matcher(Objects.requireNonNullElse(error.getError(), ""));
        return missing.find() ? missing.group(1) : null;
    }
}
