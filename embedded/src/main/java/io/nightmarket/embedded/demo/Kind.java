package io.nightmarket.embedded.demo;

import java.util.List;

/**
 * A type of shop, with what its shops are called and cost.
 *
 * @param priceFrom the lowest usual spending of a guest, in yuan
 */
record Kind(String name, List<String> endings, int priceFrom, int priceTo, String openHours) {
    static final List<Kind> ALL = List.of(
            new Kind("美食", List.of("片儿川面馆", "杭帮菜馆", "小笼铺", "家常菜", "饭庄"), 25, 160, "10:00-21:30"),
            new Kind("饮品甜点", List.of("茶饮", "糖水铺", "咖啡", "手作酸奶", "烘焙工坊"), 15, 60, "09:30-22:00"),
            new Kind("火锅烧烤", List.of("铜锅涮肉", "牛油火锅", "炭火烧肉", "串串香", "夜烤"), 60, 190, "11:00-02:00"),
            new Kind("KTV", List.of("量贩 KTV", "音乐会所", "欢唱空间", "练歌房"), 45, 150, "12:00-06:00"),
            new Kind("酒吧", List.of("精酿酒馆", "清吧", "威士忌吧", "音乐现场"), 70, 220, "18:00-02:30"),
            new Kind("健身运动", List.of("健身房", "瑜伽馆", "羽毛球馆", "攀岩馆", "游泳馆"), 30, 200, "07:00-22:30"),
            new Kind("美发美甲", List.of("造型", "理发店", "美甲美睫", "染发沙龙"), 38, 280, "10:00-21:00"),
            new Kind("足疗按摩", List.of("足道", "推拿馆", "盲人按摩", "养生会馆"), 88, 260, "11:00-24:00"),
            new Kind("亲子乐园", List.of("亲子乐园", "绘本馆", "陶艺坊", "萌宠屋"), 50, 180, "09:30-20:30"),
            new Kind("电影演出", List.of("影城", "小剧场", "脱口秀俱乐部", "私人影院"), 35, 120, "09:00-24:00"));
}
