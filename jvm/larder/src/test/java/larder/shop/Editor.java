package larder.shop;

public record Editor(String name) {}
