# SPDX-License-Identifier: MIT
# make help lists the targets. Variables: CC, FLAVOUR (release debug asan tsan), PREFIX, DESTDIR,
# TUNE=1 (search numbers as options of a SPEC, see src/gomoku/tunables.h).

VERSION := $(shell sed -n 's/^\#define TENGEN_VERSION "\(.*\)"/\1/p' include/tengen.h)
PREFIX ?= /usr/local
FLAVOUR ?= release
ifeq ($(origin CC),default)
CC := $(if $(shell command -v gcc),gcc,$(if $(shell command -v clang),clang,cc))
endif

# The rooms from the foundations up; tests/layering.sh keeps the arrows pointing one way. libtengen is
# made of the first row, the program of both. Reading JSON (base/value, by jansson), charts and pages are
# for the program alone.
CORE_ROOMS := base net game search gomoku hex engine
ROOMS := $(CORE_ROOMS) protocol child store lab match train serve

comma := ,
# Short lines unless V=1.
ifeq ($(V),)
say = @printf '  %-5s %s\n' $(1) $(2);
endif

BUILD := build/$(notdir $(firstword $(CC)))-$(FLAVOUR)$(if $(TUNE),-tune)

WARNINGS := -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wmissing-prototypes -Wstrict-prototypes -Wvla -Werror \
            -Wno-overlength-strings
# What a sanitizer reports has functions and lines; more takes longer to compile and link.
DEBUG ?= $(if $(filter asan tsan,$(FLAVOUR)),-g1,-g)
# Results must not depend on the compiler: no fused multiply-add behind our back.
COMMON := -std=c11 -D_GNU_SOURCE -Isrc -Iinclude -Itests/support $(WARNINGS) -ffp-contract=off -fPIC \
          -fvisibility=hidden -pthread $(DEBUG) -MMD -MP
FLAGS_release := -O2 -DNDEBUG -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 -fstack-protector-strong
FLAGS_debug := -O0
# With clang one build serves the tests and the fuzzing.
FLAGS_asan := -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer \
              $(if $(findstring clang,$(CC)),-fsanitize=fuzzer-no-link)
FLAGS_tsan := -O1 -fsanitize=thread
# The copies of src/hex/links_rules.c for every size of a set, each with all checks, take half a minute to compile.
FLAGS_asan += -DHEXSET_INLINE='static inline'
FLAGS_tsan += -DHEXSET_INLINE='static inline'
CFLAGS ?=
override CFLAGS += $(COMMON) $(FLAGS_$(FLAVOUR)) $(if $(TUNE),-DTUNE)
# Full RELRO: what the loader has resolved is read-only from then on.
override LDFLAGS += -pthread -Wl,-z,relro,-z,now $(filter -fsanitize=address% -fsanitize=thread,$(FLAGS_$(FLAVOUR)))
LDLIBS += -lm
# What the rooms beyond the library need.
HOUSE_LIBS := -lsqlite3 -lwebsockets -ljansson

