.PHONY: $(phplibdir)/larder.so

# Cargo knows what has changed. `make clean` deletes every .so below here, so Cargo's are elsewhere.
$(phplibdir)/larder.so:
	LARDER_PHP_CONFIG="$(PHP_CONFIG)" "$(CARGO)" build --release --locked --manifest-path "$(top_srcdir)/Cargo.toml" --package larder-php --target-dir "$(top_srcdir)/../../target"
	mkdir -p "$(phplibdir)"
	cp "$(top_srcdir)/../../target/release/liblarder_php.so" "$@"
