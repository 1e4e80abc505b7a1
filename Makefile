# What one does with this repository, in one word each. The scripts behind are in deploy/.

.PHONY: help build test lint demo bench package

help:            ## lists the targets
	@sed -n 's/^\([a-z]*\): *## */\1\t/p' $(MAKEFILE_LIST) | expand -t 10

build:           ## builds the services and the client, optimised
	swift build -c release

test:            ## installs what is missing, builds and runs every test
	deploy/test

lint:            ## checks the format of the sources and the house rules
	swift format lint --strict --parallel --recursive Package.swift Services Shared Clients Tests
	swift test --filter StyleTests

demo:            ## starts the stack on the sample map and plans a trip
	deploy/demo

package:         ## builds Debian packages in .build/packages
	deploy/package

# The map that `make bench` plans on; the aim of every other trip is its Coit Tower.
MAP ?= ../shared/maps/sf_demo_derived.osm.pbf

bench:           ## measures plans over the bus on a real map, MAP
	swift build -c release
	.build/release/quickbrew-bench plan $(MAP)
