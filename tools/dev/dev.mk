# For developers: profile-guided builds, checks of style, mutants, faults, coverage, long runs.

.PHONY: pgo pgo-check ladder xboard-fifty clients layers style headers format-check mutants faults kills lint coverage coverage-run soak nightly format help-dev cross

# Profile-guided optimization: the first build counts how often code runs in bench, and the second is
# optimized with these counts; code that bench does not run is compiled as usual. gcc stores the counts
# next to the objects, so both builds use one folder.
PGO       := build/$(notdir $(firstword $(CC)))-$(ARCH)-pgo$(TUNED:%=-tune)
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
	$(Q)$(MAKE) --no-print-directory BUILD=pgo PROFILE="$(pgo_use)" $(PGO)/alula
	$(Q)rm -f $(EXE) && cp $(PGO)/alula $(EXE) && echo "built: $(EXE)"

# The program made by pgo must visit the same nodes.
pgo-check:
	$(MAKE) pgo PGO_DEPTH=8 EXE=$(PGO)-alula
	tests/bench.sh $(PGO)-alula --short

# Matches against the engines of Debian; takes hours. LADDER: options of tools/dev/ladder.
ladder: $(EXE) alula-match
	tools/dev/ladder $(LADDER)

# More than fifty games and window sessions in XBoard, with every line checked.
xboard-fifty: $(PLAYED)
	tests/xboard/fifty.sh ./$(PLAYED)

# By hand: those real clients that are installed; CLIENTS is the folder for pictures and conversations.
clients: $(PLAYED)
	tests/clients/run.sh ./$(PLAYED) $(CLIENTS)

# A file may include only its own folder and lower layers.
layers:
	@tools/dev/layers

style: layers headers format-check

