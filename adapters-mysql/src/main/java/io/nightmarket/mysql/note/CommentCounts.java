package io.nightmarket.mysql.note;

import io.nightmarket.mysql.client.DatabaseSession;
import io.vertx.core.Future;

/** How many comments a note has, in its row, which the session holds. The time of the note's own last change stays. */
public final class CommentCounts {
    private static final String ADD =
            "UPDATE tb_blog SET comments = COALESCE(comments, 0) + 1, update_time = update_time WHERE id = ?";

    private static final String DISCOUNT =
            "UPDATE tb_blog SET comments = COALESCE(comments, 0) - LEAST(COALESCE(comments, 0), ?),"
                    + " update_time = update_time WHERE id = ?";

    private static final String RECOUNT = "UPDATE tb_blog SET comments = (SELECT COUNT(*) FROM tb_blog_comments c"
            + " WHERE c.blog_id = ? AND COALESCE(c.status, 0) <> 2 AND NOT EXISTS (SELECT 1 FROM tb_blog_comments p"
            + " WHERE p.id = c.parent_id AND p.status = 2)), update_time = update_time WHERE id = ?";

    private CommentCounts() {}

    static Future<Void> add(DatabaseSession session, long note) {
        return session.run(ADD, note).mapEmpty();
    }

    static Future<Void> discount(DatabaseSession session, long note, int comments) {
        return session.run(DISCOUNT, comments, note).mapEmpty();
    }

    /** Hidden comments and replies to them are not counted; replies to a deleted one are, until they are deleted, too. */
    public static Future<Void> recount(DatabaseSession session, long note) {
        return session.run(RECOUNT, note, note).mapEmpty();
    }
}
