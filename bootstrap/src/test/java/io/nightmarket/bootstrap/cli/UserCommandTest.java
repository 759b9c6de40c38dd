package io.nightmarket.bootstrap.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What is refused before any server is asked. */
final class UserCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter errors = new StringWriter();

    private int run(String... arguments) {
        return new CommandLine(new UserCommand())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(errors, true))
                .execute(arguments);
    }

    private void refused(String sentence, String... arguments) {
        assertEquals(2, run(arguments), out::toString);
        assertEquals("", out.toString());
        assertEquals("nightmarket: " + sentence, errors.toString().strip());
    }

    @ParameterizedTest
    @ValueSource(strings = {"1380000000", "12800000000", "+8613800000000", "x"})
    void whatIsNoPhoneIsRefused(String phone) {
        String sentence = phone
                + " is no phone number that fits the setting accounts.phones, 1[3-9][0-9]{9}, with 6 to 11 digits";
        refused(sentence, "grant", phone, "ADMIN");
        errors.getBuffer().setLength(0);
        refused(sentence, "shops", phone, "+3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"SHOPPER", "admin", "KING"})
    void whatIsNoRoleToGrantIsRefused(String role) {
        refused(role + " is no role to grant: ADMIN, OPERATOR, AUDITOR or MERCHANT", "grant", "13800000000", role);
    }

    @ParameterizedTest
    @ValueSource(strings = {"3", "+0", "-0", "+x", "+", "+3.5", "-9223372036854775808"})
    void whatIsNoChangeOfShopsIsRefused(String change) {
        refused(
                change + " is no change of shops: +3 gives shop 3, -3 takes it away",
                "shops",
                "13800000000",
                "-4",
                change);
    }

    @Test
    void aConfigurationThatIsNotThereIsRefused() {
        assertEquals(2, run("grant", "13800000000", "ADMIN", "--config", "nowhere.yaml"), out::toString);
        assertEquals(
                "nightmarket: the configuration file nowhere.yaml does not exist",
                errors.toString().strip());
    }

    @Test
    void anAddressThatIsNoneIsRefusedWithoutThePassword() {
        assertEquals(2, run("shops", "13800000000", "-3", "--mysql", "mysql://u:secret@h"), out::toString);
        assertTrue(errors.toString().startsWith("nightmarket: a MySQL address names a database: "), errors::toString);
        assertEquals(-1, errors.toString().indexOf("secret"), errors::toString);
    }
}
