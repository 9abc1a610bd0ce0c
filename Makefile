# SPDX-License-Identifier: Apache-2.0
# The front door: each target is one action of common/build/workbook.sh, which drives CMake. `make help` lists them.
#   LAB=03          one lab (3, 03 and 03_name are the same); all labs if not set
#   BACKEND=auto    auto: the GPU if one answers, else the simulated device; or sim, or cuda
#   SEED=n          repeats a run with the same inputs
#   TEST=pattern    only the tests whose name matches
#   OF=solutions    a sweep of the reference solution, not of your files
#   OUT=, LABS=     where a release goes, and which labs are in it
#   BASE=main       what `make check` compares with: a commit (the last one, if not set)
#   SOLUTIONS=no    the site without the pages that show solutions
#   INSTRUCTORS=no  the site without the pages for instructors, solutions among them
#   PDF=1           the whole site as one PDF as well (with Chromium)
LAB ?=
BACKEND ?= auto
SEED ?=
TEST ?=
OF ?=
SOLUTIONS ?=
INSTRUCTORS ?=
PDF ?=
OUT ?=
LABS ?=
BASE ?=
BUILD ?= build
export LAB BACKEND SEED TEST OF SOLUTIONS INSTRUCTORS PDF OUT LABS BASE BUILD

workbook := @bash common/build/workbook.sh
# `make setup grade` is one command: setup runs first, and knows what it is for.
first := $(filter setup,$(MAKECMDGOALS))

.DEFAULT_GOAL := help
.PHONY: help setup grade solutions class release sweep test check examples bench sanitize docs docs-check format clean

help: ## this list
	$(workbook) help $(firstword $(MAKEFILE_LIST))

setup: ## installs what the other targets on the command line need (Debian, Ubuntu; as root or with sudo)
	@bash common/build/setup.sh $(filter-out setup,$(MAKECMDGOALS))

grade: | $(first) ## builds and grades your files in labs/ (LAB=, BACKEND=, SEED=, TEST=); the first time 2 to 4 minutes
	$(workbook) grade labs

solutions: | $(first) ## the same for the reference solutions in solutions/
	$(workbook) grade solutions

class: | $(first) ## builds build/bin/grade-class, which grades a whole class, and all it needs (BACKEND=)
	$(workbook) class

release: | $(first) ## makes the students' copy: no solutions, hidden tests, history (OUT=dir, LABS=01,02)
	$(workbook) release

sweep: | $(first) ## times a lab's sort by digit bits and block size, with a chart (LAB=, OF=solutions)
	$(workbook) sweep

test: | $(first) ## builds everything and runs every check the project makes of itself
	$(workbook) test

check: | $(first) ## while you work: the quick checks, and the tests of what has changed (BASE=)
	$(workbook) check

examples: | $(first) ## builds and runs the CUDA programs in common/simcu/examples (BACKEND=)
	$(workbook) examples

bench: | $(first) ## measures the simulated device against Oclgrind (build/reports/bench.json); with BACKEND=cuda all sorts on the GPU
	$(workbook) bench

sanitize: | $(first) ## runs the solutions under NVIDIA's compute-sanitizer (needs a GPU; LAB=)
	$(workbook) sanitize

docs: | $(first) ## builds the course notes as a site, build/docs/html/index.html (SOLUTIONS=no, INSTRUCTORS=no, PDF=1)
	$(workbook) docs

docs-check: | $(first) ## looks at every page of the site in a headless browser; screenshots in build/docs/screenshots
	$(workbook) docs_check

format: | $(first) ## formats the C++ and CUDA files in place with clang-format
	$(workbook) format

clean: ## deletes everything that was built, reports included
	$(workbook) clean

.DEFAULT:
	@echo "make $@: there is no such target. \`make help\` lists them." >&2; exit 2

.NOTPARALLEL:
