package io.nightmarket.http.answer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class CatalogueTest {
    /** What clients were built against: a change here breaks them. */
    private static final String[] KNOWN = {
        "PHONE_INVALID 422 手机号格式错误",
        "CODE_WRONG 422 验证码错误",
        "CODE_TOO_SOON 429 验证码请求过于频繁，请稍后再试",
        "PASSWORD_WRONG 422 手机号或密码错误",
        "PASSWORD_TOO_SOON 429 密码错误次数过多，请稍后再试，或使用验证码登录",
        "PASSWORD_NEEDS_LOGIN 422 请提供原密码，或重新登录后再试",
        "PASSWORD_CHANGED 409 密码刚刚被另一个请求修改，请重试",
        "FOLLOWS_SELF 422 不能关注自己",
        "FOLLOWS_TOO_MANY 409 关注人数已达上限",
        "SIGN_NOT_PAST 422 只能补签今天之前的日期",
        "SIGN_TOO_OLD 422 该日期已超过补签期限",
        "SIGN_MADE_UP_TOO_OFTEN 409 该月补签次数已用完",
        "CODE_REQUIRED 422 请输入验证码或密码",
        "SHOP_NOT_FOUND 404 店铺不存在",
        "SHOP_TYPE_NOT_FOUND 404 店铺类型不存在",
        "SHOP_TYPE_IN_USE 409 还有店铺属于该类型",
        "NAME_TOO_SHORT 422 请输入至少两个字搜索",
        "VOUCHER_NOT_FOUND 404 优惠券不存在",
        "ORDER_NOT_FOUND 404 订单不存在",
        "CACHE_NOT_FOUND 404 缓存不存在",
        "SOLD_OUT 409 库存不足",
        "ALREADY_BOUGHT 409 不能重复下单",
        "NO_WAITLIST 409 该秒杀不支持候补",
        "NOT_SOLD_OUT 409 尚有库存，请直接购买",
        "WAITLIST_FULL 409 候补人数已满",
        "NO_WAITING_ROOM 409 该秒杀没有等候室",
        "PATH_REQUIRED 409 请先获取抢购地址，开抢后公布",
        "PASS_REQUIRED 409 请先在等候室排队",
        "PASS_USED 409 入场凭证已使用，请重新排队",
        "TICKET_REVOKED 409 排队资格已被取消",
        "SALE_NOT_STARTED 409 秒杀尚未开始",
        "SALE_ENDED 409 秒杀已经结束",
        "SALE_PAUSED 409 秒杀已暂停，请稍后再试",
        "SALE_CALLED_OFF 409 秒杀已取消",
        "SALE_BEGUN 409 秒杀已开始或即将开始，不能再修改",
        "SALE_CHANGED 409 秒杀已被修改，请刷新后再试",
        "SALE_STATE 409 秒杀当前状态不允许此操作",
        "SALE_NOT_CALLED_OFF 404 该秒杀未被取消",
        "ORDER_NOT_USED 409 该券未核销",
        "REDEMPTION_TOO_OLD 409 核销已超过可撤销时间",
        "SHOP_STAFF_FULL 409 店铺员工人数已满",
        "TOO_MANY_WEBHOOKS 409 事件接收地址过多",
        "WEBHOOK_ADDRESS 400 该地址不能接收事件：须为 https，且不在私有网络内",
        "WEBHOOK_NOT_FOUND 404 没有这个事件接收地址",
        "USER_BANNED 403 账号已被封禁",
        "USER_ERASED 409 该用户已注销",
        "USER_IS_STAFF 409 该用户有角色，只有管理员可以封禁，且须先撤销角色才能注销",
        "ORDER_UNWRITABLE 409 订单未能生成，名额已退回",
        "ORDER_LOST 409 订单在生成前丢失，请重新抢购",
        "STOCK_BELOW_SOLD 409 要减少的库存已经售出",
        "STOCK_TOO_LARGE 422 库存总量过大",
        "ADJUSTMENT_DIFFERS 409 该调整编号已用于另一数量",
        "DEAD_LETTER_NOT_FOUND 404 死信不存在",
        "DEAD_LETTER_UNREADABLE 422 死信中没有可读的订单",
        "DEAD_LETTER_NOT_RESERVED 409 队列中没有该订单的预留",
        "ORDER_NOT_WAITING 404 没有该订单在等待",
        "SESSION_NOT_FOUND 404 会话不存在",
        "USER_NOT_FOUND 404 用户不存在",
        "NOT_MERCHANT 409 该用户不是商家",
        "TOO_MANY_UNPAID 409 未支付订单过多，请先支付或取消",
        "ORDER_CANCELLED 409 订单已取消",
        "ORDER_PAID_ALREADY 409 订单已支付",
        "ORDER_NOT_PAID 409 订单未支付或已退款",
        "ORDER_USED_ALREADY 409 该券已核销",
        "ORDER_NOT_REFUNDABLE 409 订单不能退款",
        "PAYMENTS_OFF 409 暂不支持在线支付",
        "PAYMENT_REFUSED 402 支付未成功，请重试或更换支付方式",
        "PAYMENT_TOO_LATE 409 订单已关闭，付款将原路退回",
        "PAYMENT_NOT_FOUND 404 支付记录不存在",
        "SIGNATURE_WRONG 403 签名无效",
        "NOTIFICATION_REPLAYED 409 该通知已处理",
        "REQUEST_IN_PROGRESS 409 请求正在处理中，请稍候",
        "KEY_REUSED 422 该幂等键已用于另一请求",
        "NOTE_NOT_FOUND 404 笔记不存在",
        "COMMENT_NOT_FOUND 404 评论不存在",
        "COMMENT_OF_ANOTHER_NOTE 422 所回复的评论不属于该笔记",
        "PICTURE_NOT_FOUND 404 图片不存在",
        "PICTURE_TYPE 422 仅支持 JPEG、PNG、GIF 图片",
        "PICTURE_TOO_LARGE 422 图片尺寸过大",
        "PICTURE_LIMIT 429 今日上传图片数量已达上限",
        "LOGIN_REQUIRED 401 请先登录",
        "FORBIDDEN 403 没有权限",
        "BAD_REQUEST 400 请求格式错误：id",
        "NOT_FOUND 404 接口不存在",
        "METHOD_NOT_ALLOWED 405 不支持的请求方法",
        "TOO_LARGE 413 请求内容过大",
        "UNSUPPORTED_MEDIA_TYPE 415 请求内容须为 application/json",
        "RANGE_NOT_SATISFIABLE 416 请求范围超出文件",
        "TOO_MANY_REQUESTS 429 请求过于频繁，请稍后再试",
        "UNAVAILABLE 503 服务繁忙，请稍后再试",
        "OUTCOME_UNKNOWN 503 结果未知，请稍后查看或重试",
        "INTERNAL 500 服务器异常"
    };

    private final Catalogue catalogue = Catalogue.load();

    @Test
    void everyCodeHasTheStatusAndTextThatClientsKnow() {
        assertEquals(
                Stream.of(KNOWN).sorted().toList(),
                Arrays.stream(ErrorCode.values())
                        .map(code -> code + " " + catalogue.status(code) + ' '
                                + catalogue.text(code, Language.CHINESE, "id"))
                        .sorted()
                        .toList());
    }

    @Test
    void everyCodeHasAnEnglishText() {
        for (ErrorCode code : ErrorCode.values()) {
            String text = catalogue.text(code, Language.ENGLISH, "id");
            assertTrue(text.chars().allMatch(c -> c < 128), text);
        }
    }
}
