package io.nightmarket.bootstrap.program;

import io.nightmarket.testkit.RequestGate;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Stands between a node and its servers, knows which requests belong to which {@link InterruptedCall}, and holds back those
 * behind the last step of each. What is held back never reaches a server.
 */
final class StepGate {
    private static final int COMMAND = 4;
    private static final byte QUERY = 0x03;
    private static final byte EXECUTE = 0x17;

    private final List<InterruptedCall> calls = new CopyOnWriteArrayList<>();
    private final Set<Integer> open = ConcurrentHashMap.newKeySet();
    private final Map<Integer, InterruptedCall> transactions = new ConcurrentHashMap<>();
    private final CompletableFuture<Void> end = new CompletableFuture<>();

    void add(InterruptedCall call) {
        calls.add(call);
    }

    /** Closes the connections of what is held back: the node is gone. */
    void end() {
        end.complete(null);
    }

    RequestGate redis() {
        return (_, piece, length) -> {
            byte[] request = Arrays.copyOf(piece, length);
            return owner(request)
                    .map(call -> passes(call, InterruptedCall.Server.REDIS))
                    .orElse(true);
        };
    }

    /** A step is what carries out a statement; what prepares one is none. */
    RequestGate mysql() {
        return (connection, piece, length) -> {
            boolean step = length > COMMAND && (piece[COMMAND] == QUERY || piece[COMMAND] == EXECUTE);
            return !step || passesStatement(connection, Arrays.copyOf(piece, length));
        };
    }

    private boolean passesStatement(int connection, byte[] request) {
        if (says(request, "START TRANSACTION")) {
            open.add(connection);
            transactions.remove(connection);
            return true;
        }
        Optional<InterruptedCall> call = owner(request).or(() -> Optional.ofNullable(transactions.get(connection)));
        if (says(request, "COMMIT") || says(request, "ROLLBACK")) {
            open.remove(connection);
            transactions.remove(connection);
        } else if (open.contains(connection)) {
            call.ifPresent(owner -> transactions.put(connection, owner));
        }
        return call.map(owner -> passes(owner, InterruptedCall.Server.MYSQL)).orElse(true);
    }

    private static boolean says(byte[] request, String command) {
        byte[] words = command.getBytes(StandardCharsets.US_ASCII);
        int begin = COMMAND + 1;
        return request[COMMAND] == QUERY
                && request.length >= begin + words.length
                && Arrays.equals(request, begin, begin + words.length, words, 0, words.length);
    }

    private Optional<InterruptedCall> owner(byte[] request) {
        return calls.stream().filter(call -> call.owns(request)).findFirst();
    }

    private boolean passes(InterruptedCall call, InterruptedCall.Server server) {
        if (call.passes(server)) {
            return true;
        }
        end.join();
        return false;
    }
}
