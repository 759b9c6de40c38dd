-- The tables of an hm-dianping site, as existing databases have them. A script that was cut off is run again from its
-- beginning, so every statement of every script must be one that may be repeated.

CREATE TABLE IF NOT EXISTS tb_user (
    id          BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
    phone       VARCHAR(11)     NOT NULL,
    password    VARCHAR(128)    NULL     DEFAULT '',
    nick_name   VARCHAR(32)     NULL     DEFAULT '',
    icon        VARCHAR(255)    NULL     DEFAULT '',
    create_time TIMESTAMP       NOT NULL DEFAULT CURRENT_TIMESTAMP,
    update_time TIMESTAMP       NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
    PRIMARY KEY (id),
    UNIQUE KEY uniqe_key_phone (phone)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

CREATE TABLE IF NOT EXISTS tb_user_info (
    user_id     BIGINT UNSIGNED  NOT NULL,
    city        VARCHAR(64)      NULL     DEFAULT '',
    introduce   VARCHAR(128)     NULL     DEFAULT NULL,
    fans        INT UNSIGNED     NULL     DEFAULT 0,
    followee    INT UNSIGNED     NULL     DEFAULT 0,
    gender      TINYINT UNSIGNED NULL     DEFAULT 0 COMMENT '0 male, 1 female',
    birthday    DATE             NULL     DEFAULT NULL,
    credits     INT UNSIGNED     NULL     DEFAULT 0,
    level       TINYINT UNSIGNED NULL     DEFAULT 0,
    create_time TIMESTAMP        NOT NULL DEFAULT CURRENT_TIMESTAMP,
    update_time TIMESTAMP        NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
    PRIMARY KEY (user_id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

CREATE TABLE IF NOT EXISTS tb_shop_type (
    id          BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
    name        VARCHAR(32)     NULL     DEFAULT NULL,
    icon        VARCHAR(255)    NULL     DEFAULT NULL,
    sort        INT UNSIGNED    NULL     DEFAULT NULL,
    create_time TIMESTAMP       NULL     DEFAULT CURRENT_TIMESTAMP,
    update_time TIMESTAMP       NULL     DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
    PRIMARY KEY (id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

CREATE TABLE IF NOT EXISTS tb_shop (
    id          BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
    name        VARCHAR(128)    NOT NULL,
    type_id     BIGINT UNSIGNED NOT NULL,
    images      VARCHAR(1024)   NOT NULL,
    area        VARCHAR(128)    NULL     DEFAULT NULL,
    address     VARCHAR(255)    NOT NULL,
    x           DOUBLE          NOT NULL COMMENT 'longitude',
    y           DOUBLE          NOT NULL COMMENT 'latitude',
    avg_price   BIGINT UNSIGNED NULL     DEFAULT NULL,
    sold        INT UNSIGNED    NOT NULL DEFAULT 0,
    comments    INT UNSIGNED    NOT NULL DEFAULT 0,
    score       INT UNSIGNED    NOT NULL DEFAULT 0 COMMENT 'rating times 10',
    open_hours  VARCHAR(32)     NULL     DEFAULT NULL,
    create_time TIMESTAMP       NULL     DEFAULT CURRENT_TIMESTAMP,
    update_time TIMESTAMP       NULL     DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
    PRIMARY KEY (id),
    KEY foreign_key_type (type_id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

CREATE TABLE IF NOT EXISTS tb_voucher (
    id           BIGINT UNSIGNED  NOT NULL AUTO_INCREMENT,
    shop_id      BIGINT UNSIGNED  NULL     DEFAULT NULL,
    title        VARCHAR(255)     NOT NULL,
    sub_title    VARCHAR(255)     NULL     DEFAULT NULL,
    rules        VARCHAR(1024)    NULL     DEFAULT NULL,
    pay_value    BIGINT UNSIGNED  NOT NULL COMMENT 'cents',
    actual_value BIGINT           NOT NULL COMMENT 'cents',
    type         TINYINT UNSIGNED NOT NULL DEFAULT 0 COMMENT '0 ordinary, 1 flash sale',
    status       TINYINT UNSIGNED NOT NULL DEFAULT 1 COMMENT '1 on, 2 off, 3 expired',
    create_time  TIMESTAMP        NOT NULL DEFAULT CURRENT_TIMESTAMP,
    update_time  TIMESTAMP        NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
    PRIMARY KEY (id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

CREATE TABLE IF NOT EXISTS tb_seckill_voucher (
    voucher_id  BIGINT UNSIGNED NOT NULL,
    stock       INT             NOT NULL,
    create_time TIMESTAMP       NOT NULL DEFAULT CURRENT_TIMESTAMP,
    begin_time  TIMESTAMP       NOT NULL DEFAULT CURRENT_TIMESTAMP,
    end_time    TIMESTAMP       NOT NULL DEFAULT CURRENT_TIMESTAMP,
    update_time TIMESTAMP       NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
    PRIMARY KEY (voucher_id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

CREATE TABLE IF NOT EXISTS tb_voucher_order (
    id          BIGINT           NOT NULL,
    user_id     BIGINT UNSIGNED  NOT NULL,
    voucher_id  BIGINT UNSIGNED  NOT NULL,
    pay_type    TINYINT UNSIGNED NOT NULL DEFAULT 1 COMMENT '1 balance, 2 Alipay, 3 WeChat',
    status      TINYINT UNSIGNED NOT NULL DEFAULT 1
        COMMENT '1 unpaid, 2 paid, 3 used, 4 cancelled, 5 refunding, 6 refunded',
    create_time TIMESTAMP        NOT NULL DEFAULT CURRENT_TIMESTAMP,
    pay_time    TIMESTAMP        NULL     DEFAULT NULL,
    use_time    TIMESTAMP        NULL     DEFAULT NULL,
    refund_time TIMESTAMP        NULL     DEFAULT NULL,
    update_time TIMESTAMP        NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
    PRIMARY KEY (id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

CREATE TABLE IF NOT EXISTS tb_blog (
    id          BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
    shop_id     BIGINT          NOT NULL,
    user_id     BIGINT UNSIGNED NOT NULL,
    title       VARCHAR(255)    NOT NULL,
    images      VARCHAR(2048)   NOT NULL,
    content     VARCHAR(2048)   NOT NULL,
    liked       INT UNSIGNED    NULL     DEFAULT 0,
    comments    INT UNSIGNED    NULL     DEFAULT NULL,
    create_time TIMESTAMP       NOT NULL DEFAULT CURRENT_TIMESTAMP,
    update_time TIMESTAMP       NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
    PRIMARY KEY (id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

CREATE TABLE IF NOT EXISTS tb_blog_comments (
    id          BIGINT UNSIGNED  NOT NULL AUTO_INCREMENT,
    user_id     BIGINT UNSIGNED  NOT NULL,
    blog_id     BIGINT UNSIGNED  NOT NULL,
    parent_id   BIGINT UNSIGNED  NOT NULL,
    answer_id   BIGINT UNSIGNED  NOT NULL,
    content     VARCHAR(255)     NOT NULL,
    liked       INT UNSIGNED     NULL     DEFAULT NULL,
    status      TINYINT UNSIGNED NULL     DEFAULT NULL COMMENT '0 fine, 1 reported, 2 hidden',
    create_time TIMESTAMP        NOT NULL DEFAULT CURRENT_TIMESTAMP,
    update_time TIMESTAMP        NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
    PRIMARY KEY (id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

CREATE TABLE IF NOT EXISTS tb_follow (
    id             BIGINT          NOT NULL AUTO_INCREMENT,
    user_id        BIGINT UNSIGNED NOT NULL,
    follow_user_id BIGINT UNSIGNED NOT NULL,
    create_time    TIMESTAMP       NOT NULL DEFAULT CURRENT_TIMESTAMP,
    PRIMARY KEY (id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

CREATE TABLE IF NOT EXISTS tb_sign (
    id        BIGINT UNSIGNED  NOT NULL AUTO_INCREMENT,
    user_id   BIGINT UNSIGNED  NOT NULL,
    year      YEAR             NOT NULL,
    month     TINYINT          NOT NULL,
    date      DATE             NOT NULL,
    is_backup TINYINT UNSIGNED NULL DEFAULT NULL,
    PRIMARY KEY (id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;
