/**
 * Mutual exclusion between nodes, for the product and for programs that use it as a library: {@code MultiLock},
 * {@code ReadWriteLock} and {@code Semaphore} have no other caller here.
 */
package io.nightmarket.domain.lock;
