package io.nightmarket.http.node;

import io.nightmarket.domain.node.ListNodes;
import io.nightmarket.domain.node.ListNodes.NodeWithShards;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.request.LocalTimes;
import io.nightmarket.http.route.Endpoints;
import io.nightmarket.http.route.Options;
import io.nightmarket.http.route.Routes;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/** Shows which nodes run, and the settings of this one. */
public final class NodeRoutes implements Routes {
    private final ListNodes listNodes;
    private final Map<String, String> settings;
    private final LocalTimes times;

    /** @param settings in force, without secrets */
    public NodeRoutes(SharedHttpState share, ListNodes listNodes, Map<String, String> settings) {
        this.listNodes = listNodes;
        this.settings = settings;
        this.times = share.times();
    }

    @Override
    public void bind(Endpoints endpoints) {
        endpoints.bind(
                "listNodes",
                Options.AUDITORS,
                _ -> listNodes
                        .list()
                        .thenApply(nodes ->
                                Answer.of(nodes.stream().map(this::view).toList())));
        endpoints.bind(
                "listSettings",
                Options.ADMINS,
                _ -> CompletableFuture.completedStage(Answer.of(new TreeMap<>(settings))));
    }

    private record NodeView(
            String id,
            String address,
            String version,
            boolean clustered,
            String startedAt,
            String seenAt,
            List<Integer> shards) {}

    private NodeView view(NodeWithShards one) {
        var node = one.presence().node();
        return new NodeView(
                node.id(),
                node.address(),
                node.version(),
                node.clustered(),
                times.showWithOffset(one.presence().startedAt()),
                times.showWithOffset(one.presence().seenAt()),
                one.shards());
    }
}
