-- Keeps the open sale open, and the later one later: they get new times when they have none to speak of. The demo's sales are
-- known by their titles. @now: the time, in UTC.

UPDATE tb_seckill_voucher s JOIN tb_voucher v ON v.id = s.voucher_id
SET s.begin_time = CAST(@now AS DATETIME) - INTERVAL 1 HOUR, s.end_time = CAST(@now AS DATETIME) + INTERVAL 7 DAY
WHERE v.id = 1 AND v.title = '今夜开抢：100 元代金券' AND s.end_time < CAST(@now AS DATETIME) + INTERVAL 1 DAY;

UPDATE tb_seckill_voucher s JOIN tb_voucher v ON v.id = s.voucher_id
SET s.begin_time = CAST(@now AS DATETIME) + INTERVAL 1 DAY, s.end_time = CAST(@now AS DATETIME) + INTERVAL 8 DAY
WHERE v.id = 2 AND v.title = '明天开抢：双人套餐' AND s.begin_time < CAST(@now AS DATETIME);
