# Installing: programs, man pages, completions, documents, openings, perft suites, the plugin file for XBoard.

.PHONY: install install-all uninstall

# The names of GNU, and our own: PREFIX, BINDIR, GAMESDIR. Only system prefixes have separate folders for games.
PREFIX      ?= /usr/local
prefix      ?= $(PREFIX)
exec_prefix ?= $(prefix)
bindir      ?= $(exec_prefix)/$(if $(filter /usr /usr/local,$(exec_prefix:%/=%)),games,bin)
datarootdir ?= $(prefix)/share
datadir     ?= $(datarootdir)
docdir      ?= $(datarootdir)/doc/alula
mandir      ?= $(datarootdir)/man
BINDIR      ?= $(bindir)
GAMESDIR    ?= $(datadir)/games

# The tools that players use; with install-all those that make networks, settings and openings, too.
players := $(EXE)$(SUFFIX) $(USERS:%=%$(SUFFIX))
others  := $(filter-out $(players),$(TOOLS:%=%$(SUFFIX)))

# Lines MODE FILE FOLDER; $(1) are files, $(3) is a folder.
each      = $(foreach file,$(1),"$(2) $(file) $(3)")
is_of     = $(filter $(1),$(patsubst _%,%,$(basename $(notdir $(2)))))
written   = $(foreach file,$(2),$(if $(call is_of,$(patsubst %$(SUFFIX),%,$(1)) $(if $(filter $(EXE)$(SUFFIX),$(1)),alula),$(file)),$(file)))
zsh_part  = $(foreach file,$(1),$(if $(filter _%,$(notdir $(file))),$(file)))
bash_part = $(filter-out $(call zsh_part,$(1)),$(1))
of_programs = $(call each,$(1),755,$(BINDIR)) $(call each,$(call written,$(1),$(MAN_PAGES)),644,$(mandir)/man6) \
    $(call each,$(call bash_part,$(call written,$(1),$(COMPLETIONS))),644,$(datadir)/bash-completion/completions) \
    $(call each,$(call zsh_part,$(call written,$(1),$(COMPLETIONS))),644,$(datadir)/zsh/site-functions)
# Documents link to files of contrib/, which is installed next to docs/, as in the source.
of_all = \
    $(call each,README.md CHANGELOG.md COPYING,644,$(docdir)) \
    $(call each,$(wildcard docs/*.*),644,$(docdir)/docs) $(call each,$(wildcard docs/examples/*),644,$(docdir)/docs/examples) \
    $(call each,$(wildcard docs/measurements/*),644,$(docdir)/docs/measurements) \
    $(call each,contrib/cluster/alula.sbatch,644,$(docdir)/contrib/cluster) $(call each,contrib/openbench/alula.json,644,$(docdir)/contrib/openbench) \
    $(call each,$(wildcard openings/*),644,$(GAMESDIR)/alula/openings) \
    $(call each,$(wildcard perft-suites/*),644,$(GAMESDIR)/alula/perft-suites) \
    $(call each,contrib/invalid.packages.alula.metainfo.xml,644,$(datadir)/metainfo) \
    $(call each,contrib/alula.png,644,$(GAMESDIR)/plugins/logos) \
    $(call each,build/alula.eng,644,$(GAMESDIR)/plugins/xboard)
# Folders to remove once they are empty.
ours = "$(docdir)/docs/examples" "$(docdir)/docs/measurements" "$(docdir)/docs" "$(docdir)/contrib/cluster" "$(docdir)/contrib/openbench" "$(docdir)/contrib" "$(docdir)" \
    "$(GAMESDIR)/alula/openings" "$(GAMESDIR)/alula/perft-suites" "$(GAMESDIR)/alula" \
    "$(GAMESDIR)/plugins/logos" "$(GAMESDIR)/plugins/xboard" "$(GAMESDIR)/plugins" "$(GAMESDIR)" "$(datarootdir)/doc" \
    "$(mandir)/man6" "$(datadir)/bash-completion/completions" "$(datadir)/bash-completion" "$(datadir)/metainfo"

lines_to = $(Q)printf '%s\n' $(1) | DESTDIR="$(DESTDIR)" tools/dev/install $(2) "$(prefix)"

install: $(players) $(MAN_PAGES) $(COMPLETIONS) build/alula.eng
	$(call lines_to,$(call of_programs,$(players)) $(of_all),put)
	$(Q)tools/dev/links "$(DESTDIR)$(docdir)" "$(DESTDIR)$(GAMESDIR)/alula"

install-all: install $(others)
	$(call lines_to,$(call of_programs,$(others)),put)

uninstall:
	$(call lines_to,$(call of_programs,$(players) $(others)) $(of_all),remove) $(ours)

# XBoard reads such files in /usr/local/share/games/plugins/xboard and in the same folder below /usr.
build/alula.eng: FORCE
	@mkdir -p $(@D)
	@printf 'plugin spec 0.0\n%s\nchess,fischerandom,nocastle\n' \
	    "$(if $(filter /usr/bin /usr/games /usr/local/bin /usr/local/games,$(BINDIR)),,$(BINDIR)/)$(EXE)$(SUFFIX)" > $@
