# The tests, one target each; `make check` and `make test` in the Makefile call them.

.PHONY: cluster xboard-games magics match-tool match-games match-reports epd-tool annotate-tool board book-tool openings-tool lab-tool endings-tool json suites races unit perft perft-tool perft-check datagen-tool tune-tool train-tool dialogue order readonly console docs-check usage makefile bench-check damaged-net hardening fuzz-replay fuzz fuzz-run fuzz-merge fuzz-pack

# The test runner. Exit status 77 means that a test, or a part of it, was skipped.
run_test = @tests/stages.sh --test

magics: $(OUT)/magicgen
	$(OUT)/magicgen | cmp - engine/chess/attacks_magic.inc

have_check = pkg-config --exists check || { echo "The unit tests need libcheck and pkg-config, which make deps installs"; exit 1; }
.PHONY: have-check
have-check:
	@$(have_check)
$(TESTS:%=$(OUT)/tests/unit/%.o) $(OUT)/test_attacks_magic: | have-check

CHECK_LIBS = $(shell pkg-config --cflags --libs check) $(if $(filter msan,$(BUILD)),-Wl$(comma)--wrap=fwrite)

# The unit test or fuzz target of a tool also links the folder of that name, or the folder named here.
folder_answer := perft
folder_compare := train
folder_explain := perft
folder_programs := perft
$(OUT)/test_%: $(OUT)/tests/unit/test_%.o $$(call parts_of,$$(or $$(folder_$$*),$$*)) $(PLIB) $(ARCHIVES)
	@echo "  LD $@"
	$(Q)$(CC) $(flags) -o $@ $(filter %.o,$^) $(filter %.a,$^) $(CHECK_LIBS) $(libs)

$(OUT)/test_pagegame: $(OUT)/contrib/web/pagegame.o

$(OUT)/fake-engine$(X): $(OUT)/tests/programs/fake-engine.o $(LIB)
	@echo "  LD $@"
	$(Q)$(CC) $(flags) -o $@ $^ $(libs)

match-tool: match-games match-reports
match-games: $(OUT)/alula-match $(OUT)/alula $(OUT)/fake-engine
	$(run_test) tests/programs/match.sh $^
	$(run_test) tests/programs/openbench.sh $(OUT)/alula $<
match-reports: $(OUT)/alula-match $(OUT)/alula $(OUT)/fake-engine
	$(run_test) tests/programs/match-report.sh $^
	$(run_test) tests/programs/ladder.sh $^
	$(run_test) tests/programs/levels.sh $^
	$(run_test) tests/programs/wdl.sh

epd-tool: $(OUT)/alula-epd $(OUT)/alula $(OUT)/fake-engine
	$(run_test) tests/programs/epd.sh $^ $(TEST_DATA)

annotate-tool: $(OUT)/alula-annotate $(OUT)/alula $(OUT)/fake-engine
	$(run_test) tests/programs/annotate.sh $^

# Pictures of positions.
board: $(OUT)/alula
	$(run_test) tests/programs/board.sh $^

book-tool: $(OUT)/alula-book
	$(run_test) tests/programs/book.sh $^ $(TEST_DATA)

openings-tool: $(OUT)/alula-openings $(OUT)/alula-epd $(OUT)/alula-match $(OUT)/alula
	$(run_test) tests/programs/openings.sh $^

lab-tool: $(OUT)/alula-lab
	$(run_test) tests/programs/lab.sh $^

# Compares the --json output of all programs with docs/json.md.
json: $(addprefix $(OUT)/,alula alula-perft alula-match alula-epd alula-datagen alula-train alula-book alula-openings alula-tune alula-lab)
	$(run_test) tests/programs/json.sh $(OUT) $(TEST_DATA)

endings-tool: $(OUT)/alula-endings $(OUT)/alula $(OUT)/alula-match $(OUT)/alula-epd
	$(run_test) tests/programs/endings.sh $< $(TEST_DATA)
	$(run_test) tests/programs/tables.sh $(filter-out $<,$^) $(TEST_DATA)

