/**
 * The real Redis and MariaDB that a node brings along, for machines on which no server is installed.
 *
 * <p>The servers belong to a data directory, not to a process: nodes on the same directory share them, a killed node
 * leaves them running for the next one, and the last node out stops them.
 */
package io.nightmarket.embedded;
