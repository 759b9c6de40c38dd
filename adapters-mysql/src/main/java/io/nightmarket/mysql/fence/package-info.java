/**
 * Fencing tokens: the holder writes in transactions whose first statement finds its token in a row; the next holder raises
 * the token and ends the earlier one's connection. (M. Kleppmann, How to do distributed locking, 2016, for the
 * token; a row that is locked by a paused holder is why its connection is ended.)
 */
package io.nightmarket.mysql.fence;
