package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.audit.AuditTrail;
import io.nightmarket.domain.cache.CacheChange;
import io.nightmarket.domain.cache.CacheChanges;
import io.nightmarket.domain.cache.KeyFilter;
import io.nightmarket.domain.checkin.CheckInBitmaps;
import io.nightmarket.domain.checkin.CheckIns;
import io.nightmarket.domain.contract.AuditTrailContract;
import io.nightmarket.domain.contract.CacheChangesContract;
import io.nightmarket.domain.contract.CheckInBitmapsContract;
import io.nightmarket.domain.contract.CheckInsContract;
import io.nightmarket.domain.contract.IdSegmentsContract;
import io.nightmarket.domain.contract.IdempotencyKeysContract;
import io.nightmarket.domain.contract.KeyFilterContract;
import io.nightmarket.domain.contract.MarksContract;
import io.nightmarket.domain.contract.RunningNodesContract;
import io.nightmarket.domain.contract.VisitCountsContract;
import io.nightmarket.domain.id.IdSegments;
import io.nightmarket.domain.node.Marks;
import io.nightmarket.domain.node.RunningNode;
import io.nightmarket.domain.node.RunningNodes;
import io.nightmarket.domain.order.lifecycle.IdempotencyKeys;
import io.nightmarket.domain.order.lifecycle.IdempotencyKeys.KeyedRequest;
import io.nightmarket.domain.visitor.VisitCounts;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Nested;

/** The ports of nodes, caches and counts in memory keep their contracts. */
final class InMemoryNodesTest {
    @Nested
    final class OfRunningNodes extends RunningNodesContract {
        private final InMemoryRunningNodes nodes =
                new InMemoryRunningNodes(new ManualClock(Instant.parse("2026-11-20T12:00:00Z")));

        @Override
        protected RunningNodes nodes() {
            return nodes;
        }

        @Override
        protected void age(RunningNode node, Duration by) {
            nodes.age(node, by);
        }
    }

    @Nested
    final class OfMarks extends MarksContract {
        private final InMemoryMarks marks = new InMemoryMarks();

        @Override
        protected Marks marks() {
            return marks;
        }
    }

    @Nested
    final class OfIdSegments extends IdSegmentsContract {
        private final IdSegments segments = new InMemoryIdSegments();

        @Override
        protected IdSegments segments() {
            return segments;
        }
    }

    @Nested
    final class OfKeyFilter extends KeyFilterContract {
        private final KeyFilter filter = new InMemoryKeyFilter();

        @Override
        protected KeyFilter filter() {
            return filter;
        }
    }

    @Nested
    final class OfCacheChanges extends CacheChangesContract {
        private final ManualClock clock = new ManualClock(Instant.EPOCH);
        private final InMemoryCacheChanges changes = new InMemoryCacheChanges(clock);

        @Override
        protected CacheChanges changes() {
            return changes;
        }

        @Override
        protected CacheChange note(String cache, String key) {
            return changes.note(cache, key);
        }

        @Override
        protected void elapse(Duration time) {
            clock.advance(time);
        }
    }

    @Nested
    final class OfCheckIns extends CheckInsContract {
        private final CheckIns checkIns = new InMemoryCheckIns();

        @Override
        protected CheckIns checkIns() {
            return checkIns;
        }

        @Override
        protected UserId newUser() {
            return new UserId(1);
        }
    }

    @Nested
    final class OfCheckInBitmaps extends CheckInBitmapsContract {
        private final CheckInBitmaps bitmaps = new InMemoryCheckInBitmaps();

        @Override
        protected CheckInBitmaps bitmaps() {
            return bitmaps;
        }
    }

    @Nested
    final class OfVisitCounts extends VisitCountsContract {
        private final VisitCounts counts = new InMemoryVisitCounts();

        @Override
        protected VisitCounts counts() {
            return counts;
        }
    }

    @Nested
    final class OfAuditTrail extends AuditTrailContract {
        private final AuditTrail trail = new InMemoryAuditTrail();

        @Override
        protected AuditTrail trail() {
            return trail;
        }
    }

    @Nested
    final class OfIdempotencyKeys extends IdempotencyKeysContract {
        private final ManualClock clock = new ManualClock(Instant.parse("2026-11-20T12:00:00Z"));
        private final IdempotencyKeys keys = new InMemoryIdempotencyKeys(clock);

        @Override
        protected IdempotencyKeys keys() {
            return keys;
        }

        @Override
        protected void age(KeyedRequest claimed, Duration by) {
            clock.advance(by);
        }
    }
}