objects = $(patsubst %.c,$(BUILD)/%.o,$(wildcard $(1)))
TABLES := $(wildcard nets/*.weights nets/*.swap)
NETS := $(wildcard nets/*.net)
CORE_OBJECTS := $(filter-out $(addprefix $(BUILD)/src/base/,value.o chart.o html.o),$(call objects,$(CORE_ROOMS:%=src/%/*.c))) \
                $(TABLES:%=$(BUILD)/%.o) $(NETS:%=$(BUILD)/%.o)
ASSETS := $(TABLES) $(wildcard $(foreach room,$(ROOMS),src/$(room)/*.css src/$(room)/*.js src/$(room)/*.html))
WEB := $(sort $(shell find web -type f))
HOUSE_OBJECTS := $(call objects,$(ROOMS:%=src/%/*.c)) $(ASSETS:%=$(BUILD)/%.o) $(NETS:%=$(BUILD)/%.o) \
                 $(BUILD)/web.o
CLI_OBJECTS := $(call objects,src/cli/*.c)
TEST_SUPPORT := $(call objects,tests/support/*.c)
TEST_PROGRAMS := $(patsubst tests/unit/%.c,$(BUILD)/tests/%,$(wildcard tests/unit/test_*.c))
TEST_TOOLS := $(patsubst tests/tools/%.c,$(BUILD)/tests/%,$(filter-out %/signatures.c,$(wildcard tests/tools/*.c)))
BENCH_PROGRAMS := $(patsubst bench/%.c,$(BUILD)/bench/%,$(wildcard bench/*.c))
FUZZ_PROGRAMS := $(patsubst tests/fuzz/%.c,$(BUILD)/fuzz/%,$(wildcard tests/fuzz/fuzz_*.c))

.PHONY: all
all: tengen ##- build ./tengen

.PHONY: program
program: $(BUILD)/tengen

# Looked at every time: another flavour's may be there, and newer.
tengen: $(BUILD)/tengen always
	@cmp -s $< $@ || cp -f $< $@

.PHONY: always
always:

$(BUILD)/tengen: $(CLI_OBJECTS) $(BUILD)/libhouse.a
	$(call say,LINK,$@)$(CC) $(LDFLAGS) -pie -o $@ $^ $(HOUSE_LIBS) $(LDLIBS)

$(BUILD)/libhouse.a: $(HOUSE_OBJECTS)
	@rm -f $@
	$(call say,AR,$@)$(AR) rcs $@ $^

# What is missing is said in one sentence, before anything is compiled. The library needs none of it.
ifeq ($(filter lib install-lib %/signatures,$(MAKECMDGOALS)),)
$(HOUSE_OBJECTS) $(CLI_OBJECTS): | $(BUILD)/ready
endif

$(BUILD)/ready: tools/setup.sh
	@CC="$(CC)" tools/setup.sh build --check
	@mkdir -p $(@D)
	@touch $@

$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(call say,CC,$<)$(CC) $(CFLAGS) -c -o $@ $<

# Where learning spends its time: plain loops over rows, which the compiler makes vectors of. A square root that
# may set errno would be none.
$(BUILD)/src/train/line_rows.o $(BUILD)/src/train/line_lesson.o: override CFLAGS += -fno-math-errno $(if $(filter release,$(FLAVOUR)),-O3)

# Style sheets, scripts, markup and tables become text in the program: report.css is `const char report_css[]`.
# A question mark is escaped lest two of them and a third letter be a trigraph.
c_name = $(subst -,_,$(subst .,_,$(notdir $(1))))
$(ASSETS:%=$(BUILD)/%.c): $(BUILD)/%.c: %
	@mkdir -p $(@D)
	@{ echo 'extern const char $(call c_name,$<)[];'; \
	   echo 'const char $(call c_name,$<)[] ='; \
	   sed 's/[\\"?]/\\&/g; s/^/"/; s/$$/\\n"/' $<; echo ';'; } > $@

$(ASSETS:%=$(BUILD)/%.o): %.o: %.c
	$(call say,CC,$(<:$(BUILD)/%.c=%))$(CC) $(CFLAGS) -c -o $@ $<

# Networks become bytes in the program: hex.net is `const unsigned char hex_net[]`.
$(NETS:%=$(BUILD)/%.o): $(BUILD)/%.o: % src/net/embed.S
	@mkdir -p $(@D)
	$(call say,AS,$<)$(CC) $(filter-out -MMD -MP -Wpedantic,$(CFLAGS)) -DEMBED_NAME=$(call c_name,$<) -DEMBED_FILE='"$<"' -c -o $@ src/net/embed.S

# The page: every file of web/ under its path, as it is and by gzip, see src/serve/files.h.
$(BUILD)/web.c: $(WEB) Makefile
	@mkdir -p $(@D)
	@{ echo '#include "serve/files.h"'; n=0; \
	   for file in $(WEB); do n=$$((n + 1)); echo "static const char file_$$n[] ="; \
	     sed 's/[\\"?]/\\&/g; s/^/"/; s/$$/\\n"/' $$file; echo ';'; \
	     echo "static const unsigned char packed_$$n[] = {"; \
	     gzip -9nc $$file | od -An -v -tu1 | sed 's/ *\([0-9][0-9]*\)/\1,/g'; echo '};'; done; \
	   echo 'const WebFile web_files[] = {'; n=0; \
	   for file in $(WEB); do n=$$((n + 1)); echo "{\"/$${file#web/}\", file_$$n, sizeof file_$$n - 1, packed_$$n, sizeof packed_$$n},"; done; \
	   echo '{0}};'; } > $@

$(BUILD)/web.o: $(BUILD)/web.c
	$(call say,CC,web)$(CC) $(CFLAGS) -c -o $@ $<

# --- the library that others link against: only what tengen.h marks is visible ---

SONAME := libtengen.so.$(firstword $(subst ., ,$(VERSION)))

$(BUILD)/libtengen.a: $(CORE_OBJECTS)
	$(LD) -r -o $(BUILD)/libtengen.o $^
	objcopy --localize-hidden $(BUILD)/libtengen.o
	@rm -f $@
	$(AR) rcs $@ $(BUILD)/libtengen.o

$(BUILD)/$(SONAME): $(CORE_OBJECTS)
	$(CC) $(LDFLAGS) -shared -Wl,-soname,$(SONAME) -o $@ $^ $(LDLIBS)

.PHONY: lib
lib: $(BUILD)/libtengen.a $(BUILD)/$(SONAME) ##- libtengen alone, in build/: needs nothing but a C compiler
	@echo $^

# Written anew each time: it holds PREFIX, which may be another one than last time.
.PHONY: always
# Whoever links against it finds it again when the program starts, wherever PREFIX is.
LIB_RPATH := $(if $(filter /usr,$(PREFIX)),,-Wl$(comma)-rpath$(comma)$${prefix}/lib )
$(BUILD)/tengen.pc: always
	@mkdir -p $(@D)
	@printf '%s\n' 'prefix=$(PREFIX)' 'Name: tengen' 'Description: Gomoku, Renju and Hex' \
	  'Version: $(VERSION)' 'Cflags: -I$${prefix}/include' 'Libs: -L$${prefix}/lib $(LIB_RPATH)-ltengen' \
	  'Libs.private: -lm -pthread' > $@

$(BUILD)/tengen.1: $(BUILD)/tengen
	$(BUILD)/tengen help --man > $@

# The loader keeps a list of the folders it looks into by itself.
tell_loader = $(if $(DESTDIR),,$(if $(filter /usr /usr/local,$(PREFIX)),@test "$$(id -u)" != 0 || ldconfig || true))

.PHONY: install-lib
install-lib: $(BUILD)/libtengen.a $(BUILD)/$(SONAME) $(BUILD)/tengen.pc ##- install library and header alone
	install -d $(DESTDIR)$(PREFIX)/lib/pkgconfig $(DESTDIR)$(PREFIX)/include
	install -m 644 $(BUILD)/libtengen.a $(DESTDIR)$(PREFIX)/lib/
	install -m 755 $(BUILD)/$(SONAME) $(DESTDIR)$(PREFIX)/lib/
	ln -sf $(SONAME) $(DESTDIR)$(PREFIX)/lib/libtengen.so
	install -m 644 include/tengen.h $(DESTDIR)$(PREFIX)/include/
	install -m 644 $(BUILD)/tengen.pc $(DESTDIR)$(PREFIX)/lib/pkgconfig/
	$(tell_loader)

.PHONY: install
install: program $(BUILD)/tengen.1 install-lib ##- install program, library, header, man page
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/man/man1
	install -m 755 $(BUILD)/tengen $(DESTDIR)$(PREFIX)/bin/tengen
	install -m 644 $(BUILD)/tengen.1 $(DESTDIR)$(PREFIX)/share/man/man1/

# --- playing ---

.PHONY: play
play: ##- build and start a game in the terminal
	@tools/setup.sh build
	@$(MAKE) --no-print-directory -j$$(nproc) tengen
	@./tengen play

.PHONY: serve
serve: ##- build and open the page in the browser
	@tools/setup.sh build
	@$(MAKE) --no-print-directory -j$$(nproc) tengen
	@./tengen serve

# --- tests ---

$(BUILD)/tests/%: $(BUILD)/tests/unit/%.o $(TEST_SUPPORT) $(BUILD)/libhouse.a
	@mkdir -p $(@D)
	$(call say,LINK,$@)$(CC) $(LDFLAGS) -o $@ $^ -lcmocka $(HOUSE_LIBS) $(LDLIBS)

# What the system gives comes through the test, which can refuse it.
$(BUILD)/tests/test_library: override LDFLAGS += \
  $(foreach name,malloc calloc realloc aligned_alloc free mmap pthread_create,-Wl,--wrap=$(name))

$(BUILD)/tests/%: $(BUILD)/tests/tools/%.o
	@mkdir -p $(@D)
	$(call say,LINK,$@)$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)

# Of libtengen's rooms alone, for where the libraries of the others are not.
$(BUILD)/tests/signatures: $(BUILD)/tests/tools/signatures.o $(BUILD)/src/lab/bench.o $(CORE_OBJECTS)
	@mkdir -p $(@D)
	$(call say,LINK,$@)$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)

.PHONY: tests
tests: program $(TEST_PROGRAMS) $(TEST_TOOLS) $(BUILD)/bench/hex_boards $(BUILD)/$(SONAME)

.PHONY: test
test: ##- everything a change must pass, in a few minutes
	@tools/setup.sh test
	@$(MAKE) --no-print-directory -j$$(nproc) tests
	@BUILD=$(BUILD) tests/run.sh

.PHONY: test-page
test-page: ##- the page in a real browser: play, analyse, keep, and keep strangers out
	@tools/setup.sh page
	@$(MAKE) --no-print-directory -j$$(nproc) program
	@TENGEN=$(CURDIR)/$(BUILD)/tengen tests/page/run.sh

.PHONY: test-arm64
test-arm64: ##- the pinned signatures on arm64: cross-compiled, under qemu
	@tools/setup.sh arm64
	@$(MAKE) --no-print-directory -j$$(nproc) CC=aarch64-linux-gnu-gcc build/aarch64-linux-gnu-gcc-release/tests/signatures
	@TEST_SCALE=small SIGNATURES="qemu-aarch64 -L /usr/aarch64-linux-gnu build/aarch64-linux-gnu-gcc-release/tests/signatures" \
	  tests/program/signatures.sh

.PHONY: faults
faults: ##- the page while servers die, connections break and disks fill: FAULTS=200 of them, SEED=N repeats; a quarter of an hour
	@tools/setup.sh page
	@$(MAKE) --no-print-directory -j$$(nproc) program
	@cd tests/page && TENGEN=$(CURDIR)/$(BUILD)/tengen CC=$(CC) node faults.mjs

.PHONY: test-long
test-long: ##- the same with the large counts (10^8 renju points) and 1,000 fast games of each game: a few hours
	@tools/setup.sh test
	@$(MAKE) --no-print-directory -j$$(nproc) tests
	@BUILD=$(BUILD) TEST_SCALE=long tests/run.sh
	@BUILD=$(BUILD) tests/long/fast_games.sh
	@BUILD=$(BUILD) tests/long/hex_games.sh
	@tools/setup.sh page
	@BUILD=$(BUILD) tests/long/import.sh

.PHONY: kills
kills: ##- kill -9 a thousand times, whatever writes: nothing lost, nothing double (KILLS=200 each)
	@tools/setup.sh page
	@$(MAKE) --no-print-directory -j$$(nproc) tests program
	@BUILD=$(BUILD) tests/long/kills.sh

.PHONY: soak
soak: ##- does it last? stops and serve under load, 2,000 moves of one process, memory flat, 1,000 fast games of each game: three hours (STOPS, SOAK_SECONDS, SOAK_MOVES, GAMES)
	@tools/setup.sh page
	@$(MAKE) --no-print-directory -j$$(nproc) program $(BUILD)/bench/stop
	@BUILD=$(BUILD) tests/long/soak.sh

.PHONY: mutants
mutants: ##- break the program on purpose, row by row of tests/mutants/table.txt: the tests must notice (ONLY=PATTERN)
	@tools/setup.sh test
	@BUILD=$(BUILD) tests/mutants/run.sh $(ONLY)

.PHONY: asan
asan: ##- the tests under AddressSanitizer and UBSan, smaller counts
	@tools/setup.sh fuzz
	@$(MAKE) --no-print-directory -j$$(nproc) CC=clang FLAVOUR=asan tests
	@BUILD=build/clang-asan TEST_SCALE=small tests/run.sh

.PHONY: tsan
tsan: ##- the tests under ThreadSanitizer, smaller counts
	@tools/setup.sh test
	@$(MAKE) --no-print-directory -j$$(nproc) FLAVOUR=tsan tests
	@BUILD=$(BUILD:%-$(FLAVOUR)=%-tsan) TEST_SCALE=small tests/run.sh

$(BUILD)/fuzz/%: $(BUILD)/tests/fuzz/%.o $(BUILD)/libhouse.a
	@mkdir -p $(@D)
	$(call say,LINK,$@)$(CC) -fsanitize=fuzzer,address,undefined -pthread -o $@ $^ $(HOUSE_LIBS) $(LDLIBS)

# What searches, evaluates and hashes is checked, but not watched for new ways through it: the parsers are the
# point, and three times as many inputs reach them.
ifeq ($(FLAVOUR) $(findstring clang,$(CC)),asan clang)
UNWATCHED := $(filter-out %/weights_text.o %/proofbook.o %/swap.o %/net_file.o %/position.o %/asset.o, \
                          $(call objects,$(patsubst %,src/%/*.c,gomoku hex search net) src/serve/files.c src/base/rng.c))
$(UNWATCHED): override CFLAGS += -fno-sanitize=fuzzer-no-link -O2
endif

.PHONY: fuzz-programs
fuzz-programs: $(FUZZ_PROGRAMS)

FUZZ_SECONDS ?= 20
.PHONY: fuzz
fuzz: ##- every parser against libFuzzer, FUZZ_SECONDS each
	@tools/setup.sh fuzz
	@$(MAKE) --no-print-directory -j$$(nproc) CC=clang FLAVOUR=asan fuzz-programs
	@FUZZ_SECONDS=$(FUZZ_SECONDS) BUILD=build/clang-asan tests/fuzz/run.sh

.PHONY: fuzz-long
fuzz-long: ##- the same for ten minutes each: an hour and a half on two cores
	@$(MAKE) --no-print-directory fuzz FUZZ_SECONDS=600

$(BUILD)/bench/%: $(BUILD)/bench/%.o $(BUILD)/libhouse.a
	@mkdir -p $(@D)
	$(call say,LINK,$@)$(CC) $(LDFLAGS) -o $@ $^ $(HOUSE_LIBS) $(LDLIBS)

# Measured against the slow twin that the tests use.
$(BUILD)/bench/forbidden: $(BUILD)/tests/support/gomoku_twin.o $(BUILD)/tests/support/gomoku_adversary.o

.PHONY: bench-programs
bench-programs: $(BENCH_PROGRAMS)

.PHONY: bench
bench: ##- node signature and speed, and the programs in bench/
	@tools/setup.sh build
	@$(MAKE) --no-print-directory -j$$(nproc) tengen bench-programs
	@./tengen bench
	@for program in $(BENCH_PROGRAMS); do echo "== $$(basename $$program)"; $$program || exit 1; done

.PHONY: signatures
signatures: ##- write tests/signatures.txt anew, in a change that changes play
	@tools/setup.sh build
	@$(MAKE) --no-print-directory -j$$(nproc) program
	@TENGEN=$(CURDIR)/$(BUILD)/tengen tests/program/signatures.sh --renew

.PHONY: bench-page
bench-page: ##- what the page costs: load, first paint, weight, click to stone
	@tools/setup.sh page
	@$(MAKE) --no-print-directory -j$$(nproc) program
	@TENGEN=$(CURDIR)/$(BUILD)/tengen node bench/page.mjs

.PHONY: docs
docs: ##- draw the boards of docs/hex-knowledge.md anew
	@tools/setup.sh build
	@$(MAKE) --no-print-directory -j$$(nproc) $(BUILD)/bench/hex_boards
	@$(BUILD)/bench/hex_boards docs/hex-knowledge.md

# --- looks ---

SOURCES := $(shell find src include tests bench -name '*.[ch]' 2>/dev/null)

.PHONY: format
format: ##- lay the source out as .clang-format says
	@tools/setup.sh lint
	clang-format -i $(SOURCES)

.PHONY: lint
lint: ##- layering, layout and cppcheck
	@tools/setup.sh lint
	@tests/layering.sh
	@clang-format --dry-run -Werror $(SOURCES)
	@cppcheck --quiet --std=c11 --error-exitcode=1 --inline-suppr --enable=warning,performance,portability \
	  --suppressions-list=tools/cppcheck-suppressions.txt -Isrc -Iinclude -D_GNU_SOURCE -j2 src
	@echo "lint: clean"

# --- the rest ---

.PHONY: dist
dist: ##- a source archive in dist/
	@mkdir -p dist
	git archive --prefix=tengen-$(VERSION)/ -o dist/tengen-$(VERSION).tar.gz HEAD
	@echo dist/tengen-$(VERSION).tar.gz

.PHONY: clean
clean: ##- remove what was built
	rm -rf build dist tengen

.PHONY: help
help: ##- this list
	@sed -n 's/^\([a-z-]*\):.*##- \(.*\)/  make \1\t\2/p' Makefile | expand -t 20

.SECONDARY:
# Of this build alone: another may be under way.
-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
