-- A random mark, which the Redis of this database has too: nodes with another Redis are refused.

CREATE TABLE IF NOT EXISTS installation (
    id   TINYINT UNSIGNED NOT NULL COMMENT 'always 1',
    mark VARCHAR(64)      NOT NULL,
    PRIMARY KEY (id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;
