package io.nightmarket.http.account;

/** @param challenge to be sent back at the login */
record ChallengeView(String challenge) {}