# Mates and endgames of the reference data, at fixed nodes.
suites: $(OUT)/alula-epd $(OUT)/alula-match $(OUT)/alula
	$(run_test) tests/programs/suites.sh $^ $(TEST_DATA)

# Tools that use threads, under the thread sanitizer: BUILD=tsan. `quit` leaves threads unjoined.
races: $(addprefix $(OUT)/alula-,datagen match tune train epd annotate openings perft) $(OUT)/alula
	@[ $(BUILD) = tsan ] || { echo "races: needs the thread sanitizer: make BUILD=tsan races"; exit 2; }
	$(run_test) tests/programs/races.sh $(OUT)
	$(run_test) env TSAN_OPTIONS=report_thread_leaks=0 tests/programs/order.sh $(OUT)/alula 1000 3 20

# Tests the magic bitboards, as this build may use PEXT.
$(OUT)/test_attacks_magic: tests/unit/test_attacks.c engine/chess/attacks.c engine/chess/rays.c Makefile
	@mkdir -p $(@D)
	@echo "  LD $@"
	$(Q)$(CC) $(flags) -UUSE_PEXT -o $@ $(filter %.c,$^) $(CHECK_LIBS) $(libs)

# The thread sanitizer is slow, so only tests with threads run.
ifeq ($(BUILD),tsan)
UNITS := $(patsubst %,$(OUT)/test_%,mailbox engine engine_state search mates cecp uci match tt library)
else
UNITS := $(TESTS:%=$(OUT)/%) $(OUT)/test_attacks_magic
endif

# Unit tests to skip (SKIP="lab console"), or the only ones to run (ONLY="search").
SKIP ?=
ONLY ?=

# Parallel jobs: one per processor, as no test measures time.
JOBS ?= $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
# Runs targets in parallel, with the output of each target kept together (GNU make 4). Recipe lines with $(SIDE_BY_SIDE)
# begin with +, as make does not see the $(MAKE) inside, and would not share its jobs.
SIDE_BY_SIDE = $(MAKE) --no-print-directory $(if $(filter output-sync,$(.FEATURES)),-Otarget) \
               $(if $(findstring jobserver,$(MAKEFLAGS)),,-j$(JOBS))
# The longest tests run first, so that they do not run alone at the end.
UNITS := $(filter-out $(SKIP:%=$(OUT)/test_%),$(if $(ONLY),$(filter $(ONLY:%=$(OUT)/test_%),$(UNITS)),$(UNITS)))
RUNS  := $(foreach first,lab console cecp train search,$(filter %test_$(first),$(UNITS)))
RUNS  := $(patsubst $(OUT)/test_%,test-%,$(RUNS) $(filter-out $(RUNS),$(UNITS)))
.PHONY: $(RUNS)
# This make builds the tests, as with -j a second make could write the same objects.
unit: $(UNITS) $(OUT)/alula
	+@$(SIDE_BY_SIDE) $(RUNS)

$(RUNS): test-%: $(OUT)/test_% $(OUT)/alula
	@TEST_DATA=$(TEST_DATA) $< || \
	    { echo "to repeat one, file:line:F:all:NAME:ROW: TEST=NAME:ROW TEST_DATA=$(TEST_DATA) $<"; exit 1; }

# Our own suites, and the reference suites if they exist; counts up to PERFT_NODES.
PERFT_NODES ?= 1000000
perft: $(OUT)/alula-perft
	$(run_test) tests/programs/perft.sh $(OUT)/alula-perft $(PERFT_NODES) $(TEST_DATA)/perft

perft-tool: $(OUT)/alula-perft $(OUT)/alula
	$(run_test) tests/programs/perft-tool.sh $(OUT)/alula-perft $(TEST_DATA)/perft
	$(run_test) tests/programs/perft-compare.sh $^

perft-check: $(OUT)/alula-perft $(OUT)/fake-engine
	$(run_test) tests/programs/perft-check.sh $^

datagen-tool: $(OUT)/alula-datagen $(OUT)/alula-perft
	$(run_test) tests/programs/datagen.sh $(OUT)/alula-datagen

