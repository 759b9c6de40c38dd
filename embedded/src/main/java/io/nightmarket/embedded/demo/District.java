package io.nightmarket.embedded.demo;

import java.util.List;

/** A part of Hangzhou, with its middle in degrees and streets that are there. */
record District(String name, double x, double y, List<String> streets) {
    static final List<District> ALL = List.of(
            new District("湖滨", 120.1640, 30.2560, List.of("东坡路", "平海路", "学士路", "延安路")),
            new District("武林", 120.1660, 30.2740, List.of("体育场路", "武林路", "环城北路", "百井坊巷")),
            new District("吴山", 120.1720, 30.2410, List.of("河坊街", "中山中路", "高银街", "大井巷")),
            new District("文三", 120.1250, 30.2790, List.of("文三路", "文二路", "学院路", "万塘路")),
            new District("城西", 120.1040, 30.2990, List.of("丰潭路", "古墩路", "萍水街", "文一西路")),
            new District("运河", 120.1400, 30.3180, List.of("小河路", "丽水路", "桥弄街", "湖墅南路")),
            new District("钱江新城", 120.2120, 30.2460, List.of("富春路", "钱江路", "民心路", "新业路")),
            new District("滨江", 120.2100, 30.2080, List.of("江南大道", "滨盛路", "网商路", "长河路")),
            new District("萧山", 120.2650, 30.1680, List.of("市心中路", "金城路", "人民路", "育才路")),
            new District("下沙", 120.3390, 30.3080, List.of("学源街", "文海南路", "金沙大道", "天城东路")));
}
