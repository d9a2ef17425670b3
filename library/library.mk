# Alula as a library for other programs: a header, a static and a shared library, and a pkg-config file.

.PHONY: library library-check install-library uninstall-library

libdir     ?= $(exec_prefix)/lib
includedir ?= $(prefix)/include
# The folder below the prefix in which Python looks for modules, if there is one.
pythondir  ?= $(shell python3 -c 'import site, sys; print(next((p for p in [*site.getsitepackages(), site.getusersitepackages()] \
    if p.startswith(sys.argv[1] + "/lib")), sys.argv[1] + "/lib/python3/site-packages"))' '$(prefix)' 2>/dev/null || echo '$(prefix)/lib/python3/site-packages')
# The ABI version: its number changes when programs have to be recompiled.
SONAME     := libalula.so.2
LIB_DIR    ?= build/library
# For Windows, with MINGW as CC: a DLL and its import library, libalula.dll.a.
LIB_MADE   := $(addprefix $(LIB_DIR)/,$(if $(X),alula.dll,libalula.a $(SONAME)))
LIB_EXAMPLES := $(addprefix library/,example.c blunders.c bot.cc analyse.py)
LIB_OUT    := $(LIB_DIR)/$(notdir $(firstword $(CC)))-$(ARCH)
LIB_PARTS  := $(patsubst %.c,$(OUT)/%.o,$(wildcard library/library_*.c))

# Link-time optimization is off, as its objects have no symbols that could be hidden.
library:
	@$(MAKE) -s BUILD=release OUT=$(LIB_OUT) RELINKED="-fPIC -fvisibility=hidden -fno-lto -ffunction-sections -fdata-sections" $(LIB_MADE)

# The name of the object folder, rewritten when it changes, so that objects of another build are never reused.
$(LIB_DIR)/.objects: FORCE
	@mkdir -p $(@D)
	@echo '$(OUT)' | cmp -s - $@ || echo '$(OUT)' > $@

# The exported symbols: exactly the functions of the header.
$(LIB_DIR)/exports: library/alula.h
	@mkdir -p $(@D)
	@sed -n 's/^ALULA_API.*[ *]\(alula_[a-z0-9_]*\)(.*/\1/p' $< | sort > $@

$(LIB_DIR)/libalula.a: $(LIB_PARTS) $(LIB) $(LIB_DIR)/exports $(LIB_DIR)/.objects
	@echo "  LD $@"
	$(Q)$(CC) $(filter-out $(PTHREAD),$(flags)) -r -nostdlib -o $(LIB_DIR)/alula.o $(LIB_PARTS) $(LIB)
	$(Q)$(OBJCOPY) --keep-global-symbols=$(LIB_DIR)/exports $(LIB_DIR)/alula.o
	$(Q)rm -f $@ && $(AR) rcs $@ $(LIB_DIR)/alula.o && rm $(LIB_DIR)/alula.o

$(LIB_DIR)/$(SONAME): $(LIB_PARTS) $(LIB) $(LIB_DIR)/exports $(LIB_DIR)/.objects
	@echo "  LD $@"
	@{ echo '{ global:'; sed 's/$$/;/' $(LIB_DIR)/exports; echo 'local: *; };'; } > $(LIB_DIR)/exports.map
	$(Q)$(CC) -shared $(flags) -Wl,-soname,$(SONAME) -Wl,--version-script=$(LIB_DIR)/exports.map -o $@ $(LIB_PARTS) $(LIB) \
	    -Wl,-z,relro,-z,now -Wl,-z,defs -Wl,--gc-sections $(LDFLAGS) $(PTHREAD) -lm
	$(Q)ln -sf $(SONAME) $(LIB_DIR)/libalula.so

$(LIB_DIR)/alula.dll: $(LIB_PARTS) $(LIB) $(LIB_DIR)/exports $(LIB_DIR)/.objects
	@echo "  LD $@"
	@{ echo EXPORTS; cat $(LIB_DIR)/exports; } > $(LIB_DIR)/exports.def
	$(Q)$(CC) -shared $(flags) -o $@ $(LIB_PARTS) $(LIB) $(LIB_DIR)/exports.def -Wl,--out-implib,$(LIB_DIR)/libalula.dll.a \
	    -Wl,--gc-sections -static -s $(LDFLAGS) $(PTHREAD) -lm

$(LIB_DIR)/alula.pc: FORCE
	@mkdir -p $(@D)
	@printf '%s\n' 'prefix=$(prefix)' 'exec_prefix=$(exec_prefix)' 'libdir=$(libdir)' 'includedir=$(includedir)' '' \
	    'Name: alula' 'Description: chess: rules, PGN and the search of Alula' 'Version: $(VERSION)' \
	    'Cflags: -I$${includedir}' 'Libs: -L$${libdir} -lalula' 'Libs.private: -pthread -lm' > $@

build/man/alula.3: library/alula.h tools/dev/header-man.awk CHANGELOG.md engine/base/version.h
	@mkdir -p $(@D)
	@awk -f tools/dev/header-man.awk -v version='$(VERSION)' \
	    -v date="$$(sed -n 's/^## .*(\(....-..-..\))$$/\1/p' CHANGELOG.md | head -n 1)" $< > $@

of_library = $(call each,$(LIB_MADE),644,$(libdir)) $(call each,$(LIB_DIR)/alula.pc,644,$(libdir)/pkgconfig) \
    $(call each,library/alula.h,644,$(includedir)) $(call each,$(LIB_EXAMPLES),644,$(docdir)/library) $(call each,build/man/alula.3,644,$(mandir)/man3) \
    $(call each,contrib/python/alula.py,644,$(pythondir))

install-library: library $(LIB_DIR)/alula.pc build/man/alula.3
	$(call lines_to,$(of_library),put)
	$(Q)ln -sf $(SONAME) "$(DESTDIR)$(libdir)/libalula.so"

uninstall-library:
	$(Q)rm -f "$(DESTDIR)$(libdir)/libalula.so" "$(DESTDIR)$(pythondir)"/__pycache__/alula.*.pyc
	$(call lines_to,$(of_library),remove) "$(docdir)/library" "$(docdir)" "$(mandir)/man3" "$(pythondir)/__pycache__"

$(OUT)/test_library: $(LIB_PARTS)
$(OUT)/library/%.o $(OUT)/tests/unit/test_library.o $(OUT)/tests/fuzz/fuzz_library.o: CPPFLAGS += -Ilibrary

# Installs the library and uses it from C and C++ (with pkg-config) and from Python.
library-check:
	$(run_test) tests/programs/library.sh
	$(run_test) tests/programs/python.sh
