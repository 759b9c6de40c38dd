package io.nightmarket.domain.note;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.shop.ShopId;

/** A note that is to be published. */
public record NewNote(ShopId shop, UserId author, String title, String images, String content) {}
