-- Shops by the pairs of adjacent characters of their names, in small letters and compared by characters, whatever the
-- collation of tb_shop. The statements of ShopNameIndex make them alike.

CREATE TABLE IF NOT EXISTS shop_name_gram (
    gram    VARCHAR(2) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    shop_id BIGINT UNSIGNED                                      NOT NULL,
    PRIMARY KEY (gram, shop_id),
    KEY shop_name_gram_of_shop (shop_id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

-- Other software may change shops meanwhile; this level locks none of those that are read. A name may have a pair twice.
SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED;

INSERT INTO shop_name_gram (gram, shop_id)
SELECT SUBSTRING(LOWER(CONVERT(name USING utf8mb4) COLLATE utf8mb4_general_ci) COLLATE utf8mb4_bin, n, 2), id
FROM tb_shop
JOIN (
    WITH RECURSIVE positions (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM positions WHERE n < 127)
    SELECT n FROM positions
) AS positions ON n < CHAR_LENGTH(name)
ON DUPLICATE KEY UPDATE gram = shop_name_gram.gram;
