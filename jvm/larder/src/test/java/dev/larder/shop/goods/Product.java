package dev.larder.shop.goods;

/**
 * @param price anything, as far as a compiler knows
 */
public record Product(String name, Object price) {}
