# One program for several instruction sets: with ARCH=x86-64, each program contains all its code four times, and
# dispatch.c runs the part that is best for the processor. A part links all objects of a program into one, in which only
# the main function is visible; the embedded network is shared. Tests use the plain objects.

PARTS := $(filter x86-64 x86-64-avx2 x86-64-bmi2 x86-64-avx512,$(ARCH))

ifneq ($(and $(COMPILES),$(PARTS),$(filter release,$(BUILD))),)
# Only where objects can be linked into one and symbols be hidden.
PARTS := $(and $(filter relink,$(PROBED)),$(call probed,objcopy),$(filter x86_64%,$(call probed,machine)),$(PARTS))
ifeq ($(PARTS),)
$(warning $(CC) or objcopy cannot make programs with several instruction sets: this one has those of $(ARCH) only)
endif
else
PARTS :=
endif

ifneq ($(PARTS),)
# Windows: other code models let objects share pointers to variables, which then cannot be hidden.
ARCHFLAGS += $(if $(findstring mingw,$(CC)),-mcmodel=small)
# No link-time optimization, even if CFLAGS ask for it: LTO objects have no symbols to hide.
RELINKED := -fno-lto
PART := main_$(or $(filter-out x86-64,$(ARCH:x86-64-%=%)),baseline)

$(OUT)/libpart.a: $(LIB)
	$(Q)cp $< $@ && $(AR) d $@ nnue_bytes.o

define link_part
@echo "  LD $@"
$(Q)$(CC) $(filter-out $(PTHREAD),$(flags)) -r -nostdlib -o $@.all $^
$(Q)$(OBJCOPY) --redefine-sym main=$(PART) --keep-global-symbol=$(PART) $@.all $@ && rm $@.all
endef

$(OUT)/alula.part.o: $(PROGRAM) $(PLIB) $(OUT)/libpart.a
	$(link_part)
$(OUT)/alula-%.part.o: $(OUT)/tools/$$*/alula-$$*.o $$(call parts_of,$$*) $(OUT)/libplayer.a $(OUT)/libtoolcommon.a $(OUT)/libpart.a
	$(link_part)
endif

# The whole program. One make per additional instruction set builds the parts of all requested programs.
ifneq ($(filter x86-64,$(PARTS)),)
SETS  := avx2 bmi2 avx512
GOALS := $(basename $(notdir $(MAKECMDGOALS)))
ASKED := $(if $(filter-out alula $(TOOLS),$(GOALS)),,$(filter alula $(TOOLS),$(GOALS)))
ASKED := $(or $(ASKED),alula $(TOOLS))
part_of = build/$(notdir $(firstword $(CC)))-x86-64-$(1)-$(BUILD)/$(2).part.o

.PHONY: $(SETS:%=parts-%)
$(SETS:%=parts-%): parts-%:
	+$(Q)$(MAKE) --no-print-directory ARCH=x86-64-$* $(foreach p,$(ASKED),$(call part_of,$*,$(p)))
# Programs are linked again only if a part has changed.
$(foreach s,$(SETS),$(foreach p,$(ASKED),$(eval $(call part_of,$(s),$(p)): parts-$(s) ; @:)))

define link_parts
@echo "  LD $@"
$(Q)$(CC) $(flags) -o $@ $^ $(libs)
endef
DISPATCH := $(OUT)/tools/dispatch/dispatch.o $(OUT)/engine/eval/nnue_bytes.o
parts_named = $(foreach s,$(SETS),$(call part_of,$(s),$(1)))
$(OUT)/alula$(X): $(OUT)/alula.part.o $(DISPATCH) $(call parts_named,alula)
	$(link_parts)
$(OUT)/alula-%$(X): $(OUT)/alula-%.part.o $(DISPATCH) $$(call parts_named,alula-$$*)
	$(link_parts)
else
$(OUT)/alula$(X): $(PROGRAM) $(PLIB) $(LIB)
	@echo "  LD $@"
	$(Q)$(CC) $(flags) -o $@ $^ $(libs)
$(OUT)/alula-%$(X): $(OUT)/tools/$$*/alula-$$*.o $$(call parts_of,$$*) $(ARCHIVES)
	@echo "  LD $@"
	$(Q)$(CC) $(flags) -o $@ $^ $(libs)
endif
