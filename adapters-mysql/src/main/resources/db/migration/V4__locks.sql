-- Locks, fences, and the runs of ids that were leased. Names are bytes: no two of them are one, whatever the collation.

CREATE TABLE IF NOT EXISTS lock_lease (
    name     VARBINARY(700)  NOT NULL COMMENT 'the kind of lock, a colon, the key in UTF-8',
    holder   VARBINARY(255)  NOT NULL COMMENT 'empty: nobody',
    depth    INT             NOT NULL COMMENT 'how often the holder entered',
    token    BIGINT          NOT NULL COMMENT 'begins with the time in microseconds',
    taken_at DATETIME(6)     NOT NULL COMMENT 'UTC, as all times here',
    ends_at  DATETIME(6)     NOT NULL,
    PRIMARY KEY (name)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

CREATE TABLE IF NOT EXISTS fence (
    resource      VARBINARY(700)  NOT NULL,
    fence         BIGINT          NOT NULL COMMENT 'whose holder may commit',
    connection_id BIGINT UNSIGNED NOT NULL COMMENT 'of the holder that raised the fence',
    PRIMARY KEY (resource)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

CREATE TABLE IF NOT EXISTS id_segment (
    day    DATE   NOT NULL,
    leased BIGINT NOT NULL COMMENT 'the numbers of the day up to here',
    PRIMARY KEY (day)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;
