-- What was changed and may lie in caches: written with the change itself, so that no crash and no store that is away can
-- leave an older copy for good.

CREATE TABLE IF NOT EXISTS cache_change (
    id           BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
    cache        VARCHAR(32)     NOT NULL,
    entry        VARCHAR(128)    NOT NULL,
    confirmed_by VARCHAR(128)    NOT NULL DEFAULT '' COMMENT 'the run of the store that forgot the entry',
    create_time  TIMESTAMP(3)    NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    PRIMARY KEY (id),
    KEY cache_change_open (confirmed_by, id),
    KEY cache_change_age (cache, create_time)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COMMENT 'changes that caches have to hear of';
