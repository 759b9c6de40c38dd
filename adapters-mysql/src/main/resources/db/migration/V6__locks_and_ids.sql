-- Locks, and the runs of ids that were leased. Names are bytes: no two of them are one, whatever the collation.

CREATE TABLE IF NOT EXISTS lock_lease (
    name        VARBINARY(700) NOT NULL COMMENT 'the kind of lock, a colon, the key in UTF-8',
    holder      VARBINARY(255) NOT NULL COMMENT 'empty: nobody',
    depth       INT            NOT NULL COMMENT 'how often the holder entered',
    token       BIGINT         NOT NULL COMMENT 'begins with the time in microseconds',
    taken_at    DATETIME(6)    NOT NULL COMMENT 'UTC, as all times here',
    ends_at     DATETIME(6)    NOT NULL,
    waiter      VARBINARY(255) NOT NULL DEFAULT '' COMMENT 'empty: nobody',
    waits_until DATETIME(6)    NOT NULL DEFAULT '1970-01-01 00:00:00' COMMENT 'unless it asks again',
    PRIMARY KEY (name)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

CREATE TABLE IF NOT EXISTS id_segment (
    day    DATE   NOT NULL,
    leased BIGINT NOT NULL COMMENT 'the numbers of the day up to here',
    PRIMARY KEY (day)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;
