-- The nodes that run; a row without a sign of life for 15 s is of a node that was killed. And a random mark, which the
-- Redis of this database has too: nodes with another Redis are refused.

CREATE TABLE IF NOT EXISTS running_node (
    id         VARCHAR(64)      NOT NULL,
    address    VARCHAR(300)     NOT NULL,
    version    VARCHAR(64)      NOT NULL,
    clustered  TINYINT UNSIGNED NOT NULL,
    settings   VARCHAR(2000)    NOT NULL COMMENT 'that all nodes share, one a line',
    started_at DATETIME(6)      NOT NULL COMMENT 'UTC, as all times here',
    seen_at    DATETIME(6)      NOT NULL,
    PRIMARY KEY (id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

CREATE TABLE IF NOT EXISTS installation (
    id   TINYINT UNSIGNED NOT NULL COMMENT 'always 1',
    mark VARCHAR(64)      NOT NULL,
    PRIMARY KEY (id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;
