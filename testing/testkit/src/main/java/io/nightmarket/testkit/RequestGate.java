package io.nightmarket.testkit;

/** Decides, in a {@link TcpProxy}, about the pieces of requests before they reach the server. */
@FunctionalInterface
public interface RequestGate {
    /** Lets everything pass. */
    RequestGate OPEN = (_, _, _) -> true;

    /**
     * Whether the piece goes on to the server; otherwise its connection is closed. Everything behind it on its connection waits
     * until this returns.
     *
     * @param connection the client's port
     * @param piece the first bytes of it are the request
     */
    boolean passes(int connection, byte[] piece, int length);
}
