# make run    set up, build, compare codecs on the bundled people, write report.html
# make load   the same, and load a Spring Boot service with every codec, write load.html
# make test   set up, build, run the tests of every language
# make test-all  the same, tests that take minutes, and the documentation site in a browser
# make docs   build the documentation site, target/site, which needs no server and no network
# make docs-test  the same, and read it in a browser
# make matrix  set up, and run what depends on it on other versions of Java, PHP, Laravel, WordPress,
#             Redis and Valkey
# make build  set up, build: target/release/larder, target/release/liblarder_php.so, and the jars
#             under jvm/*/target
# make php    build the PHP extension alone: target/release/liblarder_php.so
# make fuzz   run each fuzz target for FUZZ_SECONDS (an hour), two at a time, then those of the JVM
# make dist   write packages to dist/: the command, the extension, the libraries of PHP and the JVM
# make dist-test  install them on empty Debians, by the lines of README.md, and use them; as root
# make lint   formatters and lints, as CI runs them

LARDER := target/release/larder
PHP_EXTENSION := target/release/liblarder_php.so
SERVICE := jvm/lab-service/target/larder-lab-service.jar
JVM_SOURCES := $(shell find jvm -path '*/target' -prune -o -type f \( -name '*.java' -o -name pom.xml -o -path '*/resources/*' \) -print)
MAVEN := mvn --batch-mode --quiet --file jvm/pom.xml
HAVE_MAVEN := command -v mvn >/dev/null && command -v javac >/dev/null
HAVE_PHP := command -v php >/dev/null
HAVE_PHP_HEADERS := command -v php-config >/dev/null
# The extension does not build without PHP's headers, so it is left out there; asked in the recipe,
# as setup may install them.
CRATES := $$($(HAVE_PHP_HEADERS) && echo --workspace)

FUZZ_SECONDS ?= 3600
# Most tests of the command wait for servers, so more of them run at once than there are cores.
export RUST_TEST_THREADS ?= 6

# Flags of make for the tests of the JVM and of PHP: --jobs=2 --output-sync=target runs them side by
# side, and prints what each said when it ends.
TEST_FLAGS ?=

# What the fuzzers' inputs are made of; another for each run if it is empty.
export FUZZ_SEED ?=

.PHONY: run load test test-jvm test-php test-all docs docs-test matrix build lint fuzz dist \
    dist-test clean setup setup-load setup-test setup-docs native php jvm
.DELETE_ON_ERROR:

run: build
	$(LARDER) compare --quick --report report.html
	@echo "The report is in report.html. Next: $(LARDER) compare YOUR.json, or $(LARDER) --help"

load: setup-load native jvm
	$(LARDER) load --report load.html
	@echo "The report is in load.html. Next: $(LARDER) articles spring-2018, or $(LARDER) load --help"

build: setup native php jvm

setup:
	@scripts/setup

setup-load:
	@scripts/setup load

setup-test:
	@scripts/setup test

setup-docs:
	@scripts/setup docs

native:
	cargo build --release --locked

php:
	@if $(HAVE_PHP_HEADERS); then cargo build --release --locked --package larder-php; \
	else echo "larder: the PHP extension is not built: it needs PHP's headers and libclang (apt-get install php-dev libclang-dev)"; fi

jvm:
	@if $(HAVE_MAVEN); then $(MAKE) --no-print-directory $(SERVICE); \
	else echo "larder: the JVM's runner and the service are not built: they need a JDK of 17 or newer and Maven (apt-get install default-jdk-headless maven)"; fi

# One run of Maven makes all jars.
$(SERVICE): $(JVM_SOURCES)
	$(MAVEN) --projects lab,lab-spark,lab-service --also-make package -DskipTests
	scripts/archive-classes
	@touch $@

# All tests run the command that cargo builds for tests, with checks of its arithmetic.
test: setup-test php jvm
	cargo test $(CRATES) --locked
	@LARDER_COMMAND="$(CURDIR)/target/debug/larder" \
	$(MAKE) --no-print-directory $(TEST_FLAGS) test-jvm test-php

test-jvm:
	@if $(HAVE_MAVEN); then echo mvn verify; mvn --batch-mode --no-transfer-progress --file jvm/pom.xml verify; \
	else echo "larder: the tests of the JVM are skipped: no Maven or no JDK"; fi

test-php:
	@if $(HAVE_PHP) && [ -f $(PHP_EXTENSION) ]; then echo phpt; scripts/phpt && echo phpunit && \
	php -d extension="$(CURDIR)/$(PHP_EXTENSION)" "$$(command -v phpunit)" -c php/phpunit.xml; \
	else echo "larder: the tests of PHP are skipped: no PHP, or no extension"; fi

docs: setup-docs
	scripts/docs

docs-test: docs
	cargo test --package larder-cli --test command --locked -- --ignored pages::

test-all: test docs-test
	cargo test --package larder-cli --test command --locked -- --ignored --skip pages::

matrix: setup-test native php
	scripts/matrix

fuzz:
	scripts/fuzz $(FUZZ_SECONDS)
	scripts/fuzz-jvm $(FUZZ_SECONDS)

dist:
	scripts/dist

dist-test:
	scripts/dist-test

lint:
	scripts/version --check
	cargo fmt --all --check
	cargo fmt --manifest-path fuzz/Cargo.toml --check
	cargo clippy $(CRATES) --all-targets --locked -- -D warnings
	RUSTDOCFLAGS="-D warnings" cargo doc --locked --no-deps --quiet --package larder
	$(MAVEN) spotless:check
	find php examples/php -name '*.php' -print0 | xargs -0 -n 1 php -n -l >/dev/null
	@if command -v phpcs >/dev/null; then echo phpcs; phpcs --standard=php/phpcs.xml php examples/php; \
	else echo "larder: the style of PHP is not checked: no phpcs (apt-get install php-codesniffer)"; fi

clean:
	cargo clean
	rm -rf dist fuzz/target fuzz/corpus fuzz/artifacts
	rm -rf jvm/target jvm/*/target jvm/larder-spark/tests/*/target report.html load.html
