# Alula. The two commands: `make play` and `make deps test`. `make help` lists the rest.

# BSD make finds a file here that stops with a message; GNU make finds nothing.
include $(.PARSEFILE:S/Makefile/BSDmakefile/) /dev/null

CC        ?= cc
ARCH      ?= native
BUILD     ?= release
EXE       ?= alula
TEST_DATA ?= tests/data
NET       ?= $(or $(EVALFILE),full)
MINGW     ?= $(or $(notdir $(shell command -v x86_64-w64-mingw32-gcc-posix 2>/dev/null)),x86_64-w64-mingw32-gcc)

ifeq ($(origin CC),default)
CC := $(if $(shell command -v gcc 2>/dev/null),gcc,cc)
endif

ifneq ($(filter 3.7% 3.80,$(MAKE_VERSION)),)
$(error GNU make 3.81 or newer is needed, and this is $(MAKE_VERSION))
endif

# Targets that need no compiler, or that call make again after `deps` has installed one, are filtered out.
ifneq ($(filter-out help help-dev man completions clean deps test uninstall nightly dist deb release,$(or $(MAKECMDGOALS),all)),)
COMPILES := 1
endif

WARNINGS = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Wformat=2 -Wno-psabi $(if $(WERROR),-Werror)

ifneq ($(COMPILES),)
ifeq ($(shell command -v $(firstword $(CC)) 2>/dev/null),)
$(error The compiler $(CC) is not installed: install it, or name another one, as in make CC=gcc)
endif

# Probes of the compiler and its binutils. With ARCH=native, PEXT is used only where it is fast.
arch_native        := -march=native
# The parts of a program with several instruction sets, see tools/dispatch/dispatch.mk.
arch_x86-64-avx2   := -march=x86-64-v3
arch_x86-64-bmi2   := -march=x86-64-v3 -DUSE_PEXT
arch_x86-64-avx512 := -march=x86-64-v4 -mavx512vnni -DUSE_PEXT
ARCHFLAGS   := $(if $(filter native portable x86-64-avx2 x86-64-bmi2 x86-64-avx512,$(ARCH)),$(arch_$(ARCH)),-march=$(ARCH))
HARDEN      ?= 1
ifneq ($(and $(HARDEN),$(filter release pgo,$(BUILD)),$(if $(findstring mingw,$(CC)),,elf)),)
HARDENING     := -D_FORTIFY_SOURCE=2 -fPIE -fstack-protector-strong -fstack-clash-protection
HARDENED_LINK := -pie -Wl,-z,relro,-z,now -Wl,-z,noexecstack
endif
PROBED := $(shell tools/dev/probe '$(ARCHFLAGS)' '$(filter -fstack%,$(HARDENING))' '$(HARDENED_LINK)' $(CC))
ifneq ($(filter unable,$(PROBED)),)
$(error No folder for trying the compiler can be made in build or $(or $(TMPDIR),/tmp); set TMPDIR to a folder that can be written)
endif
probed  = $(patsubst $(1)=%,%,$(filter $(1)=%,$(PROBED)))
# Hardening flags as in distributions, if the compiler supports them; HARDEN= turns them off.
HARDENING     := $(filter-out -fstack%,$(HARDENING)) $(filter $(HARDENING),$(call probed,takes))
HARDENED_LINK := $(filter $(HARDENED_LINK),$(call probed,takes))
ifeq ($(ARCH),native)
ARCHFLAGS := $(if $(filter arch,$(PROBED)),$(ARCHFLAGS)) $(if $(filter pext,$(PROBED)),-DUSE_PEXT)
else ifeq ($(filter arch,$(PROBED)),)
$(error ARCH is native, x86-64, x86-64-v2, x86-64-v3, portable, or another name that $(CC) -march knows)
endif
ifeq ($(origin AR),default)
AR := $(or $(call probed,ar),ar)
endif
OBJCOPY ?= $(or $(call probed,objcopy),objcopy)
endif

