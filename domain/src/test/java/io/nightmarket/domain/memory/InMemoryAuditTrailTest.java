package io.nightmarket.domain.memory;

import io.nightmarket.domain.audit.AuditTrail;
import io.nightmarket.domain.contract.AuditTrailContract;

final class InMemoryAuditTrailTest extends AuditTrailContract {
    private final AuditTrail trail = new InMemoryAuditTrail();

    @Override
    protected AuditTrail trail() {
        return trail;
    }
}
