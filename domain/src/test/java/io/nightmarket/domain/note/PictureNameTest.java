package io.nightmarket.domain.note;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PictureNameTest {
    private static final String HEX = "0123456789abcdef0123456789abcdef";

    @Test
    void aRandomNameIsReadAgainWithAndWithoutItsPrefix() {
        Random random = new Random(1);
        for (int i = 0; i < 1_000; i++) {
            PictureName name = PictureName.random(random, i % 2 == 0 ? PictureType.JPEG : PictureType.PNG);
            assertEquals(Optional.of(name), PictureName.parse(name.path()));
            assertEquals(Optional.of(name), PictureName.parse("/imgs" + name.path()));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/",
                "../../etc/passwd",
                "/imgs/../blogs/1/2/" + HEX + ".jpg",
                "/blogs/1/2/../" + HEX + ".jpg",
                "/blogs/1/2/%2e%2e/" + HEX + ".jpg",
                "/blogs/16/2/" + HEX + ".jpg",
                "/blogs/01/2/" + HEX + ".jpg",
                "/blogs/1/2/" + HEX + ".svg",
                "/blogs/1/2/" + HEX + ".jpg\n",
                "/blogs/1/2/" + HEX + ".jpg/x",
                "/imgs/imgs/blogs/1/2/" + HEX + ".jpg",
                "blogs/1/2/" + HEX + ".jpg"
            })
    void whatLeadsElsewhereIsNoName(String text) {
        assertEquals(Optional.empty(), PictureName.parse(text));
    }
}
