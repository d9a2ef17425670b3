# Alula for browsers: a page and a UCI worker in WebAssembly, by emscripten. See contrib/web/README.md.

.PHONY: wasm wasm-check

# WASM_SIMD= builds for browsers from before 2021 (Safari: 2023).
WASM_SIMD  ?= -msimd128
WASM_NET   ?= small
WASM_OUT   := build/emcc$(WASM_SIMD)
# All sources but the program itself, CECP and the console; the linker drops unused code.
WASM_PARTS := $(wildcard protocol/*.c protocol/uci/*.c)
WASM_LINK  := -sMINIMAL_RUNTIME=1 -sMODULARIZE -sEXPORT_NAME=Alula -sENVIRONMENT=web,worker -sFILESYSTEM=0 -sALLOW_MEMORY_GROWTH \
              --no-entry --js-library contrib/web/no-files.js --post-js contrib/web/exports.js
WASM_COPIES := $(addprefix build/wasm/,alula-worker.js alula-engine.js index.html alula-page.css)
WASM_FILES := $(addprefix build/wasm/,alula.js alula-inline.js alula-page.js) $(WASM_COPIES)

# Debian's emscripten looks for its JavaScript modules where Debian's node has them.
wasm: export NODE_PATH := $(if $(NODE_PATH),$(NODE_PATH):)/usr/share/nodejs
wasm:
	@command -v emcc >/dev/null || { echo "wasm: emscripten is not installed: apt-get install emscripten"; exit 1; }
	@$(MAKE) -s CC=emcc AR=emar PTHREAD= ARCH=portable BUILD=release HARDEN= INCBIN= NET=$(WASM_NET) \
	    OUT=$(WASM_OUT) CFLAGS="-flto $(WASM_SIMD)" $(WASM_FILES)

# The name of the object folder, rewritten when it changes, so that objects of another build are never reused.
build/wasm/.objects: FORCE
	@mkdir -p $(@D)
	@echo '$(OUT)' | cmp -s - $@ || echo '$(OUT)' > $@

build/wasm/alula.js: build/wasm/.objects $(patsubst %.c,$(OUT)/%.o,$(wildcard contrib/web/*.c)) $(WASM_PARTS:%.c=$(OUT)/%.o) $(LIB) contrib/web/exports.js contrib/web/no-files.js
	@echo "  LD $@"
	$(Q)$(CC) $(flags) -o $@ $(filter %.o %.a,$^) $(WASM_LINK)

$(WASM_COPIES): build/wasm/%: contrib/web/%
	@mkdir -p $(@D)
	$(Q)cp $< $@

build/wasm/alula-page.js: $(addprefix contrib/web/page-,rules.js board.js game.js coach.js commands.js)
	@mkdir -p $(@D)
	$(Q)cat $^ > $@

# The whole engine in one script, for pages opened as files.
build/wasm/alula-inline.js: build/wasm/alula.js build/wasm/alula-worker.js
	@{ printf 'const alulaInline = { wasm: "'; base64 build/wasm/alula.wasm | tr -d '\n'; printf '", worker: function () {\n'; \
	   cat $^; printf '} };\n'; } > $@

# Compares with a native program with the same network; in Node, and in Chromium and Firefox if installed.
wasm-check:
	@! command -v emcc >/dev/null || { $(MAKE) --no-print-directory wasm && \
	    $(MAKE) --no-print-directory NET=$(WASM_NET) OUT=build/web-native build/web-native/alula; }
	$(run_test) tests/programs/wasm.sh build/wasm build/web-native/alula
