# Alula. The two commands: `make play` and `make deps test`. `make help` lists the rest.

CC        ?= cc
ARCH      ?= native
BUILD     ?= release
EXE       ?= alula
PREFIX    ?= /usr/local
BINDIR    ?= $(PREFIX)/games
GAMESDIR  ?= $(PREFIX)/share/games
TEST_DATA ?= tests/data
NET       ?= $(or $(EVALFILE),full)
MINGW     ?= $(or $(notdir $(shell command -v x86_64-w64-mingw32-gcc-posix 2>/dev/null)),x86_64-w64-mingw32-gcc)

ifeq ($(origin CC),default)
CC := $(if $(shell command -v gcc 2>/dev/null),gcc,cc)
endif

WARNINGS = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Wformat=2 $(if $(WERROR),-Werror)

ifeq ($(shell command -v $(firstword $(CC)) 2>/dev/null),)
$(error The compiler $(CC) is not installed)
endif

# Processor features. PEXT is used with ARCH=native only, and only where it is fast.
arch_native   := $(shell echo | $(CC) -march=native -E - >/dev/null 2>&1 && echo -march=native)
pext_native   := $(shell $(CC) -march=native -dM -E -x c /dev/null 2>/dev/null | \
                   awk '/__BMI2__/ {b = 1} /__znver1__|__znver2__|__bdver/ {slow = 1} \
                        END {if (b && !slow) print "-DUSE_PEXT"}')
ifeq ($(ARCH),native)
ARCHFLAGS := $(arch_native) $(pext_native)
else ifeq ($(ARCH),portable)
ARCHFLAGS :=
else
ARCHFLAGS := -march=$(ARCH)
endif
ifneq ($(shell echo | $(CC) $(ARCHFLAGS) -E - >/dev/null 2>&1 && echo good),good)
$(error ARCH is native, x86-64, x86-64-v2, x86-64-v3, portable, or another name that $(CC) -march knows)
endif

ifeq ($(BUILD),release)
BUILDFLAGS := -O3 -DNDEBUG
else ifeq ($(BUILD),debug)
BUILDFLAGS := -Og -g
else ifeq ($(BUILD),asan)
BUILDFLAGS := -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -DSANITIZED=1
else ifeq ($(BUILD),tsan)
BUILDFLAGS := -O1 -g -fsanitize=thread -DSANITIZED=1
else ifeq ($(BUILD),msan)
# reads of memory that was never written; clang only, see tests/msan.c
BUILDFLAGS := -O1 -g -fsanitize=memory -fno-omit-frame-pointer -DSANITIZED=1
else ifeq ($(BUILD),fuzz)
# made by `make fuzz`, with clang
BUILDFLAGS := -O1 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all -DSANITIZED=1
else ifeq ($(BUILD),coverage)
# made by `make coverage`
BUILDFLAGS := -Og -g -DNDEBUG -DSANITIZED=1 --coverage -fprofile-update=atomic
else ifeq ($(BUILD),pgo)
# made by `make pgo`, in two passes
BUILDFLAGS := -O3 -DNDEBUG $(PROFILE)
else
$(error BUILD is release, debug, asan, tsan, msan with clang, fuzz by `make fuzz`, coverage by `make coverage`, or pgo by `make pgo`)
endif

# Hardening, as distributions do it, where the compiler has it; HARDEN= is without. Sanitizers have
# checks of their own.
HARDEN ?= 1
ifneq ($(and $(HARDEN),$(filter release pgo,$(BUILD)),$(if $(findstring mingw,$(CC)),,elf)),)
HARDENING := -D_FORTIFY_SOURCE=2 -fPIE $(shell for flag in -fstack-protector-strong -fstack-clash-protection; do \
                 echo | $(CC) -Werror $$flag -x c -c -o /dev/null - 2>/dev/null && echo $$flag; done)
HARDENED_LINK := $(shell for flag in -pie -Wl,-z,relro,-z,now -Wl,-z,noexecstack; do \
                 echo 'int main(void) { return 0; }' | $(CC) -Werror -fPIE $$flag -x c -o /dev/null - 2>/dev/null && echo $$flag; done)
endif

CFLAGS ?=
comma  := ,
flags  = -std=c11 $(WARNINGS) $(BUILDFLAGS) $(HARDENING) $(ARCHFLAGS) -pthread -I. -Iengine $(CPPFLAGS) $(CFLAGS)
libs   = $(HARDENED_LINK) $(LDFLAGS) $(if $(filter msan,$(BUILD)),-Wl$(comma)--wrap=stat64$(comma)--wrap=lstat64$(comma)--wrap=fstat64) -pthread -lm

