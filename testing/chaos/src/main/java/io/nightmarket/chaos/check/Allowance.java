package io.nightmarket.chaos.check;

/**
 * What a fault may do.
 *
 * @param losesRedis whether data of Redis may be lost, and accepted orders with them
 * @param fewestDead so many letters must be among the dead, more than before
 * @param mostDead and so many at most
 */
public record Allowance(boolean losesRedis, long fewestDead, long mostDead) {}