tune-tool: $(OUT)/alula-tune $(OUT)/alula $(OUT)/fake-engine
	$(run_test) tests/programs/tune.sh $^

train-tool: $(OUT)/alula-train $(OUT)/alula-datagen
	$(run_test) tests/programs/train.sh $(OUT)/alula-train $(OUT)/alula-datagen
	$(run_test) tests/programs/compare.sh $(OUT)/alula-train

dialogue: $(OUT)/alula
	$(run_test) tests/programs/dialogue.sh $(OUT)/alula
	$(run_test) tests/programs/order.sh $(OUT)/alula
	$(run_test) tests/programs/order.sh $(OUT)/alula 500 2 20

# Random commands without waiting for answers: ORDER="COMMANDS SEED".
ORDER ?= 100000 7
order: $(OUT)/alula
	$(run_test) tests/programs/order.sh $(OUT)/alula $(ORDER)

# Games in the real XBoard.
xboard-games: $(OUT)/alula
	$(run_test) tests/xboard/run.sh $(OUT)/alula

# cluster, run by hand: the commands of docs/cluster.md, or some of them: CLUSTER="Perft Slurm". readonly: all programs
# on a read-only file system.
cluster: $(OUT)/alula $(TOOLS:%=$(OUT)/%)
	$(run_test) tests/programs/cluster.sh $(OUT) $(TEST_DATA) $(CLUSTER)
readonly: $(OUT)/alula $(TOOLS:%=$(OUT)/%)
	$(run_test) tests/programs/readonly.sh $(OUT)

# The console on a terminal; needs tmux.
console: $(OUT)/alula
	$(run_test) tests/programs/console.sh $(OUT)/alula

# Commands, options, names and links in the documents.
docs-check: $(OUT)/alula $(TOOLS:%=$(OUT)/%)
	$(run_test) tests/programs/docs.sh $(OUT)

# The tables of command lines: --help, man pages, completions.
usage: $(OUT)/alula $(TOOLS:%=$(OUT)/%)
	$(run_test) tests/programs/usage.sh $(OUT)

# The compiler probes, and the files that are rebuilt when flags change.
makefile:
	$(run_test) tests/programs/makefile.sh

bench-check: $(OUT)/alula
	tests/bench.sh $(OUT)/alula $(if $(SUFFIX),--short)

# A program built with a damaged network must exit with an error.
damaged-net: $(OUT)/alula
	@mkdir -p $(OUT)/planted
	@{ head -c 99999 $(NET_FILE); printf '\252'; tail -c +100001 $(NET_FILE); } > $(OUT)/planted/net.nn
	$(Q)$(CC) $(flags) -DNET_FILE='"$(OUT)/planted/net.nn"' -c -o $(OUT)/planted/nnue_bytes.o engine/eval/nnue_bytes.c
	$(Q)$(CC) $(flags) -o $(OUT)/planted/alula $(PROGRAM) $(OUT)/planted/nnue_bytes.o $(PLIB) $(LIB) $(libs)
	@if echo eval | $(OUT)/planted/alula > $(OUT)/planted/out 2>&1; then status=0; else status=$$?; fi; \
	 if [ $$status != 1 ] || ! grep -q 'the built-in network cannot be used: the file is damaged' $(OUT)/planted/out; \
	 then echo "damaged-net: the program ended with status $$status, and:"; head -n 5 $(OUT)/planted/out; exit 1; fi

# Checks that the programs have the hardening that HARDEN requests.
hardening: $(OUT)/alula $(TOOLS:%=$(OUT)/%)
	$(if $(HARDENING),$(run_test) tests/programs/hardening.sh $^)

