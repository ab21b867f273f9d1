package dev.larder.shop.goods;

import java.util.Currency;

public record Price(long cents, Currency currency) {}
