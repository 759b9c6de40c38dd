package io.nightmarket.domain.audit;

import io.nightmarket.domain.account.UserId;

/**
 * What a member of staff does: it goes with the change to the store, which writes its entry in the audit trail in the transaction
 * of the change, with what was before and after. What changes nothing leaves no such entry.
 *
 * @param address that the request came from
 * @param operation the operation of the contract
 * @param subject path and body, without secrets
 * @param reason in the words of the member of staff; empty where none is asked for
 */
public record StaffAction(UserId actor, String address, String operation, String subject, String reason) {}
