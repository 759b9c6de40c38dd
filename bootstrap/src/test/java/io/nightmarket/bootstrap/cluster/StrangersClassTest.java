package io.nightmarket.bootstrap.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.hazelcast.cluster.Member;
import com.hazelcast.config.AttributeConfig;
import com.hazelcast.config.Config;
import com.hazelcast.config.EntryListenerConfig;
import com.hazelcast.config.MapConfig;
import com.hazelcast.config.MapStoreConfig;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import com.hazelcast.nio.serialization.genericrecord.GenericRecord;
import com.hazelcast.query.Predicates;
import io.nightmarket.bootstrap.config.AppConfig;
import io.nightmarket.testkit.Eventually;
import io.nightmarket.testkit.FreePort;
import io.vertx.spi.cluster.hazelcast.impl.ConversionUtils;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A stranger joins a node's cluster as a member and has classes made there that are none of its. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init")
@Tag("cluster")
final class StrangersClassTest {
    private static final String HOST = "127.0.0.1";
    private static final Duration ANSWERED = Duration.ofSeconds(5);

    /** A node, a member without what protects it, and a stranger in the cluster of each. */
    private HazelcastInstance node;

    private HazelcastInstance unprotected;
    private HazelcastInstance strangerAtNode;
    private HazelcastInstance strangerElsewhere;

    @BeforeAll
    void join() {
        AppConfig.Cluster settings = settings();
        node = Hazelcast.newHazelcastInstance(Cluster.hazelcast(settings));
        strangerAtNode = Hazelcast.newHazelcastInstance(plain(settings));
        AppConfig.Cluster others = settings();
        unprotected = Hazelcast.newHazelcastInstance(plain(others));
        strangerElsewhere = Hazelcast.newHazelcastInstance(plain(others));
        for (HazelcastInstance each : List.of(strangerAtNode, strangerElsewhere)) {
            Eventually.holds("joined", () -> each.getCluster().getMembers().size() == 2);
        }
    }

    private static AppConfig.Cluster settings() {
        int port = FreePort.any();
        return new AppConfig.Cluster(
                true, UUID.randomUUID().toString(), HOST, port, List.of(HOST + ':' + port), Optional.empty());
    }

    /** As a node, without what protects it. */
    private static Config plain(AppConfig.Cluster settings) {
        Config config = Cluster.hazelcast(settings);
        config.setClassLoader(StrangersClassTest.class.getClassLoader());
        config.getSerializationConfig().setJavaSerializationFilterConfig(null);
        config.getSerializationConfig().getCompactSerializationConfig().setZeroConfigFilter(null);
        return config;
    }

    @AfterAll
    void end() {
        List.of(strangerAtNode, node, strangerElsewhere, unprotected)
                .forEach(each -> each.getLifecycleService().terminate());
    }

    @BeforeEach
    void clear() {
        Trace.clear();
    }

    enum Attack {
        JAVA_TASK {
            @Override
            void on(HazelcastInstance stranger, Member member) throws Exception {
                submit(stranger, member, new Trace.JavaTask());
            }
        },
        COMPACT_TASK {
            @Override
            void on(HazelcastInstance stranger, Member member) throws Exception {
                submit(stranger, member, new Trace.CompactTask());
            }
        },
        EXTERNALIZABLE_TASK {
            @Override
            void on(HazelcastInstance stranger, Member member) throws Exception {
                submit(stranger, member, new Trace.ExternalTask());
            }
        },
        NAMED_TASK {
            @Override
            void on(HazelcastInstance stranger, Member member) throws Exception {
                submit(stranger, member, new Trace.NamedTask());
            }
        },
        ENTRY_PROCESSOR {
            @Override
            void on(HazelcastInstance stranger, Member member) {
                var _ = filled(stranger, member, "x").executeOnKey(keyAt(stranger, member), new Trace.JavaProcessor());
            }
        },
        PREDICATE {
            @Override
            void on(HazelcastInstance stranger, Member member) {
                var _ = filled(stranger, member, "x").keySet(new Trace.NamedPredicate());
            }
        },
        AGGREGATOR {
            @Override
            void on(HazelcastInstance stranger, Member member) {
                var _ = filled(stranger, member, "x").aggregate(new Trace.NamedAggregator());
            }
        },
        /** The members that hold entries read the objects, and ask them for a property. */
        OBJECT_OF_THE_CLUSTER_MANAGER {
            @Override
            void on(HazelcastInstance stranger, Member member) {
                var _ = filled(stranger, member, new ConversionUtils().<Object>convertParam(new Trace.Shared()))
                        .keySet(Predicates.equal("directory", "true"));
            }
        },
        OBJECT_THAT_IS_NAMED {
            @Override
            void on(HazelcastInstance stranger, Member member) {
                var _ = filled(stranger, member, new Trace.NamedTask()).keySet(Predicates.equal("directory", "true"));
            }
        },
        CONFIGURED_LISTENER {
            @Override
            void on(HazelcastInstance stranger, Member member) {
                configure(
                        stranger,
                        member,
                        new MapConfig()
                                .addEntryListenerConfig(
                                        new EntryListenerConfig(Trace.Listener.class.getName(), false, true)));
            }
        },
        CONFIGURED_STORE {
            @Override
            void on(HazelcastInstance stranger, Member member) {
                configure(
                        stranger,
                        member,
                        new MapConfig()
                                .setMapStoreConfig(new MapStoreConfig().setClassName(Trace.Store.class.getName())));
            }
        },
        CONFIGURED_EXTRACTOR {
            @Override
            void on(HazelcastInstance stranger, Member member) {
                configure(
                        stranger,
                        member,
                        new MapConfig()
                                .addAttributeConfig(new AttributeConfig("directory", Trace.Extractor.class.getName())));
            }
        };