# msan finds reads of uninitialized memory; clang only, see tests/msan.c. The last three are for `make fuzz` (clang),
# `make coverage`, and `make pgo` (two passes).
sanitize       := -O1 -g -DSANITIZED=1 -fsanitize=
build_release  := -O3 -DNDEBUG
build_debug    := -Og -g
build_asan     := $(sanitize)address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
build_tsan     := $(sanitize)thread
build_msan     := $(sanitize)memory -fno-omit-frame-pointer
build_fuzz     := $(sanitize)fuzzer-no-link,address,undefined -fno-sanitize-recover=all
build_coverage := -Og -g -DNDEBUG -DSANITIZED=1 --coverage -fprofile-update=atomic
build_pgo      := -O3 -DNDEBUG $(PROFILE)
BUILDFLAGS     := $(build_$(BUILD))
ifeq ($(BUILDFLAGS),)
$(error BUILD is release, debug, asan, tsan, msan with clang, fuzz by `make fuzz`, coverage by `make coverage`, or pgo by `make pgo`)
endif

CFLAGS  ?=
PTHREAD ?= -pthread
comma   := ,
# Large files everywhere; declarations that macOS and the BSDs hide in POSIX mode.
SYSTEMS := -D_FILE_OFFSET_BITS=64 -D_DARWIN_C_SOURCE -D__BSD_VISIBLE=1 -D_NETBSD_SOURCE
flags  = -std=c11 $(SYSTEMS) $(WARNINGS) $(BUILDFLAGS) $(HARDENING) $(ARCHFLAGS) $(SYSTEM) $(PTHREAD) -I. -Iengine -I$(OUT) $(TUNED:%=-DTUNE) $(CPPFLAGS) $(CFLAGS) $(RELINKED)
libs   = $(HARDENED_LINK) $(SYSTEM_LINK) $(LDFLAGS) $(if $(filter msan,$(BUILD)),-Wl$(comma)--wrap=stat64$(comma)--wrap=lstat64$(comma)--wrap=fstat64) $(PTHREAD) -lm

# Windows: one header provides the missing POSIX functions; formats are checked on other systems; stacks are as large as
# on Linux.
ifneq ($(findstring mingw,$(CC)),)
X           := .exe
SYSTEM      := -D__USE_MINGW_ANSI_STDIO=1 -D_POSIX_C_SOURCE=200809L -DWIN32_LEAN_AND_MEAN -DNOMINMAX -Wno-format -Wno-float-conversion -Wno-format-extra-args -include engine/base/posix_windows.h
SYSTEM_LINK := -Wl,--stack,8388608
endif
of_system = $(filter-out $(if $(X),%_posix.c,%_windows.c),$(sort $(wildcard $(1))))

# TUNE=1 turns the search parameters into options, see docs/openbench.md.
TUNED  := $(filter-out 0,$(TUNE))
OUT    := build/$(notdir $(firstword $(CC)))-$(ARCH)-$(BUILD)$(TUNED:%=-tune)
ENGINE := $(patsubst %.c,$(OUT)/%.o,$(call of_system,engine/*.c engine/*/*.c))
ENGINE += $(if $(filter coverage,$(BUILD)),$(OUT)/tests/gcov_exit.o) $(if $(filter msan,$(BUILD)),$(OUT)/tests/msan.o)
FRONT  := $(patsubst %.c,$(OUT)/%.o,$(sort $(wildcard protocol/*.c protocol/*/*.c)))
PROGRAM := $(patsubst %.c,$(OUT)/%.o,$(sort $(wildcard program/*.c)))
LIB    := $(OUT)/libengine.a
PLIB   := $(OUT)/libprotocol.a
TOOLS  := $(notdir $(basename $(wildcard tools/*/alula-*.c)))
USERS  := $(addprefix alula-,perft match epd annotate book)
PROGRAMS := $(EXE)$(SUFFIX) $(TOOLS:%=%$(SUFFIX)$(X))
TESTS  := $(patsubst tests/unit/%.c,%,$(wildcard tests/unit/test_*.c))
SUFFIX := $(if $(filter release,$(BUILD)),,-$(BUILD))

.PHONY: all play xboard windows windows-programs bench deps check test install install-all uninstall clean help FORCE
.DELETE_ON_ERROR:
.SECONDARY:

# make V=1 shows the commands.
Q := $(if $(V),,@)

# With EXE=NAME, only the engine, as OpenBench builds it.
all: $(if $(filter command%,$(origin EXE)),$(EXE)$(SUFFIX),$(PROGRAMS))

# Compares contents, as a newer copy may be from another compiler or architecture.
copy = $(Q)cmp -s $< $@ || { mkdir -p $(@D) && rm -f $@ && cp $< $@ && echo "built: $@"; }