# Fuzz targets. fuzz-replay runs their corpora with any compiler; fuzz needs clang's libFuzzer. A target also links the
# folder of tools/ of that name, or the folder named above.
FUZZ    ?= $(filter-out dialogue,$(patsubst tests/fuzz/fuzz_%.c,%,$(sort $(wildcard tests/fuzz/fuzz_*.c))))
SECONDS ?= 60
# With more than one target, those with the largest input formats run three times as long.
FUZZ_LONG = $(if $(word 2,$(FUZZ)),pgn | fen | network | uci | cecp | console,none)
fuzz_parts = $(OUT)/tests/fuzz/fuzz_$(1).o $(if $(filter library,$(1)),$(LIB_PARTS)) $(OUT)/tests/fuzz/fuzz.o $(OUT)/tests/fuzz/fuzz_dialogue.o $(call parts_of,$(or $(folder_$(1)),$(1))) $(PLIB) $(ARCHIVES)

$(OUT)/replay-%: $(OUT)/tests/fuzz/replay.o $$(call fuzz_parts,$$*)
	@echo "  LD $@"
	$(Q)$(CC) $(flags) -o $@ $^ $(libs)

# Unpacks the corpus of a target into build/fuzz/corpus.
corpus_of = rm -rf build/fuzz/corpus/$(1) && mkdir -p build/fuzz/corpus/$(1) && tar -xf tests/fuzz/corpus/$(1).tar -C build/fuzz/corpus/$(1)

fuzz-replay: $(FUZZ:%=$(OUT)/replay-%)
	@for f in $(FUZZ); do $(call corpus_of,$$f) && $(OUT)/replay-$$f build/fuzz/corpus/$$f/* || exit 1; done

$(OUT)/fuzz-%: $$(call fuzz_parts,$$*)
	@echo "  LD $@"
	$(Q)$(CC) $(flags) -fsanitize=fuzzer -o $@ $^ $(libs)

# Not instrumented: branches of these files depend on positions, not on the input format, and counting them would take
# half of the time.
ifeq ($(BUILD),fuzz)
$(OUT)/engine/eval/nnue.o $(OUT)/engine/search/search.o $(OUT)/engine/chess/attacks.o $(OUT)/engine/chess/cycle.o: flags += -fno-sanitize=fuzzer-no-link
endif

# New inputs go to build/fuzz/TARGET, failing inputs to build/fuzz/TARGET-*.
fuzz:
	$(MAKE) --no-print-directory CC=clang BUILD=fuzz FUZZ="$(FUZZ)" SECONDS=$(SECONDS) fuzz-run

fuzz-run: $(FUZZ:%=$(OUT)/fuzz-%)
	@for f in $(FUZZ); do mkdir -p build/fuzz/$$f; $(call corpus_of,$$f); dict=tests/fuzz/dictionaries/$$f; \
	    echo "fuzz: $$f"; \
	    case $$f in $(FUZZ_LONG)) seconds=$$((3 * $(SECONDS))) ;; *) seconds=$(SECONDS) ;; esac; \
	    $(OUT)/fuzz-$$f $$([ -e $$dict ] && echo -dict=$$dict) -max_len=1024 -max_total_time=$$seconds \
	        -artifact_prefix=build/fuzz/$$f- -print_final_stats=1 build/fuzz/$$f build/fuzz/corpus/$$f || exit 1; done

# Keeps the smallest inputs that reach as much code as build/fuzz/TARGET and the corpus together.
fuzz-merge:
	$(MAKE) --no-print-directory CC=clang BUILD=fuzz $(FUZZ:%=build/clang-$(ARCH)-fuzz/fuzz-%)
	@for f in $(FUZZ); do mkdir -p build/fuzz/$$f; $(call corpus_of,$$f); \
	    build/clang-$(ARCH)-fuzz/fuzz-$$f -merge=1 -max_len=1024 build/fuzz/corpus/$$f build/fuzz/$$f || exit 1; done
	$(MAKE) --no-print-directory fuzz-pack

# Packs the folders of build/fuzz/corpus again, reproducibly.
fuzz-pack:
	@for f in $(FUZZ); do tar --sort=name --owner=0 --group=0 --numeric-owner --mtime=@0 --format=ustar \
	    -cf tests/fuzz/corpus/$$f.tar -C build/fuzz/corpus/$$f $$(ls -A build/fuzz/corpus/$$f) || exit 1; done
