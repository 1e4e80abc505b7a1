# What one does with this repository, in one word each. The scripts behind are in deploy/.

.PHONY: help build test lint demo package

help:            ## lists the targets
	@sed -n 's/^\([a-z]*\): *## */\1\t/p' $(MAKEFILE_LIST) | expand -t 10

build:           ## builds the services and the client, optimised
	swift build -c release

test:            ## installs what is missing, builds and runs every test
	deploy/test

lint:            ## checks the format of the sources and the house rules
	swift format lint --strict --parallel --recursive Package.swift Services Shared Clients Tests
	swift test --filter StyleTests
	deploy/lint-page

demo:            ## starts the stack on the sample map and plans a trip
	deploy/demo

package:         ## builds Debian packages in .build/packages
	deploy/package