CODE := $(wildcard engine/*.[ch] engine/*/*.[ch] protocol/*.[ch] protocol/*/*.[ch] program/*.[ch] tools/*/*.[ch] tests/*/*.[ch] contrib/web/*.[ch] library/*.[ch])

# Every header must compile alone.
headers:
	@for h in $(filter engine/% library/% protocol/% program/% tools/%,$(filter-out %_windows.h,$(filter %.h,$(CODE)))); do \
	    $(CC) $(flags) -Wno-unused-function -fsyntax-only -x c -include $$h /dev/null || exit 1; done

# Other versions of clang-format break lines differently.
CLANG_FORMAT = $(or $(notdir $(shell command -v clang-format-14 2>/dev/null)),clang-format)

format-check:
	@version=$$($(CLANG_FORMAT) --version 2>/dev/null | sed -n 's/.*version \([0-9]*\).*/\1/p'); \
	 if [ "$$version" = 14 ]; then $(CLANG_FORMAT) --dry-run -Werror $(CODE); \
	 else echo "skipped: format-check: it needs clang-format 14, and $${version:-none} is installed"; \
	     echo "format-check" >>"$${SKIPPED:-/dev/null}"; fi

$(OUT)/magicgen: $(OUT)/tools/dev/magicgen.o $(OUT)/engine/chess/rays.o
	@echo "  LD $@"
	$(Q)$(CC) $(flags) -o $@ $^ $(libs)

# By hand: fits the human-like levels, see docs/strength.md.
people: $(OUT)/people
$(OUT)/people: $(OUT)/tools/dev/people.o $(LIB)
	@echo "  LD $@"
	$(Q)$(CC) $(flags) -o $@ $^ $(libs)

# By hand: perft-suites/ must notice every wrong rule of tools/dev/mutants.txt; takes ten minutes.
mutants:
	tools/dev/mutants

# Runs programs again and again, each time with another call that fails. STEP=N: only every N-th call,
# starting at OFFSET; in the two protocols, every call; in alula-match, which waits for its engines to
# exit, every MATCH_STEP-th.
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
	STEP=$(STEP) OFFSET=$(OFFSET) MATCH_STEP=$(MATCH_STEP) tests/faults/run.sh $(OUT) console bench genfens perft epd annotate annotate-page book openings datagen train tune match

# Long jobs, killed by SIGKILL at random moments and started again.
KILLS ?= 200
kills: $(OUT)/alula $(TOOLS:%=$(OUT)/%)
	KILLS=$(KILLS) tests/faults/kill.sh $(OUT)

# All programs for other processors, with cross compilers and qemu-user.
cross:
	$(run_test) tools/dev/cross $(CROSS)

# Static analysis.
lint: $(OUT)/build.h $(USAGE_NAMES:%=$(OUT)/usage/%.inc)
	tools/dev/lint $(filter-out -Werror,$(flags)) -Wno-unused-parameter -DNET_FILE='"$(NET_FILE)"'

# Lines and branches that the tests reach, by folder, and functions that no test calls. Test failures
# are ignored.
coverage:
	rm -rf build/$(notdir $(firstword $(CC)))-$(ARCH)-coverage
	$(MAKE) BUILD=coverage coverage-run

coverage-run: $(OUT)/alula $(TOOLS:%=$(OUT)/%)
	-+$(SIDE_BY_SIDE) -k unit perft dialogue $(TOOL_TESTS) fuzz-replay PERFT_NODES=100000
	tools/dev/coverage $(OUT)

# Hours of games and analysis in one process.
HOURS ?= 2
soak: $(OUT)/alula $(OUT)/alula-match $(OUT)/test_search
	WRONG_ENTRIES=5000 TEST=wrong_entries $(OUT)/test_search
	tests/programs/soak.sh $(OUT)/alula $(OUT)/alula-match $(HOURS)

# Everything too slow to run for every change.
nightly:
	@mkdir -p $(OUT)
	+@LIMIT=86400 tests/stages.sh "make nightly" $(OUT)/nightly.log '$(MAKE) faults' '$(MAKE) kills' '$(MAKE) fuzz SECONDS=$(if $(filter command%,$(origin SECONDS)),$(SECONDS),600)' \
	    '$(MAKE) order ORDER="100000 7"' '$(MAKE) lint' '$(MAKE) cross' '$(MAKE) wasm-check' \
	    'TURN=0 .ci/run sanitizers' 'TURN=1 .ci/run sanitizers' 'TURN=2 .ci/run sanitizers' 'TURN=3 .ci/run sanitizers' \
	    'TURN=0 .ci/run compilers' 'TURN=1 .ci/run compilers' '.ci/run installing' '.ci/run packages' \
	    'TURN=0 .ci/run openbench' 'TURN=1 .ci/run openbench' 'TURN=0 .ci/run processors' '.ci/run small' '.ci/run musl' \
	    'TURN=0 .ci/run profile_guided' 'TURN=1 .ci/run profile_guided' '.ci/run debug' \
	    '$(MAKE) -k datagen-tool train-tool tune-tool suites' '$(MAKE) windows' \
	    '$(MAKE) mutants' '$(MAKE) coverage' '$(MAKE) soak HOURS=$(HOURS)'

format:
	$(CLANG_FORMAT) -i $(CODE)

help-dev:
	@echo "make ladder        matches against the engines of Debian; hours"
	@echo "make xboard-fifty  games and sessions in XBoard, every line checked; a quarter of an hour"
	@echo "make mutants       plant bugs in the move generator; the perft suites must notice"
	@echo "make fuzz          fuzz targets with libFuzzer, one after another: FUZZ=pgn SECONDS=600 for one"
	@echo "make faults        each program, again and again, with another failing call; STEP=N: every N-th"
	@echo "make nightly       faults, kills, fuzzing, mutants, coverage and soak: many hours"
	@echo "make clients       play with python-chess, lichess-bot, Scid ..., if installed"
	@echo "make coverage      lines and branches that the tests reach; 20 minutes of processor time"
	@echo "make soak          games and analysis in one process: HOURS=2"
	@echo "make kills         long jobs killed at random moments and resumed: KILLS=200 times each"
	@echo "make cluster       the lines of docs/cluster.md on two hosts, network namespaces, and by Slurm; needs root"
	@echo "make cross         build and test for ARM, RISC-V, PowerPC, s390x, i686: CROSS=aarch64 for one"
	@echo "make wasm-check    Alula for browsers, in Node, Chromium and Firefox, if installed"
	@echo "make lint          static analysis by clang, gcc and cppcheck"
	@echo "make suites        mate and endgame suites of TEST_DATA=DIR, at fixed nodes"
	@echo "make man           build/man; make completions: build/completions, for bash and zsh"
	@echo "make docs-check    the commands, options and links of the documents"
