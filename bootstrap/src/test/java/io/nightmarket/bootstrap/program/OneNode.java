package io.nightmarket.bootstrap.program;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.bootstrap.program.Client.Answer;
import io.nightmarket.embedded.EmbeddedServers;
import io.nightmarket.testkit.RedisPeek;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;

/** Tests of one node on embedded servers that outlive it, with what stands in them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init")
abstract class OneNode {
    EmbeddedServers servers;
    Program program;
    Client client;
    MySqlPeek mysql;
    RedisPeek redis;
    Shoppers shoppers;

    void start(Path data, Map<String, String> settings) throws Exception {
        servers = EmbeddedServers.start(data);
        program = Program.start(settings, "--data", data.toString());
        client = new Client(program.address());
        mysql = new MySqlPeek(servers.mysqlUri());
        redis = new RedisPeek(servers.redisUri());
        shoppers = new Shoppers(program, client);
    }

    @AfterAll
    void stop() throws Exception {
        client.close();
        mysql.close();
        program.close();
        servers.close();
    }

    static void done(Answer answer) {
        assertTrue(answer.success(), answer::toString);
    }
}
