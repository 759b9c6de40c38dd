package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.audit.AuditTrail;
import io.nightmarket.domain.contract.CommentRepositoryContract;
import io.nightmarket.domain.contract.FeedOutboxContract;
import io.nightmarket.domain.contract.FollowSetsContract;
import io.nightmarket.domain.contract.FollowsContract;
import io.nightmarket.domain.contract.InboxesContract;
import io.nightmarket.domain.contract.LikeLedgerContract;
import io.nightmarket.domain.contract.LikeSetsContract;
import io.nightmarket.domain.contract.ModerationContract;
import io.nightmarket.domain.contract.NoteRepositoryContract;
import io.nightmarket.domain.contract.NotesOfAuthorsContract;
import io.nightmarket.domain.contract.PictureLedgerContract;
import io.nightmarket.domain.contract.PictureStoreContract;
import io.nightmarket.domain.contract.PulledAuthorsContract;
import io.nightmarket.domain.contract.SeenPlacesContract;
import io.nightmarket.domain.feed.FeedOutbox;
import io.nightmarket.domain.feed.Inboxes;
import io.nightmarket.domain.feed.NotesOfAuthors;
import io.nightmarket.domain.feed.PulledAuthors;
import io.nightmarket.domain.feed.SeenPlaces;
import io.nightmarket.domain.follow.FollowSets;
import io.nightmarket.domain.follow.Follows;
import io.nightmarket.domain.moderation.Moderation;
import io.nightmarket.domain.note.CommentRepository;
import io.nightmarket.domain.note.LikeLedger;
import io.nightmarket.domain.note.LikeSets;
import io.nightmarket.domain.note.NoteRepository;
import io.nightmarket.domain.note.PictureLedger;
import io.nightmarket.domain.note.PictureName;
import io.nightmarket.domain.note.PictureStore;
import io.nightmarket.domain.shop.ShopId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Nested;

/** The ports of notes and those who follow their authors in memory keep their contracts. */
final class InMemoryNotesTest {
    @Nested
    final class OfNotes extends NoteRepositoryContract {
        private final NoteRepository notes = new InMemoryNotes(new ShopId(1)::equals, Clock.systemUTC());

        @Override
        protected NoteRepository notes() {
            return notes;
        }

        @Override
        protected ShopId shop() {
            return new ShopId(1);
        }
    }

    @Nested
    final class OfNotesOfAuthors extends NotesOfAuthorsContract {
        private final InMemoryNotes notes = new InMemoryNotes(new ShopId(1)::equals, Clock.systemUTC());

        @Override
        protected NotesOfAuthors feed() {
            return notes;
        }

        @Override
        protected NoteRepository notes() {
            return notes;
        }

        @Override
        protected ShopId shop() {
            return new ShopId(1);
        }
    }

    @Nested
    final class OfComments extends CommentRepositoryContract {
        private final InMemoryNotes notes = new InMemoryNotes(_ -> true, Clock.systemUTC());
        private final CommentRepository comments = new InMemoryComments(notes, Clock.systemUTC());

        @Override
        protected CommentRepository comments() {
            return comments;
        }

        @Override
        protected NoteRepository notes() {
            return notes;
        }

        @Override
        protected ShopId shop() {
            return new ShopId(1);
        }
    }

    @Nested
    final class OfLikes extends LikeLedgerContract {
        private final ManualClock clock = new ManualClock(Instant.parse("2026-11-20T12:00:00Z"));
        private final InMemoryNotes notes = new InMemoryNotes(_ -> true, clock);
        private final LikeLedger likes = new InMemoryLikes(notes, clock);

        @Override
        protected LikeLedger likes() {
            return likes;
        }

        @Override
        protected NoteRepository notes() {
            return notes;
        }

        @Override
        protected ShopId shop() {
            return new ShopId(1);
        }

        @Override
        protected void elapse() {
            clock.advance(Duration.ofMillis(1));
        }
    }

    @Nested
    final class OfLikeSets extends LikeSetsContract {
        private final LikeSets sets = new InMemoryLikeSets();

        @Override
        protected LikeSets sets() {
            return sets;
        }
    }

    @Nested
    final class OfFollows extends FollowsContract {
        private final InMemoryFollows follows = new InMemoryFollows(user -> user.value() < Long.MAX_VALUE);
        private long last;

        @Override
        protected Follows follows() {
            return follows;
        }

        @Override
        protected UserId newUser() {
            return new UserId(++last);
        }
    }

    @Nested
    final class OfFollowSets extends FollowSetsContract {
        private final FollowSets sets = new InMemoryFollowSets();

        @Override
        protected FollowSets sets() {
            return sets;
        }
    }

    @Nested
    final class OfInboxes extends InboxesContract {
        private final Inboxes inboxes = new InMemoryInboxes();

        @Override
        protected Inboxes sets() {
            return inboxes;
        }
    }

    @Nested
    final class OfFeedOutbox extends FeedOutboxContract {
        private final InMemoryNotes notes =
                new InMemoryNotes(_ -> true, new ManualClock(Instant.parse("2026-11-20T12:00:00Z")));
        private final Follows follows = new InMemoryFollows(_ -> true);
        private final FeedOutbox outbox = new InMemoryFeedOutbox(notes, follows);
        private long users;

        @Override
        protected FeedOutbox outbox() {
            return outbox;
        }

        @Override
        protected NoteRepository notes() {
            return notes;
        }

        @Override
        protected Follows follows() {
            return follows;
        }

        @Override
        protected ShopId shop() {
            return new ShopId(1);
        }

        @Override
        protected UserId newUser() {
            return new UserId(++users);
        }
    }

    @Nested
    final class OfPulledAuthors extends PulledAuthorsContract {
        private final PulledAuthors pulled = new InMemoryPulledAuthors();

        @Override
        protected PulledAuthors pulled() {
            return pulled;
        }
    }

    @Nested
    final class OfSeenPlaces extends SeenPlacesContract {
        private final SeenPlaces seen = new InMemorySeenPlaces();

        @Override
        protected SeenPlaces seen() {
            return seen;
        }
    }

    @Nested
    final class OfPictures extends PictureLedgerContract {
        private final PictureLedger pictures = new InMemoryPictures();

        @Override
        protected PictureLedger pictures() {
            return pictures;
        }
    }

    @Nested
    final class OfPictureFiles extends PictureStoreContract {
        private final InMemoryPictures store = new InMemoryPictures();

        @Override
        protected PictureStore store() {
            return store;
        }

        @Override
        protected Optional<byte[]> shown(PictureName name) {
            return store.file(name);
        }
    }

    @Nested
    final class OfModeration extends ModerationContract {
        private final InMemoryNotes notes = new InMemoryNotes(_ -> true, Clock.systemUTC());
        private final InMemoryComments comments = new InMemoryComments(notes, Clock.systemUTC());
        private final InMemoryLikes likes = new InMemoryLikes(notes, Clock.systemUTC());
        private final InMemoryAuditTrail trail = new InMemoryAuditTrail();
        private final Moderation moderation = new InMemoryModeration(notes, comments, trail, Clock.systemUTC());

        @Override
        protected Moderation moderation() {
            return moderation;
        }

        @Override
        protected NoteRepository notes() {
            return notes;
        }

        @Override
        protected CommentRepository comments() {
            return comments;
        }

        @Override
        protected LikeLedger likes() {
            return likes;
        }

        @Override
        protected AuditTrail trail() {
            return trail;
        }

        @Override
        protected ShopId shop() {
            return new ShopId(1);
        }
    }
}
