# What one does with this repository, in one word each. The scripts behind are in deploy/.

.PHONY: help build test lint demo package

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
