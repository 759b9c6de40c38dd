-- Keeps the open sale open, the later one later and one that was over over: they get new times when they have none to speak of. The
-- demo's sales are known by their titles. @now: the time, in UTC.

UPDATE tb_seckill_voucher s JOIN tb_voucher v ON v.id = s.voucher_id
SET s.begin_time = CAST(@now AS DATETIME) - INTERVAL 1 HOUR, s.end_time = CAST(@now AS DATETIME) + INTERVAL 7 DAY
WHERE v.id = 1 AND v.title = '今夜开抢：100 元代金券' AND s.end_time < CAST(@now AS DATETIME) + INTERVAL 1 DAY;

UPDATE tb_seckill_voucher s JOIN tb_voucher v ON v.id = s.voucher_id
SET s.begin_time = CAST(@now AS DATETIME) + INTERVAL 1 DAY, s.end_time = CAST(@now AS DATETIME) + INTERVAL 8 DAY
WHERE v.id = 2 AND v.title = '明天开抢：双人套餐' AND s.begin_time < CAST(@now AS DATETIME);

UPDATE tb_seckill_voucher s JOIN tb_voucher v ON v.id = s.voucher_id
SET s.begin_time = CAST(@now AS DATETIME) - INTERVAL 3 HOUR, s.end_time = CAST(@now AS DATETIME) - INTERVAL 2 HOUR
WHERE v.id = 15 AND v.title = '昨夜快闪：桂花酒酿双杯' AND s.end_time < CAST(@now AS DATETIME) - INTERVAL 12 HOUR;

-- Sales that began every ten minutes leave the lists (3: expired) an hour after their end.
UPDATE tb_voucher v JOIN tb_seckill_voucher s ON s.voucher_id = v.id
JOIN tb_voucher first ON first.id = 1 AND first.title = '今夜开抢：100 元代金券'
SET v.status = 3
WHERE v.id <> 15 AND v.status = 1 AND v.title LIKE '%快闪：%' AND s.end_time < CAST(@now AS DATETIME) - INTERVAL 1 HOUR;
