package io.nightmarket.bench.capacity;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.random.RandomGenerator;

/**
 * Admission by one Redis, by simulation in virtual time: buyers come to nodes at random (Poisson); each node has one call under
 * way, and those who come meanwhile share the next one. Redis takes all calls that have come, one after the other, syncs its
 * file once for all of them, and then answers. All times are in seconds.
 */
final class AdmissionModel {
    private final Costs costs;
    private final int nodes;
    private final int group;

    /**
     * What was measured of the parts.
     *
     * @param call what Redis takes for a call, however many buyers are in it
     * @param order what it takes for each buyer of the call
     * @param sync how long the disk takes
     * @param network from a node to Redis and back
     */
    record Costs(double call, double order, double sync, double network) {}

    /**
     * What came out.
     *
     * @param load the share of the time in which Redis works or waits for its disk
     * @param rate buyers answered a second
     * @param p50 from a buyer's arrival at the node to the answer's
     */
    record Outcome(double load, double rate, double p50, double p99) {}

    /** @param group the most buyers of a call */
    AdmissionModel(Costs costs, int nodes, int group) {
        this.costs = costs;
        this.nodes = nodes;
        this.group = group;
    }

    /** One node with its queue and its call. */
    private final class Node {
        private final RandomGenerator random;
        private final double interval;
        private final ArrayDeque<Double> waiting = new ArrayDeque<>();
        private List<Double> called = List.of();
        private double next;
        private double atRedis;

        Node(RandomGenerator random, double interval) {
            this.random = random;
            this.interval = interval;
            this.next = arrivalAfter(0);
        }

        private double arrivalAfter(double time) {
            return time + random.nextExponential() * interval;
        }

        void call(double now) {
            double leaves = waiting.isEmpty() ? Math.max(now, next) : now;
            while (next <= leaves) {
                waiting.add(next);
                next = arrivalAfter(next);
            }
            called = new ArrayList<>();
            while (called.size() < group && !waiting.isEmpty()) {
                called.add(waiting.remove());
            }
            atRedis = leaves + costs.network() / 2;
        }
    }

    /**
     * Plays until this number of buyers was answered.
     *
     * @param rate buyers a second, of all nodes
     */
    Outcome play(double rate, int buyers, RandomGenerator random) {
        PriorityQueue<Node> calls = new PriorityQueue<>(Comparator.comparingDouble((Node node) -> node.atRedis));
        for (int i = 0; i < nodes; i++) {
            Node node = new Node(random, nodes / rate);
            node.call(0);
            calls.add(node);
        }
        double[] latencies = new double[buyers];
        int answered = 0;
        double now = 0;
        double busy = 0;
        while (answered < buyers) {
            now = Math.max(now, calls.element().atRedis);
            List<Node> taken = take(calls, now);
            double work = costs.sync();
            for (Node node : taken) {
                work += costs.call() + node.called.size() * costs.order();
            }
            busy += work;
            now += work;
            double reply = now + costs.network() / 2;
            for (Node node : taken) {
                for (double arrival : node.called) {
                    if (answered < buyers) {
                        latencies[answered++] = reply - arrival;
                    }
                }
                node.call(reply);
                calls.add(node);
            }
        }
        Arrays.sort(latencies);
        return new Outcome(busy / now, buyers / now, latencies[buyers / 2], latencies[(int) (buyers * 0.99)]);
    }

    private static List<Node> take(PriorityQueue<Node> calls, double now) {
        List<Node> taken = new ArrayList<>();
        while (!calls.isEmpty() && calls.element().atRedis <= now) {
            taken.add(calls.remove());
        }
        return taken;
    }
}
