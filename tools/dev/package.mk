# Packages: a source archive, Debian packages, the archives of a release.

.PHONY: dist deb release

VERSION := $(shell sed -n 's/^\#define ALULA_VERSION "\(.*\)"/\1/p' engine/base/version.h)
# 1.0-dev is before 1.0
DEBIAN_VERSION = $(subst -,~,$(VERSION))

# Archives the committed files, with their times, and the revision in a file. The archive is reproducible.
dist:
	@[ -e .git ] || { echo "dist: this needs the git repository, but this is a source archive"; exit 1; }
	@mkdir -p build/dist
	@git describe --always > build/dist/REVISION && chmod 644 build/dist/REVISION
	@git -c tar.umask=022 archive --format=tar --prefix=alula-$(VERSION)/ --add-file=build/dist/REVISION HEAD | gzip -n9 > alula-$(VERSION).tar.gz
	@echo "made: alula-$(VERSION).tar.gz$$([ -z "$$(git status --porcelain)" ] || echo ", without the changes that are not committed")"

# Builds a copy without git, for every processor of this architecture. Needs debhelper; lintian, if installed, checks the
# packages.
deb:
	@command -v dh >/dev/null || { echo "deb: debhelper is not installed: apt-get install debhelper"; exit 1; }
	@rm -rf build/deb && mkdir -p build/deb/alula
	@if [ -e .git ]; then git ls-files -z | tar -c --null -T -; else tar -c --exclude=./build --exclude='./alula*' .; fi | tar -x -C build/deb/alula
	@if [ -e .git ]; then git describe --always --dirty; else cat REVISION; fi 2>/dev/null > build/deb/alula/REVISION || :
	@cp -R contrib/debian build/deb/alula/debian
	@{ printf 'alula (%s) unstable; urgency=medium\n\n  * See CHANGELOG.md.\n\n -- %s  %s\n' '$(DEBIAN_VERSION)' \
	       "$$(sed -n 's/^Maintainer: //p' contrib/debian/control)" \
	       "$$([ -e .git ] && git log -1 --format=%aD || date -R -r CHANGELOG.md)"; } > build/deb/alula/debian/changelog
	@echo "deb: building alula $(DEBIAN_VERSION)"
	@cd build/deb/alula && env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL DEB_ARCH="$(DEB_ARCH)" DEB_BUILD_OPTIONS="noautodbgsym parallel=$(JOBS)" dpkg-buildpackage -b -us -uc -ui >../log 2>&1 || \
	    { tail -n 20 ../log; echo "deb: the build failed; its output is in build/deb/log"; exit 1; }
	@if command -v lintian >/dev/null; then \
	     lintian --allow-root --fail-on error,warning $(if $(MAN_PAGES),,--suppress-tags no-manual-page) build/deb/*.changes; \
	 else echo "skipped: lintian is not installed"; fi
	@ls build/deb/*.deb

release:
	@tools/dev/release

# Builds Windows programs with mingw-w64. Their test compares games with those of this system. Releases contain all
# instruction sets: WINDOWS_ARCH=x86-64.
WINDOWS_ARCH ?= x86-64-v2
windows: $(OUT)/alula$(X) $(OUT)/alula-match$(X)
	$(MAKE) CC=$(MINGW) ARCH=$(WINDOWS_ARCH) EXE=alula.exe LDFLAGS=-static windows-programs
	$(run_test) tests/programs/windows.sh ./alula.exe build/fake-engine.exe $^

windows-programs: $(PROGRAMS) $(OUT)/fake-engine$(X)
	@cp $(OUT)/fake-engine$(X) build/
