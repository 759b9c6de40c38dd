package io.nightmarket.bootstrap.cluster;

import com.hazelcast.aggregation.Aggregator;
import com.hazelcast.core.EntryAdapter;
import com.hazelcast.map.EntryProcessor;
import com.hazelcast.map.MapStore;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.DataSerializable;
import com.hazelcast.query.Predicate;
import com.hazelcast.query.extractor.ValueCollector;
import com.hazelcast.query.extractor.ValueExtractor;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.shareddata.ClusterSerializable;
import java.io.Externalizable;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.io.Serializable;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Objects of a stranger's classes, each serialized in another way; they note the threads that made or ran one. */
public final class Trace {
    private static final Set<String> THREADS = ConcurrentHashMap.newKeySet();

    private Trace() {}

    /** Whether a thread of this member made or ran one. */
    static boolean isOf(String member) {
        return THREADS.stream().anyMatch(thread -> thread.startsWith("hz." + member + '.'));
    }

    static void clear() {
        THREADS.clear();
    }

    private static void note() {
        THREADS.add(Thread.currentThread().getName());
    }

    static final class JavaTask implements Callable<String>, Serializable {
        private static final long serialVersionUID = 1;

        @Override
        public String call() {
            note();
            return "done";
        }
    }

    static final class JavaProcessor implements EntryProcessor<Integer, String, String> {
        private static final long serialVersionUID = 1;

        @Override
        public String process(Map.Entry<Integer, String> entry) {
            note();
            return "done";
        }
    }

    /** Has nothing but fields: it is sent in the compact format. */
    static final class CompactTask implements Callable<String> {
        final String answer = "done";

        @Override
        public String call() {
            note();
            return answer;
        }
    }

    static final class ExternalTask implements Callable<String>, Externalizable {
        private static final long serialVersionUID = 1;

        public ExternalTask() {
            note();
        }

        @Override
        public String call() {
            return "done";
        }

        @Override
        public void writeExternal(ObjectOutput out) {}

        @Override
        public void readExternal(ObjectInput in) {}
    }

    /** Is sent by the name of its class. */
    abstract static class Named implements DataSerializable {
        Named() {
            note();
        }

        @Override
        public void writeData(ObjectDataOutput out) {}

        @Override
        public void readData(ObjectDataInput in) {}
    }

    static final class NamedTask extends Named implements Callable<String> {
        @Override
        public String call() {
            return "done";
        }
    }

    static final class NamedPredicate extends Named implements Predicate<Integer, String> {
        private static final long serialVersionUID = 1;

        @Override
        public boolean apply(Map.Entry<Integer, String> entry) {
            return true;
        }
    }

    static final class NamedAggregator extends Named implements Aggregator<Map.Entry<Integer, String>, Integer> {
        private static final long serialVersionUID = 1;

        @Override
        public void accumulate(Map.Entry<Integer, String> entry) {}

        @Override
        @SuppressWarnings("rawtypes")
        public void combine(Aggregator aggregator) {}

        @Override
        public Integer aggregate() {
            return 0;
        }
    }

    static final class Listener extends EntryAdapter<Integer, String> {
        Listener() {
            note();
        }
    }

    static final class Store implements MapStore<Integer, String> {
        Store() {
            note();
        }

        @Override
        public void store(Integer key, String value) {}

        @Override
        public void storeAll(Map<Integer, String> all) {}

        @Override
        public void delete(Integer key) {}

        @Override
        public void deleteAll(Collection<Integer> keys) {}

        @Override
        public @Nullable String load(Integer key) {
            return null;
        }

        @Override
        public Map<Integer, String> loadAll(Collection<Integer> keys) {
            return Map.of();
        }

        @Override
        public Iterable<Integer> loadAllKeys() {
            return List.of();
        }
    }

    public static final class Extractor implements ValueExtractor<String, String> {
        public Extractor() {
            note();
        }

        @Override
        @SuppressWarnings({"rawtypes", "unchecked"})
        public void extract(String target, String argument, ValueCollector collector) {
            collector.addObject(target);
        }
    }

    /** What the cluster manager, or the event bus, makes by its name. */
    public static final class Shared implements ClusterSerializable {
        public Shared() {
            note();
        }

        @Override
        public void writeToBuffer(Buffer buffer) {}

        @Override
        public int readFromBuffer(int pos, Buffer buffer) {
            return pos;
        }
    }
}
