# What one does with this repository, in one word each. The scripts behind are in deploy/.

.PHONY: help build test lint demo package maps bench

help:            ## lists the targets
	@sed -n 's/^\([a-z]*\): *## */\1\t/p' $(MAKEFILE_LIST) | expand -t 10

build:           ## builds the services and the client, optimised
	swift build -c release

test:            ## installs what is missing, builds and runs every test
	deploy/test

lint:            ## checks every language, and the house rules
	.ci/lint
	swift test --filter StyleTests

demo:            ## starts the stack on the sample map and plans a trip
	deploy/demo

package:         ## builds Debian packages in .build/packages
	deploy/package

# Where tests and measurements look for maps, too, if QUICKBREW_MAPS names it.
MAPS ?= $(or $(QUICKBREW_MAPS),$(wildcard ../shared/maps),.build/maps)

maps:            ## fetches the maps of docs/measured.md into MAPS, and checks them
	@mkdir -p $(MAPS)
	@grep -v '^#' deploy/maps | (cd $(MAPS) && while read -r sum name url; do \
	  [ -e "$$name" ] || [ "$$url" = - ] || curl -fsSL -o "$$name" "$$url" || exit 1; \
	  if [ -e "$$name" ]; then echo "$$sum  $$name" | sha256sum --check --quiet || exit 1; \
	  else echo "$$name: not there, and no address keeps it"; fi; done)
	@echo 'Have tests find them: export QUICKBREW_MAPS=$(abspath $(MAPS))'

bench:           ## measures the router on MAP, at first the sample
	swift run -c release quickbrew-bench router $(or $(MAP),deploy/sample/downtown-san-francisco.osm)
