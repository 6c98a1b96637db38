# Apus: build, run, test. `make help` lists what there is.

SHELL := /bin/sh
# Fewer relocations and libraries to load: position-dependent, with the C++ runtime and libyaml linked
# statically. Fewer pages to read: what every start runs lies together. Exclusive access is checked in
# debug builds, which the tests use.
STATIC := .build/static
RELEASE := -c release --static-swift-stdlib --disable-local-rpath -Xswiftc -use-ld=lld -Xswiftc -L$(CURDIR)/$(STATIC) \
	-Xswiftc -Xclang-linker -Xswiftc -no-pie -Xswiftc -Xclang-linker -Xswiftc -static-libgcc \
	-Xswiftc -enforce-exclusivity=unchecked -Xlinker --no-export-dynamic -Xlinker --icf=all -Xlinker --no-eh-frame-hdr \
	-Xlinker --symbol-ordering-file=$(CURDIR)/tools/link-order.txt -Xlinker --no-warn-symbol-ordering
APUS := .build/release/apus

.PHONY: help deps build link-order run test check bench lint format imports sizes docs reference screens scenario sanitize exports storm tour soak fuzz install clean
.DEFAULT_GOAL := help

# help: list the verbs
help:
	@sed -n 's/^# \([a-z]*\): \(.*\)/  make \1	\2/p' Makefile | expand -t 18

# deps: install the Debian packages that building and testing need
deps:
	@tools/deps

# build: build the release program, Swift runtime linked statically
build: deps
	@mkdir -p $(STATIC) && for archive in libstdc++.a libyaml.a; do \
		ln -sf "$$(gcc -print-file-name=$$archive)" $(STATIC)/$$archive || true; done
	swift build $(RELEASE) --product apus
	@strip -o $(APUS).stripped $(APUS) && mv $(APUS).stripped $(APUS)

# link-order: list anew which functions lie together in the program (needs valgrind)
link-order: build
	@rm $(APUS) && swift build $(RELEASE) --product apus && strip -g -o $(APUS).symbols $(APUS)
	tools/generate-link-order $(APUS).symbols
	@rm $(APUS) && $(MAKE) build

# run: build, then open the explorer on the sample collections, offline
run: build
	@$(APUS) Collections --demo

# test: run every test
# One at a time: many of them start servers, terminals and whole programs, and two cores cannot run all at once.
test: deps
	@tools/peers
	swift test --no-parallel $(TESTFLAGS)

# check: all that must hold before a change lands
check: lint imports test docs reference sizes

# lint: check the format of every Swift file
lint:
	swift format lint --strict --recursive Package.swift Sources Tests Examples Fuzz

# format: rewrite every Swift file in the house format
format:
	swift format --in-place --recursive Package.swift Sources Tests Examples Fuzz

# imports: build with undeclared imports as errors, and compare the arrows with ARCHITECTURE.md
imports: deps
	swift build --build-tests --explicit-target-dependency-import-check error
	tools/check-architecture

# sizes: hold files and functions to their limits
sizes:
	tools/check-sizes

# docs: fail when a generated page is out of date, or a row of the documents has no test
docs: deps
	swift build --product apus
	tools/generate-docs .build/debug/apus
	git diff --exit-code -- docs/keys.md docs/commands.md docs/tour.md
	tools/generate-rows --check

# tour: walk through the explorer and record its screens in docs/tour.md; look at the diff
tour: deps
	swift build --product apus
	.build/debug/apus help --markdown tour >docs/tour.md
	git diff --stat -- docs/tour.md

# reference: make the reference of the three libraries with DocC, in .build/reference; fails on any warning
reference: deps
	swift build
	tools/generate-reference .build

# screens: record the golden screens anew; look at the diff before committing
screens: deps
	RECORD_SCREENS=1 swift test --filter ExplorerRenderTests || true
	git diff --stat -- '*.screen'

# scenario: play the scenarios in a real terminal; NAME=… picks one
scenario: deps
	swift test --filter 'Scenario$(if $(NAME),.*$(NAME))'

# bench: measure the program beside its peers and check the gates
bench: build
	Benchmarks/run

# sanitize: run the tests of the client's rooms under ThreadSanitizer, then AddressSanitizer with leaks
sanitize: deps
	tools/sanitize/run thread ClientCore HTTPModel MockServer Fixtures NetworkClient
	tools/sanitize/run address ClientCore HTTPModel MockServer Fixtures NetworkClient \
		Documents DocumentTools Collections History

# fuzz: give every reader of foreign bytes broken ones; TARGET=… picks some, SECONDS=… is how long each (60)
fuzz: deps
	tools/fuzz $(or $(SECONDS),60) $(TARGET)

# exports: write every request of the corpus for curl and Postman, and see that it comes out the same
exports: deps
	APUS_EXPORTS=all APUS_ROOM=ApusCommand,Interchange swift test --no-parallel --filter 'CurlRunTests|PostmanWriterTests'

# soak: serve at full load for SECONDS=600 and check that memory and descriptors do not grow
soak: build
	python3 Benchmarks/soak.py --apus $(APUS) --seconds $(or $(SECONDS),600)

# storm: cancel thousands of requests in every phase; N=… is how many in each storm
storm: deps
	APUS_STORM=$(or $(N),4000) APUS_ROOM=ClientCore swift test --no-parallel --filter 'StormTests|LeakTests'

# install: put the program into PREFIX/bin (default /usr/local)
install: build
	install -D -m 755 $(APUS) $(or $(PREFIX),/usr/local)/bin/apus

# clean: remove what was built
clean:
	rm -rf .build Benchmarks/.work