$(EXE)$(SUFFIX): $(OUT)/alula$(X) FORCE
	$(copy)

$(TOOLS:%=%$(SUFFIX)$(X)): %$(SUFFIX)$(X): $(OUT)/%$(X) FORCE
	$(copy)

# A tool consists of the folder of its name and the archives; its tests are linked without the main file.
parts_of = $(patsubst %.c,$(OUT)/%.o,$(filter-out tools/$(1)/alula-%,$(call of_system,tools/$(1)/*.c)))
ARCHIVES := $(OUT)/libplayer.a $(OUT)/libtoolcommon.a $(LIB)

.SECONDEXPANSION:
include tools/dispatch/dispatch.mk

$(OUT)/libplayer.a: $(call parts_of,player)
	$(Q)rm -f $@ && $(AR) rcs $@ $^

$(OUT)/libtoolcommon.a: $(call parts_of,common)
	$(Q)rm -f $@ && $(AR) rcs $@ $^

$(LIB): $(ENGINE)
	$(Q)rm -f $@ && $(AR) rcs $@ $^

$(PLIB): $(FRONT)
	$(Q)rm -f $@ && $(AR) rcs $@ $^

# Allows vectorized loops; the trainer uses neither errno nor floating-point flags. By default, compilers use only half
# the width of AVX-512 registers. Results are the same.
$(OUT)/tools/train/%.o: CPPFLAGS += -fno-math-errno -fno-trapping-math $(if $(filter wide,$(PROBED)),-mprefer-vector-width=512)

# Command handlers share one function type and protocol drivers another; few use all parameters.
$(OUT)/protocol/%.o $(OUT)/program/%.o $(OUT)/tools/player/%.o $(OUT)/contrib/web/%.o: flags += -Wno-unused-parameter

# The build, for --version and the text file of a network. The revision is from git, or from the file REVISION of a
# source archive; if git refuses, as for root in another user's folder, the last revision is kept. The file is written
# only when it changes.
$(OUT)/build.h: FORCE
	@mkdir -p $(@D)
	@revision=$$(if [ -e .git ]; then GIT_OPTIONAL_LOCKS=0 git describe --always --dirty; else cat REVISION; fi 2>/dev/null || \
	    sed -n 's/^#define BUILD_REVISION "\(.*\)"/\1/p' $@ 2>/dev/null); \
	 { printf '#define BUILD_REVISION "%s"\n' "$${revision:-unknown}"; \
	   printf '#define BUILD_FLAGS "%s"\n' '$(strip $(subst ",,$(subst ',,$(BUILDFLAGS) $(ARCHFLAGS) $(CFLAGS))))'; \
	 } > $@.new; if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

named := $(OUT)/tools/train/train_report.o $(OUT)/engine/base/version.o
$(named): $(OUT)/build.h

# The embedded network: NET is full, small, or a file; EVALFILE is its name in OpenBench.
net_full  := nets/alula.nn
net_small := nets/small.nn
NET_FILE  := $(or $(net_$(NET)),$(NET))
ifeq ($(shell [ -f '$(NET_FILE)' ] && echo good),)
$(error $(if $(EVALFILE),EVALFILE is,NET is full$(comma) small$(comma) or) the file of a network: there is no file $(NET_FILE))
endif

# Stop unless the file begins as a network and has the length that its header announces.
ifneq ($(shell set -- $$(od -An -v -tu1 -N32 '$(NET_FILE)') && [ "$$1.$$2.$$3.$$4.$$5.$$6.$$7" = 65.76.85.76.65.78.78 ] && \
    [ $$(($${25} + $${26} * 256 + $${27} * 65536 + 32)) = $$(wc -c < '$(NET_FILE)') ] && echo good),good)
$(error $(NET_FILE) is truncated, or not a network of Alula)
endif

# The checksum of the network file, as a changed NET may name a file older than the last build.
$(OUT)/net.sum: FORCE
	@mkdir -p $(@D)
	@cksum '$(NET_FILE)' > $@.new; if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

# The assembler includes the network, which link-time optimization does not see; without .incbin, the network becomes C
# source.
INCBIN := $(filter incbin,$(PROBED))
ifneq ($(INCBIN),)
$(OUT)/engine/eval/nnue_bytes.o: $(OUT)/net.sum
$(OUT)/engine/eval/nnue_bytes.o: flags += -DNET_FILE='"$(NET_FILE)"' -fno-lto
else
# The network as numbers for C, for compilers without .incbin.
$(OUT)/nnue_net.inc: $(OUT)/net.sum
	$(Q)od -An -v -tu1 '$(NET_FILE)' | sed 's/  *\([0-9][0-9]*\)/\1,/g' > $@
$(OUT)/engine/eval/nnue_bytes.o: $(OUT)/nnue_net.inc
endif

# The compiler and flags of the objects, which are rebuilt when either changes.
MADE_BY := $(strip $(call probed,version) $(CC) $(filter-out -Werror,$(flags)) $(libs))
ifneq ($(strip $(shell cat $(OUT)/made-by 2>/dev/null)),$(MADE_BY))
$(OUT)/made-by: FORCE
endif
$(OUT)/made-by:
	@mkdir -p $(@D)
	@printf '%s\n' '$(subst ','\'',$(MADE_BY))' > $@

$(OUT)/%.o: %.c Makefile $(OUT)/made-by
	@mkdir -p $(@D)
	@echo "  CC $<"
	$(Q)$(CC) $(flags) -MMD -MP -c -o $@ $<

-include $(shell find build -name '*.d' 2>/dev/null)

include tools/dev/usage.mk

# --- playing ---------------------------------------------------------------------------------

PLAYED := $(EXE)$(SUFFIX)

play: $(PLAYED)
	./$(PLAYED)

xboard: $(PLAYED)
	@PATH="$$PATH:/usr/games"; command -v xboard >/dev/null || \
	    { echo "xboard is not installed; on Debian: apt-get install xboard"; exit 1; }; \
	 xboard -fcp ./$(PLAYED) -fd "$(CURDIR)"

bench: $(PLAYED)
	./$(PLAYED) bench

# --- testing ---------------------------------------------------------------------------------

deps:
	tools/dev/deps.sh

check: style magics unit perft dialogue bench-check damaged-net docs-check usage makefile fuzz-replay hardening
	@echo "make check: all passed"

# After a failure the other tests still run; the last lines list failed and skipped tests. Tests that wait for engines
# and clocks come first, and the number of parallel jobs is two more than the number of processors.
TOOL_TESTS := match-games match-reports xboard-games console board perft-tool perft-check library-check epd-tool annotate-tool openings-tool book-tool lab-tool endings-tool json readonly
test: | $(filter deps,$(MAKECMDGOALS))
	@$(have_check)
	@mkdir -p build
	+@tests/stages.sh "make test" build/test.log \
	    '$(subst -j$(JOBS),-j$(shell expr $(JOBS) + 2),$(SIDE_BY_SIDE)) -k $(TOOL_TESTS) check PERFT_NODES=20000000 # all tests'

include tests/tests.mk tools/dev/dev.mk tools/dev/install.mk tools/dev/package.mk contrib/web/web.mk library/library.mk

clean:
	rm -rf build alula.exe alula-$(VERSION).tar.gz $(TOOLS:%=%.exe) $(foreach program,$(EXE) alula $(TOOLS),$(program) $(addprefix $(program)-,debug asan tsan))

help:
	@echo "make               build alula and its tools for this machine"
	@echo "make play          a game in the terminal"
	@echo "make xboard        a game in XBoard"
	@echo "make deps test     install what the tests need, run the tests"
	@echo "make check         the quick tests, two minutes"
	@echo "make bench         nodes per second and total node count"
	@echo "make pgo           profile-guided optimization: faster, but two builds"
	@echo "make windows       alula.exe and the tools by mingw-w64; make perft: the perft suites; make wasm: for browsers; make library: for programs"
	@echo "make help-dev      for developers: fuzzing, faults, mutants, coverage ..."
	@echo "make clean         remove build files and programs"
	@echo "make test-NAME     build and run one of the unit tests: tests/unit/test_NAME.c"
	@echo "make install       below PREFIX=$(PREFIX), as root; PREFIX=\$$HOME/.local: for you only"
	@echo "make install-all   all tools; make uninstall removes them; make deb: Debian packages"
	@echo "ARCH=native|x86-64|x86-64-v2|x86-64-v3|portable  CC=gcc|clang  EXE=NAME: alula alone"
	@echo "BUILD=release|debug|asan|tsan|msan  HARDEN=  NET=full|small|FILE"
