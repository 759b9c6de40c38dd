package io.nightmarket.embedded.demo;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** What shoppers wrote about shops. There are no likes yet: visitors give them. */
final class DemoNotes {
    private static final int COUNT = 30;
    private static final List<String> TITLES = List.of(
            "下班路上拐进来的一家",
            "周末带爸妈来对了",
            "排了四十分钟，值",
            "一个人也自在",
            "第三次来了",
            "藏在巷子里",
            "朋友生日选的地方",
            "雨天避雨，意外之喜",
            "比照片好看",
            "便宜又实在");
    private static final List<String> CONTENTS = List.of(
            "门脸不大，进去才知道别有洞天。店员很爱聊天，推荐的都没踩雷。\n下次想坐靠窗的位置。",
            "六点前到基本不用等，七点以后就要排号了。\n味道稳定，价格这些年没怎么涨。",
            "环境干净，音乐声不吵，适合说话。\n停车不太方便，建议坐地铁过来走几步。",
            "买了店里的代金券，两个人用得刚刚好。\n用之前记得看一下规则，节假日也能用。",
            "老板是本地人，会告诉你附近哪条路看夕阳最好。\n走的时候还送了一小袋糖桂花。");

    private DemoNotes() {}

    static void load(Connection connection) throws SQLException {
        try (Batch notes = new Batch(
                connection,
                "INSERT INTO tb_blog (shop_id, user_id, title, images, content, liked, comments, create_time)"
                        + " VALUES (?, ?, ?, ?, ?, 0, 0, TIMESTAMPADD(HOUR, -?, CURRENT_TIMESTAMP))")) {
            for (int i = 1; i <= COUNT; i++) {
                int shop = 1 + i * 7 % DemoShops.COUNT;
                notes.add(
                        shop,
                        DemoPeople.FIRST_SHOPPER + i % DemoPeople.SHOPPERS.size(),
                        TITLES.get(i % TITLES.size()),
                        "/imgs/blogs/note-" + DemoShops.type(shop) + ".jpg",
                        CONTENTS.get(i % CONTENTS.size()),
                        5 * i);
            }
        }
    }
}