OUT    := build/$(notdir $(firstword $(CC)))-$(ARCH)-$(BUILD)
ENGINE := $(patsubst %.c,$(OUT)/%.o,$(sort $(wildcard engine/*.c engine/*/*.c)))
ENGINE += $(if $(filter coverage,$(BUILD)),$(OUT)/tests/gcov_exit.o) $(if $(filter msan,$(BUILD)),$(OUT)/tests/msan.o)
FRONT  := $(patsubst %.c,$(OUT)/%.o,$(filter-out protocol/main.c,$(sort $(wildcard protocol/*.c protocol/*/*.c))))
LIB    := $(OUT)/libalula.a
PLIB   := $(OUT)/libprotocol.a
TOOLS  := $(notdir $(basename $(wildcard tools/*/alula-*.c)))
TESTS  := $(patsubst tests/unit/%.c,%,$(wildcard tests/unit/test_*.c))
NEEDS  := $(if $(filter release,$(BUILD)),,-$(BUILD))
X      := $(if $(findstring mingw,$(CC)),.exe)

.PHONY: all play xboard clients windows deps check test style layers headers format-check cecp-doc docs-check unit fuzz fuzz-run fuzz-merge fuzz-replay \
        perft perft-tool datagen-tool match-tool tune-tool train-tool epd-tool openings-tool book-tool \
        lab-tool console suites races dialogue order readonly bench-check hardening faults kills coverage coverage-run soak nightly lint pgo pgo-check damaged-net magics mutants ladder xboard-fifty install uninstall format clean help bench FORCE
.DELETE_ON_ERROR:
.SECONDARY:

# make V=1 shows the commands.
Q := $(if $(V),,@)

all: $(EXE)$(NEEDS) $(TOOLS:%=%$(NEEDS))

# The old copy may be newer, but from another compiler or architecture.
copy = $(Q)cmp -s $< $@ || { rm -f $@ && cp $< $@ && echo "built: $@"; }

$(EXE)$(NEEDS): $(OUT)/alula$(X) FORCE
	$(copy)

$(TOOLS:%=%$(NEEDS)): %$(NEEDS): $(OUT)/% FORCE
	$(copy)

$(OUT)/alula$(X): $(OUT)/protocol/main.o $(PLIB) $(LIB)
	@echo "  LD $@"
	$(Q)$(CC) $(flags) -o $@ $^ $(libs)

# A tool is the folder of its name, and the archives; its tests are linked without the main file.
parts_of = $(patsubst %.c,$(OUT)/%.o,$(filter-out tools/$(1)/alula-%,$(sort $(wildcard tools/$(1)/*.c))))
ARCHIVES := $(OUT)/libplayer.a $(OUT)/libtoolcommon.a $(LIB)

.SECONDEXPANSION:
$(OUT)/alula-%: $(OUT)/tools/$$*/alula-$$*.o $$(call parts_of,$$*) $(ARCHIVES)
	@echo "  LD $@"
	$(Q)$(CC) $(flags) -o $@ $^ $(libs)

$(OUT)/libplayer.a: $(call parts_of,player)
	$(Q)rm -f $@ && $(AR) rcs $@ $^

$(OUT)/libtoolcommon.a: $(call parts_of,common)
	$(Q)rm -f $@ && $(AR) rcs $@ $^

$(LIB): $(ENGINE)
	$(Q)rm -f $@ && $(AR) rcs $@ $^

$(PLIB): $(FRONT)
	$(Q)rm -f $@ && $(AR) rcs $@ $^

# Lets loops be vectorised; the trainer uses neither errno nor floating-point flags. Compilers use
# half of the AVX-512 registers unless they are asked. Results are the same.
wide := $(shell echo | $(CC) $(ARCHFLAGS) -mprefer-vector-width=512 -E - >/dev/null 2>&1 && echo -mprefer-vector-width=512)
$(OUT)/tools/train/%.o: private CPPFLAGS += -fno-math-errno -fno-trapping-math $(wide)

# Command handlers and protocol drivers share a type each; few use all its parameters.
$(OUT)/protocol/%.o $(OUT)/tools/player/%.o: private flags += -Wno-unused-parameter

# The text file of a network names the build that trained it. build.h is written only when it
# changes, and only train_report.c depends on it.
$(OUT)/build.h: FORCE
	@mkdir -p $(@D)
	@{ printf '#define BUILD_REVISION "%s"\n' \
	       "$$([ -e .git ] && GIT_OPTIONAL_LOCKS=0 git describe --always --dirty 2>/dev/null || echo unknown)"; \
	   printf '#define BUILD_FLAGS "%s"\n' '$(strip $(subst ",,$(subst ',,$(BUILDFLAGS) $(ARCHFLAGS) $(CFLAGS))))'; \
	 } > $@.new; if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

$(OUT)/tools/train/train_report.o: $(OUT)/build.h
$(OUT)/tools/train/train_report.o: private flags += -I$(OUT)

# The embedded network: NET is full, small, or a file; EVALFILE is its name in OpenBench.
net_full  := nets/alula.nn
net_small := nets/small.nn
NET_FILE  := $(or $(net_$(NET)),$(NET))
ifeq ($(wildcard $(NET_FILE)),)
$(error NET is full, small, or the file of a network: there is no $(NET_FILE))
endif

# The network as C source. It depends on the contents of the file, not on its date: another file copied
# there may be older than the last build.
$(OUT)/nnue_net.sum: FORCE
	@mkdir -p $(@D)
	@cksum $(NET_FILE) > $@.new; if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

$(OUT)/nnue_net.inc: $(OUT)/nnue_net.sum tools/dev/net-to-c
	@echo "  NN $(NET_FILE)"
	$(Q)tools/dev/net-to-c $(NET_FILE) > $@

$(OUT)/engine/eval/nnue_embedded.o: $(OUT)/nnue_net.inc
$(OUT)/engine/eval/nnue_embedded.o: private flags += -I$(OUT)

$(OUT)/%.o: %.c Makefile
	@mkdir -p $(@D)
	@echo "  CC $<"
	$(Q)$(CC) $(flags) -MMD -MP -c -o $@ $<

-include $(shell find build -name '*.d' 2>/dev/null)

# --- playing ---------------------------------------------------------------------------------

PLAYED := $(EXE)$(NEEDS)

play: $(PLAYED)
	./$(PLAYED)

xboard: $(PLAYED)
	@PATH="$$PATH:/usr/games"; command -v xboard >/dev/null || \
	    { echo "xboard is not installed; on Debian: apt-get install xboard"; exit 1; }; \
	 xboard -fcp ./$(PLAYED) -fd "$(CURDIR)"

bench: $(PLAYED)
	./$(PLAYED) bench

# Profile-guided optimisation: a first build counts how often code runs in bench, a second one is
# optimised for that; code that bench does not run is compiled as without it. The counts of gcc lie
# beside the objects, so both builds use one folder.
PGO       := build/$(notdir $(firstword $(CC)))-$(ARCH)-pgo
PGO_DEPTH ?= 12
ifneq ($(findstring clang,$(CC)),)
PROFDATA   = $(or $(notdir $(shell command -v llvm-profdata 2>/dev/null)),llvm-profdata-14)
pgo_count  = -fprofile-instr-generate
pgo_use    = -fprofile-instr-use=$(PGO)/alula.profdata -Wno-profile-instr-unprofiled
else
pgo_count  = -fprofile-generate -fprofile-update=prefer-atomic
pgo_use    = -fprofile-use -fprofile-partial-training -Wno-missing-profile
endif

pgo:
	$(Q)rm -rf $(PGO)
	$(Q)$(MAKE) --no-print-directory BUILD=pgo PROFILE="$(pgo_count)" $(PGO)/alula
	@echo "  PGO bench $(PGO_DEPTH)"
	$(Q)LLVM_PROFILE_FILE=$(PGO)/alula.profraw $(PGO)/alula bench $(PGO_DEPTH) > $(PGO)/bench
	$(if $(PROFDATA),$(Q)$(PROFDATA) merge -o $(PGO)/alula.profdata $(PGO)/alula.profraw)
	$(Q)find $(PGO) -name '*.[oa]' -delete && rm $(PGO)/alula
	$(Q)$(MAKE) --no-print-directory BUILD=pgo PROFILE="$(pgo_use)" $(PGO)/alula
	$(Q)rm -f $(EXE) && cp $(PGO)/alula $(EXE) && echo "built: $(EXE)"

# The program made by pgo visits the same nodes.
pgo-check:
	$(MAKE) pgo PGO_DEPTH=8 EXE=$(PGO)-alula
	tests/bench.sh $(PGO)-alula --short

# Matches against the engines of Debian; hours. LADDER: options of tools/dev/ladder.
ladder: $(EXE) alula-match
	tools/dev/ladder $(LADDER)

# More than fifty games and window sessions in XBoard, with every line checked.
xboard-fifty: $(PLAYED)
	tests/xboard/fifty.sh ./$(PLAYED)

# By hand: real clients, as far as they are installed; CLIENTS is the folder for pictures and conversations.
clients: $(PLAYED)
	tests/clients/run.sh ./$(PLAYED) $(CLIENTS)

windows:
	$(MAKE) CC=$(MINGW) ARCH=x86-64-v2 EXE=alula.exe LDFLAGS=-static alula.exe
	@if command -v wine >/dev/null; then tests/programs/windows.sh ./alula.exe; \
	 else echo "skipped: wine is not installed: alula.exe was built, not run"; fi

# --- testing ---------------------------------------------------------------------------------

deps:
	tools/dev/deps.sh

# A file includes only its own folder and folders below it.
layers:
	@tools/dev/layers

style: layers headers format-check cecp-doc

CODE := $(wildcard engine/*.[ch] engine/*/*.[ch] protocol/*.[ch] protocol/*/*.[ch] tools/*/*.[ch] tests/*/*.[ch])

# Every header compiles alone.
headers:
	@for h in $(filter engine/% protocol/% tools/%,$(filter %.h,$(CODE))); do \
	    $(CC) $(flags) -Wno-unused-function -fsyntax-only -x c -include $$h /dev/null || exit 1; done

# Other versions of clang-format break lines differently.
CLANG_FORMAT = $(or $(notdir $(shell command -v clang-format-14 2>/dev/null)),clang-format)

format-check:
	@version=$$($(CLANG_FORMAT) --version 2>/dev/null | sed -n 's/.*version \([0-9]*\).*/\1/p'); \
	 if [ "$$version" = 14 ]; then $(CLANG_FORMAT) --dry-run -Werror $(CODE); \
	 else echo "format-check: skipped: it needs clang-format 14, and $${version:-none} is installed"; fi

# docs/cecp.md has a row for every command, feature and kind of option, and its tests exist.
CECP_CODE := $(wildcard protocol/cecp/cecp*.c) protocol/options.c $(wildcard tests/*.sh tests/*/*.c tests/*/*.sh)

cecp-doc:
	@awk -f tools/dev/cecp-doc.awk $(CECP_CODE) docs/cecp.md

$(OUT)/magicgen: $(OUT)/tools/dev/magicgen.o $(OUT)/engine/chess/rays.o
	@echo "  LD $@"
	$(Q)$(CC) $(flags) -o $@ $^ $(libs)

$(OUT)/suitegen: $(OUT)/tools/dev/suitegen.o $(LIB)
	@echo "  LD $@"
	$(Q)$(CC) $(flags) -o $@ $^ $(libs)

$(OUT)/pgnepd: $(OUT)/tools/dev/pgnepd.o $(ARCHIVES)
	@echo "  LD $@"
	$(Q)$(CC) $(flags) -o $@ $^ $(libs)

# By hand: perft-suites/ must notice every wrong rule of tools/dev/mutants.txt; three minutes. Tests must
# notice every wrong rule of tools/dev/program-mutants.txt; half an hour or more.
mutants:
	tools/dev/perft-mutants
	tools/dev/program-mutants

magics: $(OUT)/magicgen
	$(OUT)/magicgen | cmp - engine/chess/attacks_magic.inc

CHECK_LIBS = $(shell pkg-config --cflags --libs check) $(if $(filter msan,$(BUILD)),-Wl$(comma)--wrap=fwrite)

# The test of a tool also needs the folder of that name, or of the name here.
folder_compare := train
$(OUT)/test_%: $(OUT)/tests/unit/test_%.o $$(call parts_of,$$(or $$(folder_$$*),$$*)) $(PLIB) $(ARCHIVES)
	@echo "  LD $@"
	$(Q)$(CC) $(flags) -o $@ $^ $(CHECK_LIBS) $(libs)

$(OUT)/fake-engine: $(OUT)/tests/programs/fake-engine.o $(LIB)
	@echo "  LD $@"
	$(Q)$(CC) $(flags) -o $@ $^ $(libs)

match-tool: $(OUT)/alula-match $(OUT)/alula $(OUT)/fake-engine
	tests/programs/match.sh $^
	tests/programs/match-report.sh $^
	tests/programs/ladder.sh $^
	tests/programs/levels.sh $^
	tests/programs/wdl.sh

epd-tool: $(OUT)/alula-epd $(OUT)/alula $(OUT)/fake-engine
	tests/programs/epd.sh $^ $(TEST_DATA)

book-tool: $(OUT)/alula-book
	tests/programs/book.sh $^ $(TEST_DATA)

openings-tool: $(OUT)/alula-openings $(OUT)/alula-epd $(OUT)/alula-match $(OUT)/alula
	tests/programs/openings.sh $^

lab-tool: $(OUT)/alula-lab
	tests/programs/lab.sh $^

# Mates and endings of the reference data, at fixed nodes.
suites: $(OUT)/alula-epd $(OUT)/alula-match $(OUT)/alula
	tests/programs/suites.sh $^ $(TEST_DATA)

# Tools that use threads, under the thread sanitizer: BUILD=tsan.
races: $(addprefix $(OUT)/alula-,datagen match tune train epd openings perft) $(OUT)/alula
	@[ $(BUILD) = tsan ] || { echo "races: needs the thread sanitizer: make BUILD=tsan races"; exit 2; }
	tests/programs/races.sh $(OUT)
	tests/programs/order.sh $(OUT)/alula 1000 3 20

# Slider tables with magic bitboards, in case this build uses PEXT.
$(OUT)/test_attacks_magic: tests/unit/test_attacks.c engine/chess/attacks.c engine/chess/rays.c Makefile
	@mkdir -p $(@D)
	@echo "  LD $@"
	$(Q)$(CC) $(flags) -UUSE_PEXT -o $@ $(filter %.c,$^) $(CHECK_LIBS) $(libs)

# The thread sanitizer is slow: only tests with threads.
ifeq ($(BUILD),tsan)
UNITS := $(patsubst %,$(OUT)/test_%,mailbox engine engine_state search mates cecp uci match tt)
else
UNITS := $(TESTS:%=$(OUT)/%) $(OUT)/test_attacks_magic
endif

# Unit tests to skip: SKIP="lab console".
SKIP ?=

# Parallel jobs: all processors, as no test measures time.
JOBS ?= $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
# Run targets in parallel, with the output of each kept together (GNU make 4). Lines that use it
# begin with +, as make does not see the $(MAKE) in here, and would not share its jobs.
SIDE_BY_SIDE = $(MAKE) --no-print-directory $(if $(filter output-sync,$(.FEATURES)),-Otarget) \
               $(if $(findstring jobserver,$(MAKEFLAGS)),,-j$(JOBS))
# The longest tests first, so that they do not run alone at the end.
RUNS := $(foreach first,lab console cecp search,$(filter %test_$(first),$(UNITS)))
RUNS := $(patsubst $(OUT)/test_%,run-%,$(filter-out $(SKIP:%=$(OUT)/test_%),$(RUNS) $(filter-out $(RUNS),$(UNITS))))
.PHONY: $(RUNS)
# The tests are built by this make: with -j a second one could write the same objects.
unit: $(UNITS) $(OUT)/alula
	+@$(SIDE_BY_SIDE) $(RUNS)

$(RUNS): run-%: $(OUT)/test_% $(OUT)/alula
	@TEST_DATA=$(TEST_DATA) $< || \
	    { echo "to repeat one, file:line:F:all:NAME:ROW: TEST=NAME:ROW TEST_DATA=$(TEST_DATA) $<"; exit 1; }

# Our own suites, and the reference suites if they exist; counts up to PERFT_NODES.
PERFT_NODES ?= 1000000
perft: $(OUT)/alula-perft
	tests/programs/perft.sh $(OUT)/alula-perft $(PERFT_NODES) $(TEST_DATA)/perft

perft-tool: $(OUT)/alula-perft
	PERFT_NODES=$(PERFT_NODES) tests/programs/perft-tool.sh $(OUT)/alula-perft $(TEST_DATA)/perft

datagen-tool: $(OUT)/alula-datagen $(OUT)/alula-perft
	tests/programs/datagen.sh $(OUT)/alula-datagen

tune-tool: $(OUT)/alula-tune
	tests/programs/tune.sh $^

train-tool: $(OUT)/alula-train $(OUT)/alula-datagen $(OUT)/pgnepd
	tests/programs/train.sh $(OUT)/alula-train $(OUT)/alula-datagen
	tests/programs/compare.sh $^

dialogue: $(OUT)/alula
	tests/programs/dialogue.sh $(OUT)/alula
	tests/programs/order.sh $(OUT)/alula
	tests/programs/order.sh $(OUT)/alula 500 2 20

# Random commands without waiting for answers: ORDER="COMMANDS SEED".
ORDER ?= 100000 7
order: $(OUT)/alula
	tests/programs/order.sh $(OUT)/alula $(ORDER)

# All programs on a read-only file system.
readonly: $(OUT)/alula $(TOOLS:%=$(OUT)/%)
	tests/programs/readonly.sh $(OUT)

# The console on a terminal; needs tmux.
console: $(OUT)/alula
	tests/programs/console.sh $(OUT)/alula

# Commands, options, names and links in the documents.
docs-check: $(OUT)/alula $(TOOLS:%=$(OUT)/%)
	tests/programs/docs.sh $(OUT)

bench-check: $(OUT)/alula
	tests/bench.sh $(OUT)/alula $(if $(NEEDS),--short)

# A program built with a damaged network must exit with an error.
damaged-net: $(OUT)/alula
	@mkdir -p $(OUT)/planted
	@awk 'NR == 999 {sub(/^-?[0-9]+/, $$1 + 1)} 1' FS=, $(OUT)/nnue_net.inc > $(OUT)/planted/nnue_net.inc
	$(Q)$(CC) $(flags) -I$(OUT)/planted -c -o $(OUT)/planted/nnue_embedded.o engine/eval/nnue_embedded.c
	$(Q)$(CC) $(flags) -o $(OUT)/planted/alula $(OUT)/protocol/main.o $(OUT)/planted/nnue_embedded.o $(PLIB) $(LIB) $(libs)
	@if echo eval | $(OUT)/planted/alula > $(OUT)/planted/out 2>&1; then status=0; else status=$$?; fi; \
	 if [ $$status != 2 ] || ! grep -q 'the network it was built with: it is damaged' $(OUT)/planted/out; \
	 then echo "damaged-net: the program ended with status $$status, and:"; head -n 5 $(OUT)/planted/out; exit 1; fi

# What HARDEN asks for is in the programs.
hardening: $(OUT)/alula $(TOOLS:%=$(OUT)/%)
ifneq ($(HARDENING),)
	tests/programs/hardening.sh $^
else
	@echo "hardening: skipped: this build has none"
endif

# Programs with one call after another that fails; STEP=N: only every N-th, from another one with OFFSET=1
# and so on; but all in the two protocols. Of alula-match, which
# waits for its engines to end, every MATCH_STEP-th.
STEP ?= 1
MATCH_STEP ?= $(STEP)
OFFSET ?= 0
$(OUT)/faults.so: tests/faults/faults.c Makefile
	@mkdir -p $(@D)
	@echo "  LD $@"
	$(Q)echo '#include <features.h>' | $(CC) -dM -E - | grep -q __GLIBC__ || exit 0; \
	    $(CC) -std=c11 $(WARNINGS) -O1 -fPIC -shared -o $@ $< -ldl -pthread

faults: $(OUT)/faults.so $(OUT)/alula $(TOOLS:%=$(OUT)/%)
	tests/faults/run.sh $(OUT) uci cecp
	STEP=$(STEP) OFFSET=$(OFFSET) MATCH_STEP=$(MATCH_STEP) tests/faults/run.sh $(OUT) console bench perft epd book openings datagen train tune match

# Long jobs, killed by SIGKILL at random moments and started again.
KILLS ?= 200
kills: $(OUT)/alula $(TOOLS:%=$(OUT)/%)
	KILLS=$(KILLS) tests/faults/kill.sh $(OUT)

# Static analysis.
lint: $(OUT)/build.h $(OUT)/nnue_net.inc
	tools/dev/lint $(filter-out -Werror,$(flags)) -Wno-unused-parameter -I$(OUT)

# Lines and branches that the tests reach, by folder, and functions that none calls. Failures of tests
# do not count here.
coverage:
	rm -rf build/$(notdir $(firstword $(CC)))-$(ARCH)-coverage
	$(MAKE) BUILD=coverage coverage-run

coverage-run: $(OUT)/alula $(TOOLS:%=$(OUT)/%)
	-+$(SIDE_BY_SIDE) -k unit perft dialogue perft-tool datagen-tool match-tool tune-tool train-tool epd-tool \
	    openings-tool book-tool lab-tool console readonly fuzz-replay PERFT_NODES=100000
	-tests/xboard/run.sh $(OUT)/alula
	tools/dev/coverage $(OUT)

# Hours of games and analysis in one process.
HOURS ?= 2
soak: $(OUT)/alula $(OUT)/alula-match $(OUT)/test_search
	WRONG_ENTRIES=5000 TEST=wrong_entries $(OUT)/test_search
	tests/programs/soak.sh $(OUT)/alula $(OUT)/alula-match $(HOURS)

# Everything that takes longer than a change should wait.
nightly:
	@mkdir -p $(OUT)
	+@tests/stages.sh "make nightly" $(OUT)/nightly.log '$(MAKE) faults' '$(MAKE) kills' '$(MAKE) fuzz SECONDS=$(if $(filter command%,$(origin SECONDS)),$(SECONDS),600)' \
	    '$(MAKE) order ORDER="100000 7"' \
	    '$(MAKE) mutants' '$(MAKE) coverage' '$(MAKE) soak HOURS=$(HOURS)'

# Fuzz targets. fuzz-replay runs their corpora with any compiler; fuzz needs libFuzzer of clang. A
# target also needs the folder of tools/ of that name.
FUZZ    ?= $(filter-out dialogue,$(patsubst tests/fuzz/fuzz_%.c,%,$(sort $(wildcard tests/fuzz/fuzz_*.c))))
SECONDS ?= 60
# With more than one target, those with the largest formats have three times as long.
FUZZ_LONG = $(if $(word 2,$(FUZZ)),pgn | fen | network | uci | cecp | console,none)
fuzz_parts = $(OUT)/tests/fuzz/fuzz_$(1).o $(OUT)/tests/fuzz/fuzz.o $(OUT)/tests/fuzz/fuzz_dialogue.o $(call parts_of,$(1)) $(PLIB) $(ARCHIVES)

$(OUT)/replay-%: $(OUT)/tests/fuzz/replay.o $$(call fuzz_parts,$$*)
	@echo "  LD $@"
	$(Q)$(CC) $(flags) -o $@ $^ $(libs)

fuzz-replay: $(FUZZ:%=$(OUT)/replay-%)
	@for f in $(FUZZ); do $(OUT)/replay-$$f tests/fuzz/corpus/$$f/* || exit 1; done

$(OUT)/fuzz-%: $$(call fuzz_parts,$$*)
	@echo "  LD $@"
	$(Q)$(CC) $(flags) -fsanitize=fuzzer -o $@ $^ $(libs)

# Their branches depend on positions, not on the form of the input, and counting them takes half of the time.
ifeq ($(BUILD),fuzz)
$(OUT)/engine/eval/nnue.o $(OUT)/engine/search/search.o $(OUT)/engine/chess/attacks.o $(OUT)/engine/chess/cycle.o: private flags += -fno-sanitize=fuzzer-no-link
endif

# New inputs go to build/fuzz/TARGET, inputs that fail to build/fuzz/TARGET-*.
fuzz:
	@if echo 'int LLVMFuzzerTestOneInput(void) { return 0; }' | \
	        clang -fsanitize=fuzzer,address -x c -o /dev/null - 2>/dev/null; \
	 then $(MAKE) --no-print-directory CC=clang BUILD=fuzz FUZZ="$(FUZZ)" SECONDS=$(SECONDS) fuzz-run; \
	 else echo "fuzz: skipped: clang with libFuzzer is not installed"; fi

fuzz-run: $(FUZZ:%=$(OUT)/fuzz-%)
	@for f in $(FUZZ); do mkdir -p build/fuzz/$$f; dict=tests/fuzz/dictionaries/$$f; \
	    echo "fuzz: $$f"; \
	    case $$f in $(FUZZ_LONG)) seconds=$$((3 * $(SECONDS))) ;; *) seconds=$(SECONDS) ;; esac; \
	    $(OUT)/fuzz-$$f $$([ -e $$dict ] && echo -dict=$$dict) -max_len=1024 -max_total_time=$$seconds \
	        -artifact_prefix=build/fuzz/$$f- -print_final_stats=1 build/fuzz/$$f tests/fuzz/corpus/$$f || exit 1; done

# Keep the smallest files that reach as much as all of build/fuzz/TARGET and the corpus; then look
# at what `git status` shows.
fuzz-merge:
	$(MAKE) --no-print-directory CC=clang BUILD=fuzz $(FUZZ:%=build/clang-$(ARCH)-fuzz/fuzz-%)
	@for f in $(FUZZ); do mkdir -p build/fuzz/$$f; \
	    build/clang-$(ARCH)-fuzz/fuzz-$$f -merge=1 -max_len=1024 tests/fuzz/corpus/$$f build/fuzz/$$f || exit 1; done

check: style magics unit perft dialogue bench-check damaged-net docs-check fuzz-replay hardening
	@echo "make check: all passed"

# After a failure the next stage still runs; the last lines list what failed and what was skipped.
test: | $(filter deps,$(MAKECMDGOALS))
	@mkdir -p $(OUT)
	+@tests/stages.sh "make test" $(OUT)/test.log \
	    '$(SIDE_BY_SIDE) -k check' \
	    '$(MAKE) perft PERFT_NODES=20000000' \
	    '$(MAKE) perft-tool PERFT_NODES=200000' \
	    '$(SIDE_BY_SIDE) -k datagen-tool match-tool tune-tool train-tool epd-tool openings-tool book-tool lab-tool suites console readonly' \
	    '$(SIDE_BY_SIDE) -k BUILD=asan unit' \
	    '$(MAKE) -k BUILD=asan dialogue fuzz-replay perft PERFT_NODES=20000' \
	    'tests/xboard/run.sh $(OUT)/alula'

# --- installing ------------------------------------------------------------------------------

install: all
	install -d $(DESTDIR)$(BINDIR) $(DESTDIR)$(GAMESDIR)/plugins/xboard
	install -m 755 $(EXE) $(TOOLS) $(DESTDIR)$(BINDIR)
	printf 'plugin spec 0.0\nalula\nchess\n' > $(DESTDIR)$(GAMESDIR)/plugins/xboard/alula.eng

uninstall:
	rm -f $(DESTDIR)$(BINDIR)/$(EXE) $(TOOLS:%=$(DESTDIR)$(BINDIR)/%)
	rm -f $(DESTDIR)$(GAMESDIR)/plugins/xboard/alula.eng

format:
	$(CLANG_FORMAT) -i $(CODE)

clean:
	rm -rf build alula.exe $(foreach program,$(EXE) alula $(TOOLS),$(program) $(addprefix $(program)-,debug asan tsan))

help:
	@echo "make               build alula and its tools for this machine"
	@echo "make play          a game in the terminal"
	@echo "make xboard        a game in XBoard"
	@echo "make deps test     install what the tests need, run the tests"
	@echo "make check         the quick tests, about a minute"
	@echo "make ladder        matches against the engines of Debian; hours"
	@echo "make xboard-fifty  games and sessions in XBoard, every line checked; a quarter of an hour"
	@echo "make mutants       plant bugs; the perft suites and the tests must notice; half an hour or more"
	@echo "make fuzz          fuzz targets with libFuzzer, by turns: FUZZ=pgn SECONDS=600 for one"
	@echo "make faults        each program, with one call after another that fails; STEP=N: every N-th"
	@echo "make nightly       faults, kills, fuzzing, mutants, coverage and soak: many hours"
	@echo "make clients       play with python-chess, lichess-bot, Scid ..., as far as they are installed"
	@echo "make coverage      lines and branches that the tests reach; 20 minutes of processor time"
	@echo "make soak          games and analysis in one process: HOURS=2"
	@echo "make kills         long jobs killed at random moments and resumed: KILLS=200 times each"
	@echo "make lint          static analysis by clang, gcc and cppcheck"
	@echo "make bench         nodes per second and total node count"
	@echo "make pgo           build alula with profile-guided optimisation: faster, but two builds"
	@echo "make suites        mate and endgame suites of TEST_DATA=DIR, at fixed nodes"
	@echo "make docs-check    the commands, options and links of the documents"
	@echo "make windows       alula.exe by mingw-w64"
	@echo "make perft         the perft suites, counts up to PERFT_NODES=$(PERFT_NODES)"
	@echo "make clean         remove build files and programs"
	@echo "make install, make uninstall   to BINDIR=$(BINDIR), plugin file for XBoard to GAMESDIR=$(GAMESDIR)"
	@echo "ARCH=native|x86-64|x86-64-v2|x86-64-v3|portable  BUILD=release|debug|asan|tsan|msan  CC=gcc|clang  EXE=name  HARDEN=1|  NET=full|small|FILE"
