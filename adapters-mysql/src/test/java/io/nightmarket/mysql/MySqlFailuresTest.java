package io.nightmarket.mysql;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.mysql.client.MySqlFailures;
import io.vertx.mysqlclient.MySQLException;
import org.junit.jupiter.api.Test;

class MySqlFailuresTest {
    @Test
    void aServerIsQuotedWithoutTheFormOfTheDriver() {
        MySQLException denied =
                new MySQLException("Access denied for user 'a'@'b' (using password: YES)", 1045, "28000");

        assertEquals(
                "no connection to MySQL: Access denied for user 'a'@'b' (using password: YES)",
                MySqlFailures.unreachable(denied).getMessage());
        assertEquals(
                "MySQL error 1045: Access denied for user 'a'@'b' (using password: YES)",
                MySqlFailures.ofStatement(denied).getMessage());
    }
}
