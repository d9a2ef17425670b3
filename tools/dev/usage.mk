# Generates --help, the man page and the completions of a program from its .usage file: tools/dev/usage.

.PHONY: man completions

USAGES      := program/alula.usage $(sort $(wildcard tools/*/alula-*.usage))
USAGE_TOOL  := tools/dev/usage $(wildcard tools/dev/usage-*.awk)
USAGE_NAMES := $(notdir $(basename $(USAGES)))
usage_of     = $(filter %/$(1).usage,$(USAGES))

# The man pages and completions that `make install` installs.
MAN_PAGES   := $(USAGE_NAMES:%=build/man/%.6)
COMPLETIONS := $(USAGE_NAMES:%=build/completions/bash/%) $(USAGE_NAMES:%=build/completions/zsh/_%)

man: $(MAN_PAGES) build/man/alula.3
completions: $(COMPLETIONS)

make_usage = @mkdir -p $(@D) && tools/dev/usage

$(OUT)/usage/%.inc: $$(call usage_of,$$*) $(USAGE_TOOL)
	$(make_usage) include $< > $@

build/man/%.6: $$(call usage_of,$$*) $(USAGE_TOOL) docs/cecp.md docs/console.md CHANGELOG.md $(wildcard engine/base/version.h engine/chess/chess.h)
	$(make_usage) man $< > $@

build/completions/bash/%: $$(call usage_of,$$*) $(USAGE_TOOL)
	$(make_usage) bash $< > $@

build/completions/zsh/_%: $$(call usage_of,$$*) $(USAGE_TOOL)
	$(make_usage) zsh $< > $@

$(OUT)/program/main.o: $(OUT)/usage/alula.inc
$(foreach u,$(filter tools/%,$(USAGES)),$(eval $(OUT)/$(basename $(u)).o: $(OUT)/usage/$(notdir $(basename $(u))).inc))