        abstract void on(HazelcastInstance stranger, Member member) throws Exception;

        private static void submit(HazelcastInstance stranger, Member member, Callable<String> task) throws Exception {
            var _ = stranger.getExecutorService("executor")
                    .submitToMember(task, member)
                    .get(30, TimeUnit.SECONDS);
        }

        private static <T> IMap<Integer, T> filled(HazelcastInstance stranger, Member member, T value) {
            IMap<Integer, T> map = stranger.getMap(UUID.randomUUID().toString());
            map.set(keyAt(stranger, member), value);
            return map;
        }

        /** One whose entry the member holds. */
        private static int keyAt(HazelcastInstance stranger, Member member) {
            return IntStream.range(0, 100_000)
                    .filter(key -> member.equals(
                            stranger.getPartitionService().getPartition(key).getOwner()))
                    .findFirst()
                    .orElseThrow();
        }

        private static void configure(HazelcastInstance stranger, Member member, MapConfig config) {
            config.setName(UUID.randomUUID().toString());
            stranger.getConfig().addMapConfig(config);
            IMap<Integer, String> map = stranger.getMap(config.getName());
            map.set(keyAt(stranger, member), "x");
            var _ = map.keySet(Predicates.equal("directory", "true"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void nothingIsMadeAtTheNode(Attack attack) throws Exception {
        attack(attack, strangerAtNode, node);
        assertFalse(Trace.isOf(node.getName()), "made or run by the node");
    }

    /** Shows that each attack would make something. */
    @ParameterizedTest
    @EnumSource
    void itIsMadeWithoutTheProtection(Attack attack) throws Exception {
        attack(attack, strangerElsewhere, unprotected);
        assertTrue(Trace.isOf(unprotected.getName()), "made or run");
    }

    /** A call whose arguments are refused fails, or gets no answer. */
    private static void attack(Attack attack, HazelcastInstance stranger, HazelcastInstance member) throws Exception {
        Thread attacking = Thread.ofVirtual().start(() -> {
            try {
                attack.on(stranger, member.getCluster().getLocalMember());
            } catch (Exception refused) {
                System.out.println(attack + ": " + refused.getMessage());
            }
        });
        var _ = attacking.join(ANSWERED);
    }

    @Test
    void anObjectInTheCompactFormatIsARecordOfItsFields() {
        strangerAtNode.<String, Object>getMap("records").set("key", new Trace.CompactTask());
        GenericRecord read =
                assertInstanceOf(GenericRecord.class, node.getMap("records").get("key"));
        assertEquals("done", read.getString("answer"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "java.io.File", "java.util.concurrent.TimeUnit",
                "javax.script.ScriptEngineManager", "io.netty.handler.codec.http.cors.CorsConfig$DateValueGenerator",
                "io.vertx.spi.cluster.hazelcast.impl.DataSerializableHolder", "io.nightmarket.bootstrap.Main"
            })
    void aClassThatIsNotAllowedIsRefusedAndNotMerelyAbsent(String name) {
        AllowedClasses classes = new AllowedClasses();
        assertThrows(SecurityException.class, () -> classes.loadClass(name));
        assertThrows(ClassNotFoundException.class, () -> classes.loadClass(name + "Absent"));
    }

    @Test
    void whatBringsCodeAlongIsOff() {
        Config config = node.getConfig();
        assertFalse(config.getUserCodeDeploymentConfig().isEnabled());
        assertFalse(config.getNamespacesConfig().isEnabled());
        assertFalse(config.getJetConfig().isEnabled());
        assertFalse(config.getManagementCenterConfig().isScriptingEnabled());
        assertTrue(config.getAdvancedNetworkConfig().isEnabled());
        assertEquals(1, config.getAdvancedNetworkConfig().getEndpointConfigs().size());
    }
}
